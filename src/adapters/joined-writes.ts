/**
 * Joins chunks into one write.
 *
 * @module
 */

/** Longer chunks, such as slices of lists, are not copied: that would cost more than writing them one by one. */
const LONGEST_CHUNK = 4 * 1024
/** Maximum bytes copied into one chunk. */
const LONGEST = 64 * 1024

interface Joined {
  readonly chunks: readonly Uint8Array[]
  readonly bytes: Uint8Array
}

/** The joined chunks of this turn of the event loop, by the first chunk. */
const joined = new Map<Uint8Array, Joined>()

/**
 * Joins chunks. Streams that send the same to many clients in one turn share the bytes.
 *
 * @param chunks - At least one.
 * @returns The chunks as one, or unchanged when they are long.
 */
export function joinedWrites(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first] = chunks
  if (!first || chunks.length === 1 || chunks.some((chunk) => chunk.length > LONGEST_CHUNK)) return chunks
  const known = joined.get(first)
  if (known && isSame(known.chunks, chunks)) return [known.bytes]
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > LONGEST) return chunks
  const bytes = Buffer.concat(chunks, length)
  if (joined.size === 0) setImmediate(() => joined.clear())
  joined.set(first, { chunks, bytes })
  return [bytes]
}

const isSame = (some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean =>
  some.length === others.length && some.every((chunk, i) => chunk === others[i])
