/**
 * The only file that imports the packages behind rules: the expression language, patterns that match in linear time, versions.
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

/** What rules are compiled and run with. */
export interface RuleEngine {
  readonly language: Language
  readonly versions: Versions
}

let engine: RuleEngine | undefined

/** Loads the packages. */
export async function loadEngine(): Promise<void> {
  // One after the other: the two share modules, which Jest's loader of ES modules fails to link when both come at once.
  const language = await import('@marcbachmann/cel-js')
  const { Duration } = await import('@marcbachmann/cel-js/evaluator')
  const versions = await import('semver')
  await preparePatterns()
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
