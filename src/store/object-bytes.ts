/**
 * Stored bytes of an object: its JSON with `kind` and `apiVersion` first, then `metadata`, then the rest.
 *
 * The bytes lack `metadata.resourceVersion`, which is known only when they are committed. Readers splice it in while
 * they copy. As `kind` and `apiVersion` are strings, in which a quote is escaped, the first `"metadata":{` of the bytes
 * is the object's own, and no parser is needed to find it.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../meta/index.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const METADATA = encoder.encode('"metadata":{')
const VERSION = encoder.encode('"resourceVersion":"')
const [QUOTE, COMMA, OPEN, CLOSE, ZERO] = [0x22, 0x2c, 0x7b, 0x7d, 0x30]

/**
 * Writes an object as it is stored, as text.
 *
 * @param object - The object; its `resourceVersion` is left out.
 */
export function formatObject(object: ApiObject): string {
  const { kind, apiVersion, metadata, ...rest } = object
  const { resourceVersion: _, ...meta } = metadata
  // Put together by hand: a member such as `"0"` would come before all others in what JSON.stringify writes.
  const tail = JSON.stringify(rest)
  const type = `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)}`
  return `${type},"metadata":${JSON.stringify(meta)}${tail === '{}' ? '}' : `,${tail.slice(1)}`}`
}

/**
 * Writes an object as it is stored.
 *
 * @param object - The object; its `resourceVersion` is left out.
 */
export const encodeObject = (object: ApiObject): Uint8Array => encoder.encode(formatObject(object))

/**
 * Reads bytes, stored or with a version spliced in.
 *
 * @param bytes - JSON in UTF-8.
 * @returns The object, or undefined when the bytes are not one.
 */
export function decodeObject(bytes: Uint8Array): ApiObject | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return isRecord(value) && isRecord(value.metadata) ? (value as ApiObject) : undefined
  } catch {
    return undefined
  }
}

/**
 * Finds the place where the version is spliced in.
 *
 * @param value - Stored bytes.
 * @returns Offset of the first byte inside `metadata`, or -1 when there is none.
 */
export function findSplice(value: Uint8Array): number {
  for (let at = value.indexOf(QUOTE); at >= 0; at = value.indexOf(QUOTE, at + 1)) {
    let i = 1
    while (i < METADATA.length && value[at + i] === METADATA[i]) i += 1
    if (i === METADATA.length) return at + i
  }
  return -1
}

/** Stored bytes, and what has to be known to write them out. */
export interface StoredBytes {
  readonly value: Uint8Array
  /** What {@link findSplice} says of them. */
  readonly splice: number
  readonly revision: number
}

function digitsOf(revision: number): number {
  let digits = 1
  for (let rest = revision; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
  return digits
}

/** Bytes that the version adds: with its quotes, and a comma unless the metadata is empty. */
const versionLength = ({ value, splice, revision }: StoredBytes): number =>
  VERSION.length + digitsOf(revision) + (value[splice] === CLOSE ? 1 : 2)

/** Bytes before the metadata that an item of a list leaves out: all but the opening brace. */
const typeLength = ({ splice }: StoredBytes): number => splice - METADATA.length - 1

/**
 * Counts the bytes that {@link writeBytes} writes.
 *
 * @param stored - The bytes, with a splice that is not -1.
 * @param withoutType - Whether `kind` and `apiVersion` are left out.
 */
export const writtenLength = (stored: StoredBytes, withoutType: boolean): number =>
  stored.value.length + versionLength(stored) - (withoutType ? typeLength(stored) : 0)

/**
 * Copies stored bytes with their version in place.
 *
 * @param stored - The bytes, with a splice that is not -1.
 * @param target - Has room for {@link writtenLength} bytes.
 * @param start - Where to begin in the target.
 * @param withoutType - Whether `kind` and `apiVersion` are left out.
 * @returns The offset after the last byte.
 */
export function writeBytes(stored: StoredBytes, target: Uint8Array, start: number, withoutType: boolean): number {
  const { value, splice, revision } = stored
  let offset = start
  target[offset++] = OPEN
  // A few dozen bytes, sooner copied one by one than through a view made for them.
  for (let i = withoutType ? splice - METADATA.length : 1; i < splice; i++) target[offset++] = value[i] as number
  for (let i = 0; i < VERSION.length; i++) target[offset++] = VERSION[i] as number
  const end = offset + digitsOf(revision)
  for (let rest = revision, at = end - 1; at >= offset; at--, rest = Math.floor(rest / 10)) target[at] = ZERO + (rest % 10)
  offset = end
  target[offset++] = QUOTE
  if (value[splice] !== CLOSE) target[offset++] = COMMA
  target.set(value.subarray(splice), offset)
  return offset + value.length - splice
}
