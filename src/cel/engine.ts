/**
 * The only file that imports the packages behind expressions: the CEL engine, and semantic versions.
 *
 * @module
 */

import { preparePatterns } from '../text/index.js'

/**
 * A duration of the CEL engine, typed here: its types are at a path of the package that TypeScript does not find with the
 * `moduleResolution` `node10`, and declarations of ours would name it.
 */
interface Duration {
  readonly seconds: bigint
  readonly nanos: number
  valueOf(): number
  addDuration(other: Duration): Duration
}
type Language = typeof import('@marcbachmann/cel-js') & {
  readonly Duration: new (seconds: bigint | number, nanos?: number) => Duration
}
/** The used part of semver, typed here: it ships no types, and users of this package may not have `@types/semver`. */
interface Versions {
  compare(left: string, right: string): -1 | 0 | 1
  valid(version: string): string | null
}

/** The packages that compile and run expressions. */
export interface CelEngine {
  readonly language: Language
  readonly versions: Versions
}

let engine: CelEngine | undefined

/** Loads the packages, and the engine of patterns, which expressions may contain. */
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
export function celEngine(): CelEngine {
  if (!engine) throw new Error('the CEL engine is not loaded: await loadEngine() first')
  return engine
}
