/**
 * A clock that a test advances.
 *
 * @module
 */

import { type Clock, check, isPause } from '../meta/index.js'

/** A pending timer. */
interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Refuses a time that a clock cannot move by, such as text, which would be appended to the time of the clock. */
export function requireDuration(ms: unknown): void {
  if (!(Number.isFinite(ms) && (ms as number) >= 0))
    throw new RangeError(`advance: ${String(ms)} is no time to move by; expected milliseconds from 0`)
}

/** Time stands still until {@link ManualClock.advance}; timers then fire in the order of their times. */
export class ManualClock implements Clock {
  #time: number
  readonly #timers = new Set<Timer>()

  /** @param start - Milliseconds since 1970; default 2026-01-02T03:04:05Z. */
  constructor(start = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    if (typeof start !== 'number') check.refuse('ManualClock', check.wrong('milliseconds since 1970', start, 'start'))
    this.#time = start
  }

  now(): number {
    return this.#time
  }

  setTimeout(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.#time + Math.max(0, delayMs), callback }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#timers.size
  }

  /** Whether somebody waits for the clock, as `pause` of `binnacle/client` does. */
  get isAwaited(): boolean {
    return [...this.#timers].some(({ callback }) => isPause(callback))
  }

  /** When the next timer is due, in milliseconds since 1970; undefined without timers. */
  get nextTimerAt(): number | undefined {
    return this.#next()?.at
  }

  /**
   * Moves time forward and fires due timers, including those that timers set. Promises settle after the call; `advance` of a
   * {@link TestPlane} waits for them.
   *
   * @param ms - Milliseconds, not negative.
   * @throws RangeError for any other value.
   */
  advance(ms: number): void {
    requireDuration(ms)
    const end = this.#time + ms
    for (let next = this.#next(); next && next.at <= end; next = this.#next()) {
      this.#timers.delete(next)
      this.#time = next.at
      next.callback()
    }
    this.#time = end
  }

  /** The timer that is due first; of several, the oldest. */
  #next(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) if (!first || timer.at < first.at) first = timer
    return first
  }
}
