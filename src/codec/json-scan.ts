/**
 * One pass over the bytes of a JSON text, before it is parsed: how deep it nests, how many values and members it has.
 *
 * The scan does not judge the grammar; `JSON.parse` does. It only keeps the parser, and everybody who walks the value
 * later, from a depth that would end in a stack overflow, and from more values than a turn of the event loop has time for.
 *
 * @module
 */

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
/** `[`; no smaller byte is a bracket. */
const FIRST_BRACKET = 0x5b
/** `[` and `{` differ in this bit alone, and so do `]` and `}`. */
const BRACE_BIT = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d

/** What a scan found. */
export interface JsonScan {
  /** Colons outside strings: in a JSON text, the number of its members, repeated ones included. */
  readonly members: number
  /** Members and items; an empty array or object counts as two. */
  readonly values: number
  /** The limit that the text goes past, if any; the scan stopped there. */
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
 * @param bytes - The text in UTF-8, which need not be valid JSON.
 * @param limits - See {@link ScanLimits}.
 */
export function scanJson(bytes: Uint8Array, { maxDepth, maxValues }: ScanLimits): JsonScan {
  const end = bytes.length
  let depth = 0
  let members = 0
  // A comma for each member or item but the first of an array or object, which its bracket stands for.
  let values = 0
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      at++
      for (; at < end; at++) {
        const inner = bytes[at]
        if (inner === QUOTE) break
        if (inner === BACKSLASH) at++
      }
    } else if (byte === COMMA) {
      if (++values > maxValues) return { members, values, exceeded: 'values' }
    } else if (byte === COLON) {
      members++
    } else if (byte >= FIRST_BRACKET) {
      const bracket = byte | BRACE_BIT
      if (bracket === OPEN) {
        if (++depth > maxDepth) return { members, values, exceeded: 'depth' }
        if (++values > maxValues) return { members, values, exceeded: 'values' }
      } else if (bracket === CLOSE) depth--
    }
  }
  return { members, values }
}
