/**
 * The clock of our own tests: the public one, which also lets promises settle before and after each step.
 *
 * @module
 */

import { ManualClock as TestClock } from '../../src/testing/manual-clock.js'

export class ManualClock extends TestClock {
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
