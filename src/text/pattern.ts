/**
 * Compiles and matches patterns from users' schemas in linear time and with counted steps. Only this file imports re2js.
 *
 * Loading re2js takes longer than loading the rest of this package, so it is loaded when the first schema with a pattern is
 * prepared.
 *
 * @module
 */

import { LazyCode } from '../meta/index.js'
import { withoutGroupNames } from './group-names.js'
import { Automaton, type StepBudget } from './pattern-automaton.js'
import { estimatePatternSize } from './pattern-size.js'

type Engine = typeof import('re2js')
type Compiled = ReturnType<Engine['RE2JS']['compile']>

/** Maximum instructions of a pattern in a definition (ours). The largest repetition, `{0,1000}`, takes 2,000. */
const MAX_PATTERN_SIZE = 2048
/** Patterns with a larger estimate are never compiled (ours). The estimate is accurate to a factor of two. */
const MAX_ESTIMATE = 4 * MAX_PATTERN_SIZE
/** Longer patterns are not parsed (ours). */
const MAX_PATTERN_LENGTH = 10_000

/** A search for successive matches. In our words: the declarations of re2js need a newer compiler than ours do. */
export interface PatternMatcher {
  /** Whether there is a further match. */
  find(): boolean
  /** The text of the match. */
  group(): string | null
  /** Where the match ends. */
  end(): number
}

/** A compiled pattern. */
export interface Pattern {
  /** Instructions of its program. */
  readonly size: number
  /**
   * Searches a string, for callers that need more than a boolean. Costs up to {@link Pattern.size} instructions for each character.
   */
  matcher(text: string): PatternMatcher
  /**
   * Whether a string contains a match.
   *
   * @param budget - Reduced by the cost. If it is below zero afterwards, the result is not valid.
   */
  matches(text: string, budget: StepBudget): boolean
}

/** Why a pattern was refused. */
export interface PatternFault {
  /** The error, such as ``error parsing regexp: missing closing ): `(a` ``. */
  readonly fault: string
  /** Whether it was refused for its size; its syntax may be valid. */
  readonly isTooLarge: boolean
}

const engine = /* @__PURE__ */ new LazyCode(() => import('re2js'), 'patterns are not prepared: await schema.prepare() first')

/**
 * Loads the engine, once.
 *
 * @returns Undefined when it is loaded already.
 */
export const preparePatterns = (): Promise<void> | undefined => engine.prepare()

/** Cache of compiled patterns, by text. Definitions often repeat patterns, and do not keep compiled ones. */
const recent = new Map<string, Pattern>()
/** Maximum instructions in the cache (ours): about 50 MB. */
const MAX_RECENT_SIZE = 200_000
let recentSize = 0

/**
 * Compiles a pattern, or returns it from the cache. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression in RE2 syntax, which has no lookaround and no backreferences.
 * @param onCompile - Called with the estimated cost, in instructions, before a pattern that is not cached is compiled; may throw.
 * @throws Error when the engine was not loaded.
 */
export function readPattern(pattern: string, onCompile?: (size: number) => void): Pattern | PatternFault {
  const known = recent.get(pattern)
  if (known) return known
  const { loaded } = engine
  const tooLarge = patternTooLarge(pattern)
  if (tooLarge !== undefined) return { fault: tooLarge, isTooLarge: true }
  onCompile?.(estimatePatternSize(pattern))
  try {
    return remember(pattern, compile(loaded, pattern))
  } catch (error) {
    return { fault: syntaxFault(pattern, error), isTooLarge: false }
  }
}

/** Unlike the package, Kubernetes lets groups of a pattern share a name. Names have no use here. */
function compile({ RE2JS }: Engine, pattern: string): Compiled {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if ((error as { readonly error?: unknown }).error !== 'duplicate capture group name') throw error
    return RE2JS.compile(withoutGroupNames(pattern))
  }
}

/**
 * Checks from the text alone whether a pattern is too large to be compiled.
 *
 * @param pattern - A regular expression.
 * @returns The error; undefined when it is small enough.
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
    matcher: (text) => compiled.matcher(text),
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

/** Maximum characters of a pattern in an error. */
const MAX_SHOWN = 200

function syntaxFault(pattern: string, error: unknown): string {
  const { error: fault, input } = error as { readonly error?: unknown; readonly input?: unknown }
  const part = typeof input === 'string' && input !== '' ? input : pattern
  const shown = part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part
  return `error parsing regexp: ${typeof fault === 'string' ? fault : 'expression nests too deeply'}: \`${shown}\``
}

/**
 * Validates a pattern of a definition. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression.
 * @returns The fault; undefined for a valid pattern.
 * @throws Error when the engine was not loaded.
 */
export function patternFault(pattern: string): PatternFault | undefined {
  const read = readPattern(pattern)
  if ('fault' in read) return read
  if (read.size <= MAX_PATTERN_SIZE) return undefined
  return { fault: `must compile to at most ${MAX_PATTERN_SIZE} instructions, not ${read.size}`, isTooLarge: true }
}
