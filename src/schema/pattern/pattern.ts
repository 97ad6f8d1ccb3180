/**
 * Patterns from users' schemas, by re2js, which no other file imports: matched in linear time and in counted steps.
 *
 * The engine costs more to load than all of this package, so it comes in when a schema with a pattern is first prepared.
 *
 * @module
 */

import { Automaton, type StepBudget } from './pattern-automaton.js'
import { estimatePatternSize } from './pattern-size.js'

type Engine = typeof import('re2js')
type Compiled = ReturnType<Engine['RE2JS']['compile']>

/** Instructions of the largest pattern that a definition may have (ours). The greatest repetition, `{0,1000}`, takes 2,000. */
const MAX_PATTERN_SIZE = 2048
/** Larger ones are not compiled, wherever they come from: by an estimate, which is good to a factor of two (ours). */
const MAX_ESTIMATE = 4 * MAX_PATTERN_SIZE
/** Longer patterns are not read (ours). */
const MAX_PATTERN_LENGTH = 10_000

/** A pattern that was compiled. */
export interface Pattern {
  /** Instructions of its program. */
  readonly size: number
  /** For callers that need more than a yes or no. Costs up to {@link Pattern.size} instructions for each character. */
  readonly compiled: Compiled
  /**
   * Tells whether a text contains a match.
   *
   * @param budget - What it costs is taken off; below zero afterwards, the answer says nothing.
   */
  matches(text: string, budget: StepBudget): boolean
}

/** Why there is no pattern. */
export interface PatternFault {
  /** The error, such as ``error parsing regexp: missing closing ): `(a` ``. */
  readonly fault: string
  /** Whether it might be read, and is too large for that. */
  readonly isTooLarge: boolean
}

let engine: Engine | undefined
let loading: Promise<void> | undefined

/**
 * Loads the engine, once.
 *
 * @returns Undefined when it is loaded already.
 */
export function preparePatterns(): Promise<void> | undefined {
  if (engine) return undefined
  loading ??= import('re2js').then(
    (loaded) => {
      engine = loaded
    },
    (error: unknown) => {
      // The next caller may try again.
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Patterns that were compiled lately, by text: definitions repeat them, and hold none themselves. */
const recent = new Map<string, Pattern>()
/** Instructions of all of them (ours); about 50 MB. */
const MAX_RECENT_SIZE = 200_000
let recentSize = 0

/**
 * Compiles a pattern, or finds it compiled. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression in the syntax of RE2, which knows no lookaround and no references back.
 * @param onCompile - Told what compiling will take, in instructions, when it was not compiled lately; may throw.
 * @throws Error when the engine was not loaded.
 */
export function readPattern(pattern: string, onCompile?: (size: number) => void): Pattern | PatternFault {
  const known = recent.get(pattern)
  if (known) return known
  if (!engine) throw new Error('patterns are not prepared: await preparePatterns() or schema.prepare() first')
  const tooLarge = patternTooLarge(pattern)
  if (tooLarge !== undefined) return { fault: tooLarge, isTooLarge: true }
  onCompile?.(estimatePatternSize(pattern))
  try {
    return remember(pattern, engine.RE2JS.compile(pattern))
  } catch (error) {
    return { fault: syntaxFault(pattern, error), isTooLarge: false }
  }
}

/**
 * Says why a pattern is not even compiled, by its text alone.
 *
 * @param pattern - A regular expression.
 * @returns Undefined when it is.
 */
export function patternTooLarge(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `must be at most ${MAX_PATTERN_LENGTH} characters long, not ${pattern.length}`
  const estimate = estimatePatternSize(pattern)
  return estimate > MAX_ESTIMATE ? `must compile to at most ${MAX_PATTERN_SIZE} instructions, not about ${estimate}` : undefined
}

function remember(pattern: string, compiled: Compiled): Pattern {
  const size = compiled.programSize()
  let automaton: Automaton | undefined
  const read: Pattern = {
    size,
    compiled,
    matches(text, budget) {
      automaton ??= new Automaton(compiled.re2().prog)
      return automaton.matches(text, budget)
    },
  }
  if (recentSize + size > MAX_RECENT_SIZE) {
    recent.clear()
    recentSize = 0
  }
  recent.set(pattern, read)
  recentSize += size
  return read
}

/** More of a pattern than this is not shown. */
const MAX_SHOWN = 200

function syntaxFault(pattern: string, error: unknown): string {
  const { error: fault, input } = error as { readonly error?: unknown; readonly input?: unknown }
  const part = typeof input === 'string' && input !== '' ? input : pattern
  const shown = part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part
  return `error parsing regexp: ${typeof fault === 'string' ? fault : 'expression nests too deeply'}: \`${shown}\``
}

/**
 * Says why a definition may not have a pattern. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression.
 * @returns Undefined when it may.
 * @throws Error when the engine was not loaded.
 */
export function patternFault(pattern: string): PatternFault | undefined {
  const read = readPattern(pattern)
  if ('fault' in read) return read
  if (read.size <= MAX_PATTERN_SIZE) return undefined
  return { fault: `must compile to at most ${MAX_PATTERN_SIZE} instructions, not ${read.size}`, isTooLarge: true }
}
