/**
 * Work that can pause: some callers need it synchronously, others let other work run in between.
 *
 * @module
 */

import { TurnShare } from './turn-share.js'

/** Work that yields wherever it may pause, and returns its result. */
export type Pausing<T> = Generator<void, T>

/**
 * Maps a list, and may pause after each item.
 *
 * @param items - The items.
 * @param map - Called with each, in order.
 */
export function* mapPausing<T, R>(items: Iterable<T>, map: (item: T) => R): Pausing<readonly R[]> {
  const results: R[] = []
  for (const item of items) {
    results.push(map(item))
    yield
  }
  return results
}

/**
 * Runs work without a pause.
 *
 * @param work - The work: a generator that has not been started.
 * @returns Its result.
 */
export function atOnce<T>(work: Pausing<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/**
 * Runs work over as many turns of the event loop as it needs.
 *
 * @param work - The work: a generator that has not been started.
 * @param share - Its share of each turn.
 * @returns Its result.
 */
export async function inTurns<T>(work: Pausing<T>, share = new TurnShare()): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (share.isSpent) await share.next()
  }
}
