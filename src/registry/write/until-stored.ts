/**
 * Optimistic concurrency: reads and writes again after a conflict.
 *
 * @module
 */

import { laterTurn, serviceUnavailable } from '../../meta/index.js'

/** Each further attempt means that another write came in between; several conflicts in a row are rare. */
const MAX_ATTEMPTS = 1_000
/** Attempts in a row before yielding to other work. */
const ATTEMPTS_A_TURN = 10

/**
 * Tries a write until no other one comes in between.
 *
 * @param attempt - Reads, and writes the result; false when another write came first.
 * @throws {@link ApiError} 503 when all attempts fail, and whatever an attempt throws.
 */
export async function untilStored(attempt: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
    if (await attempt()) return
    if (tries % ATTEMPTS_A_TURN === 0) await laterTurn()
  }
  throw serviceUnavailable('the object is written by others all the time, please try again', 1)
}
