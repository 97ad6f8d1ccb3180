/**
 * Repeatable random values.
 *
 * @module
 */

import type { Random } from '../meta/index.js'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A source of random values that are the same for the same seed. It is for tests, not for secrets. The generator is of the family
 * "small fast counting" with 128 bits of state.
 */
export class SeededRandom implements Random {
  #state: readonly [number, number, number, number]

  /** @param seed - Any number; its whole part counts, up to 2^53. */
  constructor(seed: number) {
    const whole = Math.trunc(seed)
    this.#state = [whole >>> 0, Math.floor(whole / 2 ** 32) >>> 0, 0x9e3779b9, 1]
    // Adjacent seeds give similar first values; some rounds remove that.
    for (let round = 0; round < 16; round++) this.#next()
  }

  uuid(): string {
    const bytes = this.bytes(16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = Array.from(bytes, (byte) => HEX[byte]).join('')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.#next() >>> 24)
  }

  /**
   * A whole number.
   *
   * @param below - Exclusive upper bound; the lower bound is 0.
   */
  integer(below: number): number {
    return Math.floor((this.#next() / 2 ** 32) * below)
  }

  /** A copy with the same state, independent from now on. */
  clone(): SeededRandom {
    const copy = new SeededRandom(0)
    copy.follow(this)
    return copy
  }

  /** Copies the state of another source. */
  follow(other: SeededRandom): void {
    this.#state = other.#state
  }

  #next(): number {
    const [a, b, c, counter] = this.#state
    const result = (((a + b) | 0) + counter) | 0
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + result) | 0, (counter + 1) | 0]
    return result >>> 0
  }
}
