/**
 * Bytes that arrive in chunks, kept until they are whole.
 *
 * @module
 */

/** A chunk is an object of some 350 bytes, and a sender may make one of each byte: so many are kept before they are joined. */
const MAX_CHUNKS = 256

/** Collects chunks in memory in proportion to their bytes, however small they are. */
export class ByteBuffer {
  #joined: Uint8Array[] = []
  #chunks: Uint8Array[] = []
  #length = 0

  /** Bytes that were added. */
  get length(): number {
    return this.#length
  }

  /** Adds a chunk, which nobody may change until the bytes are taken. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#chunks.push(chunk) < MAX_CHUNKS) return
    this.#joined.push(join(this.#chunks))
    this.#chunks = []
  }

  /** The bytes; the buffer is empty then. A single chunk is not copied. */
  take(): Uint8Array {
    const whole = join([...this.#joined, ...this.#chunks])
    this.#joined = []
    this.#chunks = []
    this.#length = 0
    return whole
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
