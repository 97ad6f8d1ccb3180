/**
 * The bytes that the histories of all collections of a store hold.
 *
 * Each collection has a bound of its own, but there may be thousands of collections: together they have one as well. When it is exceeded
 * the largest histories get shorter, so that those of other collections stay what they are.
 *
 * @module
 */

/** A history that can be made shorter. */
export interface SizedHistory {
  /** Bytes of superseded objects. */
  readonly bytes: number
  /**
   * Forgets the oldest changes.
   *
   * @param bytes - What may be left.
   */
  shrink(bytes: number): void
}

/** What is made free at a time, as a part of the bound: histories are compared less often then. */
const SLACK = 1 / 16

/** Counts and bounds the bytes of histories. */
export class HistoryBytes {
  readonly #maxBytes: number
  readonly #histories = new Set<SizedHistory>()
  #total = 0

  /** @param maxBytes - Of all histories. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes of all histories. */
  get total(): number {
    return this.#total
  }

  /**
   * Records that a history holds more, or less.
   *
   * @param history - As it is now.
   * @param difference - Bytes.
   */
  changed(history: SizedHistory, difference: number): void {
    this.#total += difference
    if (history.bytes > 0) this.#histories.add(history)
    else this.#histories.delete(history)
    if (difference > 0 && this.#total > this.#maxBytes) this.#shrink(this.#maxBytes * (1 - SLACK))
  }

  /** Shortens the largest histories to the length at which all together hold the target, in one pass over them. */
  #shrink(target: number): void {
    const ascending = [...this.#histories].sort((a, b) => a.bytes - b.bytes)
    let left = target
    for (const [index, { bytes }] of ascending.entries()) {
      const share = left / (ascending.length - index)
      if (bytes > share) {
        for (const history of ascending.slice(index)) history.shrink(share)
        return
      }
      left -= bytes
    }
  }
}
