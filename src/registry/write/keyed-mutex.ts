/**
 * Mutual exclusion by key: work on one object at a time.
 *
 * Each write reads the object, works on it, and stores the result unless another write came in between. Of several concurrent
 * ones, all but one would work in vain each time; behind a mutex each of them works once.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'

/**
 * The longest wait. A write that has waited this long proceeds without the mutex: the holder may be slow, or it may be waiting for
 * this very write, which its admission has triggered.
 */
const MAX_WAIT_MS = 1_000

/** A mutex for each key. */
export class KeyedMutex {
  readonly #clock: Clock
  /** The last holder or waiter of a key. */
  readonly #last = new Map<string, Hold>()

  /** @param clock - Measures the wait. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Runs work once earlier work on the same key is done, or has taken too long.
   *
   * @param key - The object.
   * @param work - The work.
   * @returns What the work returns.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const hold = new Hold()
    this.#last.set(key, hold)
    if (before) await this.#after(before)
    try {
      return await work()
    } finally {
      if (this.#last.get(key) === hold) this.#last.delete(key)
      hold.end()
    }
  }

  #after(before: Hold): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimeout(resolve, MAX_WAIT_MS)
      before.onEnd(() => {
        cancel()
        resolve()
      })
    })
  }
}

/** A holder or waiter of a key. Only the next one waits for its end. */
class Hold {
  #tell: (() => void) | undefined

  onEnd(tell: () => void): void {
    this.#tell = tell
  }

  end(): void {
    this.#tell?.()
  }
}
