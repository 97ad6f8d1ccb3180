/**
 * One pass over a JSON text before it is parsed: its depth, its number of values and members, and how its
 * numbers are written.
 *
 * The scan does not check the grammar; `JSON.parse` does. It protects the parser, and all later traversals of the value, from a
 * depth that would overflow the stack, and from more values than one turn of the event loop has time for.
 *
 * @module
 */

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const DOT = 0x2e
const UPPER_E = 0x45
const LOWER_E = 0x65
const BACKSLASH = 0x5c
/** `[`; no smaller byte is a bracket. */
const FIRST_BRACKET = 0x5b
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d

/** Result of a scan. */
export interface JsonScan {
  /** Colons outside strings: in a JSON text, the number of its members, repeated ones included. */
  readonly members: number
  /** Members and items; an empty array or object counts as two. */
  readonly values: number
  /** Whether a number has a fraction or an exponent. */
  readonly hasFractions: boolean
  /** The limit that the text exceeds, if any; the scan stopped there. */
  readonly exceeded?: 'depth' | 'values'
}

/** Limits of a scan. */
export interface ScanLimits {
  /** Deepest nesting of arrays and objects. */
  readonly maxDepth: number
  /** Most members and items. */
  readonly maxValues: number
}

/**
 * Scans a JSON text.
 *
 * @param text - Need not be valid JSON.
 * @param limits - See {@link ScanLimits}.
 */
export function scanJson(text: string, { maxDepth, maxValues }: ScanLimits): JsonScan {
  const end = text.length
  let depth = 0
  let members = 0
  // Each member or item but the first of an array or object has a comma; the bracket counts for the first.
  let values = 0
  let hasFractions = false
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at)
    // White space, the most frequent outside of strings, takes the fewest comparisons.
    if (unit <= COMMA) {
      if (unit === QUOTE) at = endOfString(text, at + 1)
      else if (unit === COMMA && ++values > maxValues) return { members, values, hasFractions, exceeded: 'values' }
    } else if (unit < FIRST_BRACKET) {
      if (unit === COLON) members++
      else if (unit === DOT || unit === UPPER_E) hasFractions = true
    } else {
      const bracket = unit | BRACE_BIT
      if (bracket === OPEN) {
        if (++depth > maxDepth) return { members, values, hasFractions, exceeded: 'depth' }
        if (++values > maxValues) return { members, values, hasFractions, exceeded: 'values' }
      } else if (bracket === CLOSE) depth--
      else if (unit === LOWER_E && isDigit(text.charCodeAt(at - 1))) hasFractions = true
    }
  }
  return { members, values, hasFractions }
}

/** Whether a code unit is a digit: the `e` of an exponent follows one, that of `true` a letter. */
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

/**
 * The offset of the quote that ends a string, or the end of the text: the first quote after an even number of backslashes. The
 * engine's search for quotes is many times as fast as a loop over all characters.
 */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
  }
  return text.length
}
