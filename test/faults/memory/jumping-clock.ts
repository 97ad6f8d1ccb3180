/**
 * The clock of a machine whose time is changed: the time jumps, while timers are not affected.
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

  /** Advances the time and the timers. */
  pass(ms: number): void {
    this.#steady.advance(ms)
  }

  /** Sets the clock forward, or back. */
  jump(ms: number): void {
    this.#offset += ms
  }
}
