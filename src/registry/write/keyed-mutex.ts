/**
 * Mutual exclusion by key: work on one object at a time.
 *
 * Each write reads the object, works on it, and stores what came of that if no other write came in between. Of many that begin
 * together all but one would have worked in vain, again and again; behind a mutex each of them works once.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'

/**
 * The longest wait. Whoever has waited for so long goes ahead without the mutex: the holder may be slow, or it may be waiting for
 * this very write, which its admission has asked for.
 */
const MAX_WAIT_MS = 1_000

/** A mutex for each key. */
export class KeyedMutex {
  readonly #clock: Clock
  /** When the last that has asked for a key is done. */
  readonly #last = new Map<string, Promise<void>>()

  /** @param clock - Says when a wait was too long. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Does work when all that asked for the same key before are done, or have taken too long.
   *
   * @param key - What the work is on.
   * @param work - What to do.
   * @returns What the work returns.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    // Not at once: who asks while the work begins comes after it already.
    const result = (before ? this.#after(before) : Promise.resolve()).then(work)
    const release = (): void => {
      if (this.#last.get(key) === done) this.#last.delete(key)
    }
    const done = result.then(release, release)
    this.#last.set(key, done)
    return result
  }

  #after(before: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimeout(resolve, MAX_WAIT_MS)
      before.then(() => {
        cancel()
        resolve()
      })
    })
  }
}
