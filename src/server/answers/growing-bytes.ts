/**
 * A byte buffer that is written piece by piece, with text or bytes.
 *
 * @module
 */

const encoder = new TextEncoder()
/** A UTF-16 unit is at most so many bytes of UTF-8. */
const BYTES_PER_UNIT = 3

/** A buffer that grows as needed. */
export class GrowingBytes {
  #bytes: Uint8Array
  #length = 0

  /** @param room - Bytes before the first growth. */
  constructor(room: number) {
    this.#bytes = new Uint8Array(room)
  }

  /** How many bytes were written since the last {@link GrowingBytes.take}. */
  get length(): number {
    return this.#length
  }

  /** Writes text as UTF-8. */
  text(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT)
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** Writes bytes. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Returns what was written, as a new array, and starts over. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
