/**
 * Bytes that arrive in chunks, kept until they are whole.
 *
 * @module
 */

import { joinBytes } from '../values/join-bytes.js'

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

  /** Adds a chunk, which must not be changed until the bytes are taken. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#chunks.push(chunk) < MAX_CHUNKS) return
    this.#joined.push(joinBytes(this.#chunks))
    this.#chunks = []
  }

  /** The bytes; the buffer is empty then. A single chunk is not copied. */
  take(): Uint8Array {
    const whole = joinBytes([...this.#joined, ...this.#chunks])
    this.#joined = []
    this.#chunks = []
    this.#length = 0
    return whole
  }
}
