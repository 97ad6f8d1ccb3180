/**
 * The clock of a machine whose time is set: what it says jumps, while timers go on as they were.
 */

import type { Clock } from '../../../src/meta/index.js'
import { ManualClock } from '../../../src/testing/manual-clock.js'

export class JumpingClock implements Clock {
  readonly #steady = new ManualClock()
  #offset = 0

  now(): number {
    return this.#steady.now() + this.#offset
  }

  setTimeout(callback: () => void, delayMs: number): () => void {
    return this.#steady.setTimeout(callback, delayMs)
  }

  /** Lets time pass, for the timers too. */
  pass(ms: number): void {
    this.#steady.advance(ms)
  }

  /** Sets the clock forward, or back. */
  jump(ms: number): void {
    this.#offset += ms
  }
}
