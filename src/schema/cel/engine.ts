/**
 * The one door to the packages behind rules: the expression language, patterns that match in linear time, versions.
 *
 * @module
 */

import { preparePatterns } from '../pattern.js'

type Language = typeof import('@marcbachmann/cel-js') & Pick<typeof import('@marcbachmann/cel-js/evaluator'), 'Duration'>
type Versions = typeof import('semver')

/** What rules are compiled and run with. */
export interface RuleEngine {
  readonly language: Language
  readonly versions: Versions
}

let engine: RuleEngine | undefined

/** Loads the packages. */
export async function loadEngine(): Promise<void> {
  const [language, { Duration }, versions] = await Promise.all([
    import('@marcbachmann/cel-js'),
    import('@marcbachmann/cel-js/evaluator'),
    import('semver'),
    preparePatterns(),
  ])
  engine = { language: { ...language, Duration }, versions: versions.default }
}

/**
 * The loaded packages.
 *
 * @throws Error when they were not prepared.
 */
export function ruleEngine(): RuleEngine {
  if (!engine) throw new Error('rules are not prepared: await prepareRules() or schema.prepare() first')
  return engine
}
