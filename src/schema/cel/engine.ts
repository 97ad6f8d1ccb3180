/**
 * The one door to the packages behind rules: the expression language, patterns that match in linear time, versions.
 *
 * They cost more to load than all of the schemas, so they come in when the first schema with rules is prepared.
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
let loading: Promise<void> | undefined

/**
 * Loads what rules need, once.
 *
 * @returns Undefined when it is there already.
 */
export function prepareRules(): Promise<void> | undefined {
  if (engine) return undefined
  loading ??= load().catch((error: unknown) => {
    // The next caller may try again.
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<void> {
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
