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
 * The longest wait. A write that has waited for so long goes ahead without the mutex: the holder may be slow, or it may be waiting for
 * this very write, which its admission has asked for.
 */
const MAX_WAIT_MS = 1_000

/** A mutex for each key. */
export class KeyedMutex {
  readonly #clock: Clock
  /** The last that has asked for a key. */
  readonly #last = new Map<string, Hold>()

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

/** One who holds a key, or waits for it. Only the next one ever asks for its end. */
class Hold {
  #tell: (() => void) | undefined

  onEnd(tell: () => void): void {
    this.#tell = tell
  }

  end(): void {
    this.#tell?.()
  }
}
