/**
 * Delays events, in their order.
 *
 * @module
 */

import type { Clock } from '../meta/index.js'

/** A delayed stream of events. */
export class LateEvents {
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #timers = new Set<() => void>()

  /**
   * @param clock - Decides when an event is due.
   * @param delayMs - Delay of events, in milliseconds.
   */
  constructor(clock: Clock, delayMs: number) {
    this.#clock = clock
    this.#delayMs = delayMs
  }

  /** Calls back when the delay is over; at once without a delay. */
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

  /** Drops waiting events. */
  clear(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers.clear()
  }
}
