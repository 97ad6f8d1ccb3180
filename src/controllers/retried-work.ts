/**
 * Background work that is retried until it succeeds.
 *
 * @module
 */

import type { LoopParts } from './loop.js'

/** Delay of the first retry, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Runs work, and again after each failure: a storage that is briefly unavailable must not leave it undone. */
export class RetriedWork {
  readonly #parts: Pick<LoopParts, 'activity' | 'clock' | 'reportError'>
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  /** @param parts - The activity tracker, the scheduler of retries, and the error handler. */
  constructor(parts: Pick<LoopParts, 'activity' | 'clock' | 'reportError'>) {
    this.#parts = parts
  }

  /**
   * Runs work.
   *
   * @param work - Called again after each failure.
   * @returns Resolves after the first attempt, even a failed one.
   */
  run(work: () => Promise<unknown>): Promise<void> {
    return this.#attempt(work, FIRST_PAUSE_MS)
  }

  /** Cancels the retries. */
  close(): void {
    this.#isClosed = true
    for (const cancel of this.#waiting) cancel()
    this.#waiting.clear()
  }

  async #attempt(work: () => Promise<unknown>, pauseMs: number): Promise<void> {
    const done = this.#parts.activity.begin()
    try {
      await work()
    } catch (error) {
      const { clock, reportError } = this.#parts
      reportError(error)
      if (this.#isClosed) return
      const cancel = clock.setTimeout(() => {
        this.#waiting.delete(cancel)
        void this.#attempt(work, Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
      }, pauseMs)
      this.#waiting.add(cancel)
    } finally {
      done()
    }
  }
}
