/**
 * Yields to the event loop for in-process clients: their requests are answered in microtasks, so a program that sends one after
 * the other would starve timers and I/O.
 *
 * @module
 */

import { afterThisTurn, type Clock, laterTurn, systemClock } from '../../meta/index.js'

/** Time limit in milliseconds of consecutive in-process requests in one turn. */
const SHARE_MS = 10

/** The time that the clients of a plane spend in one turn, together. */
export class BusyTurn {
  readonly #isTimed: boolean
  /** End of the time share; undefined until the first request of a turn. */
  #end: number | undefined

  /** @param clock - The plane's. With a test clock, the order of events does not depend on the speed of the machine. */
  constructor(clock: Clock) {
    this.#isTimed = clock === systemClock
  }

  /**
   * Runs work in the current turn, and yields when the time share is spent.
   *
   * @param work - A request to the plane.
   */
  async take<T>(work: () => T | Promise<T>): Promise<T> {
    if (!this.#isTimed) return work()
    this.#begin()
    try {
      return await work()
    } finally {
      if (this.#end !== undefined && performance.now() >= this.#end) await this.#leave()
    }
  }

  #begin(): void {
    if (this.#end !== undefined) return
    this.#end = performance.now() + SHARE_MS
    afterThisTurn(() => {
      this.#end = undefined
    })
  }

  async #leave(): Promise<void> {
    await laterTurn()
    this.#end = undefined
  }
}
