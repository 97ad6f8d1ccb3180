/**
 * Chunks that go out together as one.
 *
 * @module
 */

/** Longer ones are not copied: that would cost more than writing them one by one. */
const LONGEST = 64 * 1024

let last: { readonly chunks: readonly Uint8Array[]; readonly bytes: Uint8Array } | undefined

/**
 * Joins chunks. Streams that tell many clients the same thing get the very same bytes.
 *
 * @param chunks - At least one.
 * @returns The chunks as one, or as they are when they are long.
 */
export function joinedWrites(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
  if (chunks.length === 1) return chunks
  if (last && isSame(last.chunks, chunks)) return [last.bytes]
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length > LONGEST) return chunks
  last = { chunks, bytes: Buffer.concat(chunks, length) }
  return [last.bytes]
}

const isSame = (some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean =>
  some.length === others.length && some.every((chunk, i) => chunk === others[i])
