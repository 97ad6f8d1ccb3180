/**
 * Yields to the event loop for in-process clients: their requests are answered in microtasks, so a program that sends
 * one after the other would starve timers and I/O.
 *
 * @module
 */

import { afterThisTurn, type Clock, systemClock } from '../../meta/index.js'

/** Milliseconds of a turn that all requests of clients in process take, one after the other. */
const SHARE_MS = 10

/** What the clients of a plane take of a turn together. */
export class BusyTurn {
  readonly #isTimed: boolean
  /** When the share is spent; undefined until the first request of a turn. */
  #end: number | undefined

  /** @param clock - The plane's. Where it is in the hand of a test, the order of things does not depend on how fast a machine is. */
  constructor(clock: Clock) {
    this.#isTimed = clock === systemClock
  }

  /**
   * Does something that needs no turn of its own, and leaves the turn when the share of it is spent.
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
    await new Promise<void>(afterThisTurn)
    this.#end = undefined
  }
}
