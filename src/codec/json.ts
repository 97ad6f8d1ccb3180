/**
 * JSON bodies: bytes to values and back.
 *
 * @module
 * @see RFC 8259
 */

import { type ApiError, badRequest } from '../meta/index.js'
import { countKeys, findDuplicateFields } from './json-duplicates.js'
import { explainJsonError } from './json-error.js'
import { scanJson } from './json-scan.js'

/**
 * Deepest nesting of a body (ours). `JSON.stringify` and every recursive walk have a stack to fit in; the field allows
 * 10,000, which ends them on Node's default stack.
 */
export const MAX_BODY_DEPTH = 1000

/** Bounds and wishes of a decoder. */
export interface DecodeLimits {
  /** Deepest nesting of arrays and objects. Default {@link MAX_BODY_DEPTH}. */
  readonly maxDepth?: number
  /** Refuse a body that is not an object, as JSON patches (arrays) may be. Default false. */
  readonly objectOnly?: boolean
}

/** A body as a value. */
export interface Decoded {
  readonly value: unknown
  /** Paths that occur more than once, such as `data.k`; the last value counts. Each path once. */
  readonly duplicateFields: readonly string[]
}

const encoder = new TextEncoder()
// A byte order mark is not white space (RFC 8259 §8.1), so it stays in the text and is refused there.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const unreadable = (detail: string, cause?: unknown): ApiError =>
  badRequest(`couldn't get version/kind; json parse error: ${detail}`, cause)

/** Words for what stands where an object should. */
const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/**
 * Refuses a value that is not a JSON object.
 *
 * @param value - A decoded body.
 * @throws {@link ApiError} 400 for anything else.
 */
export function requireObject(value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable(`json: cannot unmarshal ${typeName(value)} into an object`)
  }
}

/**
 * Reads text in UTF-8.
 *
 * @param bytes - The text.
 * @throws {@link ApiError} 400 when the bytes are not UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    throw unreadable('invalid UTF-8', error)
  }
}

/**
 * Decodes a JSON body. Of a member that occurs twice the last value counts.
 *
 * @param bytes - The body.
 * @param limits - See {@link DecodeLimits}.
 * @returns The value, and the paths that occur more than once.
 * @throws {@link ApiError} 400 for what is not JSON in UTF-8, nests too deep, or has a number that no double holds.
 * @see RFC 8259
 */
export function decodeJson(bytes: Uint8Array, limits: DecodeLimits = {}): Decoded {
  const scan = scanJson(bytes, limits.maxDepth ?? MAX_BODY_DEPTH)
  if (scan.tooDeep) throw unreadable('exceeded max depth')
  const text = decodeText(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unreadable(explainJsonError(text), error)
  }
  const { keys, infinite } = countKeys(value)
  if (infinite) throw unreadable('a number is out of range')
  if (limits.objectOnly) requireObject(value)
  return { value, duplicateFields: keys === scan.members ? [] : findDuplicateFields(text) }
}

/**
 * Encodes a JSON value, compact or indented by two spaces.
 *
 * @param value - A JSON value; undefined members are left out.
 * @param options - `pretty` indents. Default false.
 */
export function encodeJson(value: unknown, options: { readonly pretty?: boolean } = {}): Uint8Array {
  return encoder.encode(JSON.stringify(value, undefined, options.pretty ? 2 : undefined) ?? 'null')
}
