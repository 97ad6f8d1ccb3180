/**
 * Serializes the writes of one type, each with the work that follows it.
 *
 * @module
 */

/** Runs the writes of a type one after the other. */
export class WriteTurns {
  readonly #after: () => Promise<void>
  #last: Promise<unknown> = Promise.resolve()

  /** @param after - Work that follows each write before it is answered, whether it succeeded or not. Never rejects. */
  constructor(after: () => Promise<void>) {
    this.#after = after
  }

  /**
   * Runs a write when the earlier ones are done.
   *
   * @param write - The write.
   * @returns The result of the write, once the work after it is done too.
   */
  run<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(write)
    this.#last = turn.then(this.#after, this.#after)
    return this.#last.then(() => turn)
  }

  /** Does the work after a write without one, when the writes under way are done. */
  runAfter(): void {
    this.#last = this.#last.then(this.#after)
  }
}
