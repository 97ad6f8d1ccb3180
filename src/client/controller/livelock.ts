/**
 * Finds controllers that loop forever: one that changes its own object on each call is called again and again.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'

/** How often one object may be looked at while no time passes. */
const MAX_CALLS = 1000

/** Counts how often each key is worked on while the clock stands still, as it does in tests. */
export class LivelockDetector {
  readonly #clock: Clock
  readonly #calls = new Map<string, number>()
  #at = Number.NaN

  /** @param clock - Says whether time has passed. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * A worker has a key.
   *
   * @param key - Which.
   * @returns Whether it has just been the thousandth and first time at this very moment.
   */
  isFoundBy(key: string): boolean {
    const now = this.#clock.now()
    if (now !== this.#at) this.#calls.clear()
    this.#at = now
    const calls = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, calls)
    return calls === MAX_CALLS + 1
  }
}
