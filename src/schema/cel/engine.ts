/**
 * The only file that imports the packages behind rules: the CEL engine, the linear-time pattern engine, semantic versions.
 *
 * @module
 */

import { preparePatterns } from '../pattern/pattern.js'

type Language = typeof import('@marcbachmann/cel-js') & Pick<typeof import('@marcbachmann/cel-js/evaluator'), 'Duration'>
/** The used part of semver, typed here: it ships no types, and users of this package may not have `@types/semver`. */
interface Versions {
  compare(left: string, right: string): -1 | 0 | 1
  valid(version: string): string | null
}

/** The packages that compile and run rules. */
export interface RuleEngine {
  readonly language: Language
  readonly versions: Versions
}

let engine: RuleEngine | undefined

/** Loads the packages. */
export async function loadEngine(): Promise<void> {
  // Sequential imports: the two share modules, which Jest's ES module loader fails to link when both are imported at once.
  const language = await import('@marcbachmann/cel-js')
  const { Duration } = await import('@marcbachmann/cel-js/evaluator')
  const versions = await import('semver')
  await preparePatterns()
  engine = { language: { ...language, Duration }, versions: versions.default }
}

/**
 * The loaded packages.
 *
 * @throws Error when they were not loaded.
 */
export function ruleEngine(): RuleEngine {
  if (!engine) throw new Error('rules are not prepared: await prepareRules() or schema.prepare() first')
  return engine
}
