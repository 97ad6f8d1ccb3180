/**
 * The metadata of objects in bytes; objects without `metadata.managedFields`, which are often more than half of an object
 * and of no use to most clients.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'

const encoder = new TextEncoder()
const METADATA = encoder.encode('"metadata":{')
const MANAGED_FIELDS = encoder.encode('"managedFields":')
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d]

/** An object without its managed fields. */
export function withoutManagedFields(object: ApiObject): ApiObject {
  const { managedFields, ...metadata } = object.metadata
  return managedFields === undefined ? object : { ...object, metadata }
}

/**
 * Cuts the managed fields out of an object's JSON, in place and without reading more than its metadata.
 *
 * @param bytes - Holds JSON without white space, as rows write it: `metadata` is the first of the object's members whose
 *   value is an object.
 * @param start - Where the object begins.
 * @param end - Where it ends.
 * @returns Where it ends now: what came after the managed fields has moved up.
 */
export function cutManagedFields(bytes: Uint8Array, start: number, end: number): number {
  const metadata = findMetadata(bytes, start, end)
  if (metadata < 0) return end
  let at = metadata
  while (at < end && bytes[at] !== CLOSE_OBJECT) {
    const isIt = matches(bytes, at, MANAGED_FIELDS)
    const next = endOfValue(bytes, endOfString(bytes, at) + 1)
    if (isIt) {
      // One comma goes with it: the one behind, or the one before when it is the last member.
      const isLast = bytes[next] !== COMMA
      const from = isLast && at > metadata ? at - 1 : at
      bytes.copyWithin(from, isLast ? next : next + 1, end)
      return end - ((isLast ? next : next + 1) - from)
    }
    at = bytes[next] === COMMA ? next + 1 : next
  }
  return end
}

/**
 * The metadata of an object, with its braces: a view of the same memory.
 *
 * @param bytes - The object's JSON, as {@link cutManagedFields} wants it.
 */
export function metadataOf(bytes: Uint8Array): Uint8Array {
  const start = findMetadata(bytes, 0, bytes.length) - 1
  return bytes.subarray(start, endOfValue(bytes, start))
}

/** The first byte inside the object's metadata. Before it stand texts only, in which a quote is escaped. */
function findMetadata(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(QUOTE, start); at >= 0 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
    if (matches(bytes, at, METADATA)) return at + METADATA.length
  }
  return -1
}

function matches(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false
  return true
}

/** The offset behind a text that begins here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** The offset of the comma or brace behind a value that begins here. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0
  let at = start
  while (at < bytes.length) {
    const byte = bytes[at]
    if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST)) return at
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      continue
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1
    at += 1
  }
  return at
}
