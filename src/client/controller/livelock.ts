/**
 * Detects controllers that loop forever: a controller that changes its own object on each call is called again each time.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'

/** How often one object may be reconciled while the clock stands still. */
const MAX_CALLS = 1000

/** Counts calls per key while the clock stands still, as it does in tests. */
export class LivelockDetector {
  readonly #clock: Clock
  readonly #calls = new Map<string, number>()
  #at = Number.NaN

  /** @param clock - Says whether time has passed. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts a call.
   *
   * @param key - Key of the object.
   * @returns Whether this call is the first beyond the limit at this time.
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
