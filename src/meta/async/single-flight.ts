/**
 * Merges concurrent equal requests.
 *
 * @module
 */

/** Shares the result of work in progress among its callers. Nothing is cached afterwards. */
export class SingleFlight<T> {
  readonly #pending = new Map<string, Promise<T>>()

  /**
   * Starts work, or joins the same work in progress.
   *
   * @param key - Equal for equal work.
   * @param work - Called unless a call for the key is in flight.
   */
  run(key: string, work: () => Promise<T>): Promise<T> {
    let pending = this.#pending.get(key)
    if (!pending) {
      pending = work().finally(() => this.#pending.delete(key))
      this.#pending.set(key, pending)
    }
    return pending
  }
}
