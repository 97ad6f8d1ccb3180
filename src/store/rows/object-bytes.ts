/**
 * Stored bytes of an object: its JSON with `kind` and `apiVersion` first, then `metadata`, then the rest.
 *
 * The bytes lack `metadata.resourceVersion`, which is known only when they are committed. Readers splice it in while
 * they copy. As `kind` and `apiVersion` are strings, in which a quote is escaped, the first `"metadata":{` of the bytes
 * is the object's own, and no parser is needed to find it.
 *
 * @module
 */

import { type ApiObject, copyWith, isRecord, type UnknownRecord } from '../../meta/index.js'
import type { ByteRange } from './slab-allocator.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const TYPE_FIRST = '{"kind":'
const METADATA = encoder.encode('"metadata":{')
const VERSION = encoder.encode('"resourceVersion":"')
const [QUOTE, COMMA, OPEN, CLOSE, ZERO] = [0x22, 0x2c, 0x7b, 0x7d, 0x30]

/**
 * Writes an object as it is stored, as text.
 *
 * @param object - The object; its `resourceVersion` is left out.
 */
export function formatObject(object: ApiObject): string {
  const { kind, apiVersion } = object
  const hasVersion = object.metadata.resourceVersion !== undefined
  const metadata = hasVersion ? copyWith(object.metadata, { resourceVersion: undefined }) : object.metadata
  const ordered: UnknownRecord = { kind, apiVersion, metadata, ...(object as UnknownRecord) }
  ordered.metadata = metadata
  const text = JSON.stringify(ordered)
  return text.startsWith(TYPE_FIRST) ? text : formatInOrder({ kind, apiVersion, metadata }, object)
}

/** Joins the members by hand: JSON.stringify would write a member such as `"0"` before all others. */
function formatInOrder(first: object, { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...rest }: ApiObject): string {
  return `${JSON.stringify(first).slice(0, -1)},${JSON.stringify(rest).slice(1)}`
}

/**
 * Writes an object as it is stored.
 *
 * @param object - The object; its `resourceVersion` is left out.
 */
export const encodeObject = (object: ApiObject): Uint8Array => encoder.encode(formatObject(object))

/**
 * Counts the bytes that an object takes in the storage.
 *
 * @param object - The object; its `resourceVersion` is left out.
 */
export const storedSize = (object: ApiObject): number => encodeObject(object).length

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
 * @param range - Stored bytes.
 * @returns Offset of the first byte inside `metadata`, from the start of the bytes, or -1 when there is none.
 */
export function findSplice({ slab: { bytes }, start, end }: ByteRange): number {
  const last = end - METADATA.length
  for (let at = bytes.indexOf(QUOTE, start); at >= 0 && at <= last; at = bytes.indexOf(QUOTE, at + 1)) {
    let i = 1
    while (i < METADATA.length && bytes[at + i] === METADATA[i]) i += 1
    if (i === METADATA.length) return at + i - start
  }
  return -1
}

/** Stored bytes, and what writing them out requires. */
export interface StoredBytes extends ByteRange {
  /** The result of {@link findSplice}. */
  readonly splice: number
  readonly revision: number
}

function digitsOf(revision: number): number {
  let digits = 1
  for (let rest = revision; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
  return digits
}

/** Bytes of the inserted version: with its quotes, and a comma unless the metadata is empty. */
const versionLength = ({ slab, start, splice, revision }: StoredBytes): number =>
  VERSION.length + digitsOf(revision) + (slab.bytes[start + splice] === CLOSE ? 1 : 2)

/** Bytes before the metadata that an item of a list leaves out: all but the opening brace. */
const typeLength = ({ splice }: StoredBytes): number => splice - METADATA.length - 1

/**
 * Counts the bytes that {@link writeBytes} writes.
 *
 * @param stored - The bytes, with a splice that is not -1.
 * @param withoutType - Whether `kind` and `apiVersion` are left out.
 */
export const writtenLength = (stored: StoredBytes, withoutType: boolean): number =>
  stored.end - stored.start + versionLength(stored) - (withoutType ? typeLength(stored) : 0)

/**
 * Copies stored bytes with their version in place.
 *
 * @param stored - The bytes, with a splice that is not -1.
 * @param target - Has room for {@link writtenLength} bytes.
 * @param at - Where to begin in the target.
 * @param withoutType - Whether `kind` and `apiVersion` are left out.
 * @returns The offset after the last byte.
 */
export function writeBytes(stored: StoredBytes, target: Uint8Array, at: number, withoutType: boolean): number {
  const { slab, start, end: last, revision } = stored
  const { bytes } = slab
  const splice = start + stored.splice
  let offset = at
  target[offset++] = OPEN
  // A few dozen bytes: copying one by one is faster than a view.
  for (let i = withoutType ? splice - METADATA.length : start + 1; i < splice; i++) target[offset++] = bytes[i] as number
  for (let i = 0; i < VERSION.length; i++) target[offset++] = VERSION[i] as number
  const end = offset + digitsOf(revision)
  for (let rest = revision, i = end - 1; i >= offset; i--, rest = Math.floor(rest / 10)) target[i] = ZERO + (rest % 10)
  offset = end
  target[offset++] = QUOTE
  if (bytes[splice] !== CLOSE) target[offset++] = COMMA
  target.set(bytes.subarray(splice, last), offset)
  return offset + last - splice
}
