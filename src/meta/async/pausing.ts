/**
 * Work that can pause: some callers have to have it done at once, others let other work run in between.
 *
 * @module
 */

import { TurnShare } from './turn-share.js'

/** Work that yields wherever it may pause. What it makes is what it returns. */
export type Pausing<T> = Generator<void, T>

/**
 * Does work without a pause.
 *
 * @param work - The work: a generator that has not been started.
 * @returns What it makes.
 */
export function atOnce<T>(work: Pausing<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/**
 * Does work in as many turns of the event loop as it takes.
 *
 * @param work - The work: a generator that has not been started.
 * @param share - How much of each turn it takes.
 * @returns What it makes.
 */
export async function inTurns<T>(work: Pausing<T>, share = new TurnShare()): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (share.isSpent) await share.next()
  }
}
