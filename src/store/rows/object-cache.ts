/**
 * Parsed objects of the most recently used rows.
 *
 * Not weak references: those created or read in one event-loop iteration live until its end, and code that awaits
 * only microtasks is one iteration, however long. The bound in bytes always holds, except for the object added last: its
 * reader uses it several times, and parsing a large object each time would take longer than all the rest.
 *
 * @module
 */

/** A holder of a parsed object that can be released. */
export interface Holder {
  /** Bytes of the object's JSON. */
  readonly size: number
  release(): void
}

/** The holders that were added last, up to a number of bytes, and the very last in any case; older ones are released. */
export class ObjectCache<T extends Holder> {
  /** From `head` on; what was released is undefined, as a row has bytes of its own. */
  #holders: (T | undefined)[] = []
  #head = 0
  #bytes = 0
  readonly #maxBytes: number

  /** @param maxBytes - JSON bytes of all objects held; their memory is a few times that. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Adds a holder.
   *
   * @param holder - Has just parsed its object.
   */
  hold(holder: T): void {
    this.#holders.push(holder)
    this.#bytes += holder.size
    // The last one stays, however large: it is usually read again soon.
    while (this.#bytes > this.#maxBytes && this.#head < this.#holders.length - 1) {
      const oldest = this.#holders[this.#head] as T
      this.#holders[this.#head++] = undefined
      this.#bytes -= oldest.size
      oldest.release()
    }
    if (this.#head > 1_000 && this.#head * 2 > this.#holders.length) {
      this.#holders = this.#holders.slice(this.#head)
      this.#head = 0
    }
  }

  /** Releases all. */
  clear(): void {
    for (let i = this.#head; i < this.#holders.length; i++) (this.#holders[i] as T).release()
    this.#holders = []
    this.#head = 0
    this.#bytes = 0
  }
}
