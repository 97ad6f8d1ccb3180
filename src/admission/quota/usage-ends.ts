/**
 * Timers of terminating objects, which count less when their grace period is over.
 *
 * @module
 */

import type { ApiObject, Clock } from '../../meta/index.js'
import { endOfUsage } from './usage.js'

/** The timers for the objects of one type. */
export class UsageEnds {
  readonly #clock: Clock
  readonly #count: (object: ApiObject) => void
  /** Cancel the timers, by namespace and name. */
  readonly #timers = new Map<string, () => void>()

  /**
   * @param clock - The plane's clock.
   * @param count - Called with an object when it has to be counted again.
   */
  constructor(clock: Clock, count: (object: ApiObject) => void) {
    this.#clock = clock
    this.#count = count
  }

  /** Takes the present state of an object. */
  put(object: ApiObject): void {
    this.remove(object)
    const end = endOfUsage(object)
    const leftMs = end === undefined ? 0 : end - this.#clock.now()
    if (leftMs <= 0) return
    const key = keyOf(object)
    const cancel = this.#clock.setTimeout(() => {
      this.#count(object)
      // A timer of the machine may be a millisecond early by its clock, and the clock may have been set back.
      this.put(object)
    }, leftMs)
    this.#timers.set(key, cancel)
  }

  /** Forgets an object. */
  remove(object: ApiObject): void {
    const key = keyOf(object)
    this.#timers.get(key)?.()
    this.#timers.delete(key)
  }

  /** Forgets all objects. */
  close(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }
}

const keyOf = ({ metadata: { namespace = '', name = '' } }: ApiObject): string => `${namespace}/${name}`
