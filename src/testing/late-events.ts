/**
 * Events that come later than they happened, still in their order.
 *
 * @module
 */

import type { Clock } from '../meta/index.js'

/** One stream of events, held up. */
export class LateEvents {
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #timers = new Set<() => void>()

  /**
   * @param clock - Says when the time of an event has come.
   * @param delayMs - By how much events are late, in milliseconds.
   */
  constructor(clock: Clock, delayMs: number) {
    this.#clock = clock
    this.#delayMs = delayMs
  }

  /** Does something when its time has come; at once where nothing is late. */
  add(tell: () => void): void {
    if (this.#delayMs <= 0) {
      tell()
      return
    }
    const cancel = this.#clock.setTimeout(() => {
      this.#timers.delete(cancel)
      tell()
    }, this.#delayMs)
    this.#timers.add(cancel)
  }

  /** Forgets what waits. */
  clear(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }
}
