/**
 * Collects bytes that arrive in chunks.
 *
 * @module
 */

import { joinBytes } from '../values/join-bytes.js'

/** A chunk is an object of some 350 bytes, and a sender may send single bytes: at this number chunks are joined. */
const MAX_CHUNKS = 256

/** Collects chunks with memory in proportion to their bytes, however small they are. */
export class ByteBuffer {
  #joined: Uint8Array[] = []
  #chunks: Uint8Array[] = []
  #length = 0

  /** Number of bytes added. */
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

  /** Returns the bytes and empties the buffer. A single chunk is not copied. */
  take(): Uint8Array {
    const whole = joinBytes([...this.#joined, ...this.#chunks])
    this.#joined = []
    this.#chunks = []
    this.#length = 0
    return whole
  }
}
