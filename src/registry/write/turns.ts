/**
 * Writes of one type that wait for one another, each with the work after it that is part of it.
 *
 * @module
 */

/** Runs the writes of a type one after the other. */
export class WriteTurns {
  readonly #after: () => Promise<void>
  #last: Promise<unknown> = Promise.resolve()

  /** @param after - What has to be done after each write before it is answered, whether it came through or not. Never rejects. */
  constructor(after: () => Promise<void>) {
    this.#after = after
  }

  /**
   * Runs a write when those before it are done.
   *
   * @param write - The write.
   * @returns What the write comes to, once the work after it is done too.
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
