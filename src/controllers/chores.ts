/**
 * Background work that must not be lost.
 *
 * @module
 */

import type { LoopParts } from './loop.js'

/** Time to the second try, in milliseconds; twice as long to each further one. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Does work, again and again while it fails: a storage that is away for a moment must not leave it undone for ever. */
export class Chores {
  readonly #parts: Pick<LoopParts, 'activity' | 'clock' | 'reportError'>
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  /** @param parts - Know what is at work, say when the next try is due, and take each failure. */
  constructor(parts: Pick<LoopParts, 'activity' | 'clock' | 'reportError'>) {
    this.#parts = parts
  }

  /**
   * Does something.
   *
   * @param work - Does it; called anew after each failure.
   * @returns Resolves after the first try, however that went.
   */
  do(work: () => Promise<unknown>): Promise<void> {
    return this.#attempt(work, FIRST_PAUSE_MS)
  }

  /** Gives up what was not done yet. */
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
