/**
 * The one door to re2js: patterns from users' schemas, matched in linear time.
 *
 * The engine costs more to load than all of this package, so it comes in when a schema with a pattern is first prepared.
 *
 * @module
 */

type Engine = typeof import('re2js')

/** Tells whether a text contains a match. */
export type PatternMatcher = (text: string) => boolean

/**
 * Patterns of up to so many instructions are matched by the engine's automaton, which is the fastest but remembers the states
 * that texts have led it to; larger ones are matched anew each time.
 */
const MAX_FAST_SIZE = 500

let engine: Engine | undefined
let loading: Promise<void> | undefined

/**
 * Loads the engine, once.
 *
 * @returns Undefined when it is there already.
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

/**
 * The loaded engine, for those who need more than a yes or no.
 *
 * @throws Error when the engine was not loaded.
 */
export function patternEngine(): Engine {
  if (!engine) throw new Error('patterns are not prepared: await preparePatterns() or schema.prepare() first')
  return engine
}

/**
 * Reads a pattern. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression in the syntax of RE2, which knows no lookaround and no references back.
 * @returns What matches it anywhere in a text, or undefined when the pattern cannot be read.
 * @throws Error when the engine was not loaded.
 */
export function readPattern(pattern: string): PatternMatcher | undefined {
  const { RE2JS } = patternEngine()
  try {
    const compiled = RE2JS.compile(pattern)
    if (compiled.programSize() > MAX_FAST_SIZE) return (text) => compiled.matcher(text).find()
    return (text) => compiled.test(text)
  } catch {
    return undefined
  }
}

/** More of a pattern than this is not shown. */
const MAX_SHOWN = 200

/**
 * Says why a pattern cannot be read. Call it after {@link preparePatterns}.
 *
 * @param pattern - A regular expression.
 * @returns The field's words, such as ``error parsing regexp: missing closing ): `(a` ``; undefined when it can be read.
 * @throws Error when the engine was not loaded.
 */
export function patternFault(pattern: string): string | undefined {
  const { RE2JS } = patternEngine()
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    const { error: fault, input } = error as { readonly error?: unknown; readonly input?: unknown }
    const part = typeof input === 'string' && input !== '' ? input : pattern
    const shown = part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part
    return `error parsing regexp: ${typeof fault === 'string' ? fault : 'expression nests too deeply'}: \`${shown}\``
  }
}
