/**
 * Locates the metadata of objects in bytes, and cuts out `metadata.managedFields`, which are often more than half of an object and
 * of no use to most clients.
 *
 * @module
 */

const encoder = new TextEncoder()
const METADATA = encoder.encode('"metadata":{')
const MANAGED_FIELDS = encoder.encode('"managedFields":')
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d]

/** The position of an object's metadata in its bytes. */
export interface MetadataSpan {
  /** Offset of its opening brace. */
  readonly start: number
  /** Offset after its closing brace. */
  readonly end: number
  /** The managed fields with their comma: first offset, and the offset after them. */
  readonly cutFrom: number
  readonly cutTo: number
}

/**
 * Locates the metadata of an object, and the managed fields in it, without parsing anything else.
 *
 * @param bytes - Holds JSON without white space, as rows write it: `metadata` is the first of the object's members whose
 *   value is an object.
 * @param start - Where the object begins.
 * @param end - Where it ends.
 * @returns Undefined for an object without metadata.
 */
export function findMetadata(bytes: Uint8Array, start: number, end: number): MetadataSpan | undefined {
  const first = startOfMetadata(bytes, start, end)
  if (first < 0) return undefined
  let cutFrom = end
  let cutTo = end
  let at = first
  while (at < end && bytes[at] !== CLOSE_OBJECT) {
    const isManaged = matches(bytes, at, MANAGED_FIELDS)
    const next = endOfValue(bytes, endOfString(bytes, at) + 1)
    const isLast = bytes[next] !== COMMA
    if (isManaged) {
      // One comma belongs to it: the one after it, or the one before when it is the last member.
      cutFrom = isLast && at > first ? at - 1 : at
      cutTo = isLast ? next : next + 1
    }
    at = isLast ? next : next + 1
  }
  return { start: first - 1, end: at + 1, cutFrom, cutTo }
}

/**
 * Cuts the managed fields out of an object's JSON, in place.
 *
 * @param bytes - As for {@link findMetadata}.
 * @param start - Where the object begins.
 * @param end - Where it ends.
 * @returns The new end: the bytes after the managed fields have moved up.
 */
export function cutManagedFields(bytes: Uint8Array, start: number, end: number): number {
  const metadata = findMetadata(bytes, start, end)
  if (!metadata || metadata.cutFrom === end) return end
  bytes.copyWithin(metadata.cutFrom, metadata.cutTo, end)
  return end - (metadata.cutTo - metadata.cutFrom)
}

/** The first byte inside the object's metadata. Only strings precede it, in which a quote is escaped. */
function startOfMetadata(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(QUOTE, start); at >= 0 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
    if (matches(bytes, at, METADATA)) return at + METADATA.length
  }
  return -1
}

function matches(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false
  return true
}

/** The offset after a string that starts here. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** The offset of the comma or brace after a value that starts here. */
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
