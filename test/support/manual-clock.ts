/**
 * A clock that a test moves by hand.
 *
 * @module
 */

import type { Clock } from '../../src/meta/index.js'

/** Time stands still until {@link ManualClock.advance}; timers then fire in the order of their times. */
export class ManualClock implements Clock {
  private time: number
  private timers: { readonly at: number; readonly callback: () => void }[] = []

  /** @param start - Milliseconds since 1970; default a moment in 2026. */
  constructor(start = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.time = start
  }

  now(): number {
    return this.time
  }

  setTimeout(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.time + Math.max(0, delayMs), callback }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** How many timers wait. */
  get pending(): number {
    return this.timers.length
  }

  /**
   * Moves time forward, firing what falls due on the way, timers set by timers included.
   *
   * @param ms - Milliseconds.
   */
  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= end)
      const next = due.reduce<(typeof due)[number] | undefined>(
        (first, timer) => (first && first.at <= timer.at ? first : timer),
        undefined,
      )
      if (!next) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.time = next.at
      next.callback()
    }
    this.time = end
  }

  /** Lets promises settle, moves time, and lets promises settle again. */
  async advanceAndSettle(ms: number): Promise<void> {
    await settle()
    this.advance(ms)
    await settle()
  }
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}
