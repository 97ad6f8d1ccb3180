/**
 * Writes that were not the first: read again, and try again.
 *
 * @module
 */

import { afterThisTurn, serviceUnavailable } from '../meta/index.js'

/** Each further attempt means that somebody else has written the object in between; nobody is that unlucky for long. */
const MAX_ATTEMPTS = 1_000
/** Attempts that may follow each other before everybody else has a turn. */
const ATTEMPTS_A_TURN = 10

/**
 * Tries a write until no other one comes in between.
 *
 * @param attempt - Reads, and writes what follows from that; undefined when another write came first.
 * @returns What the attempt that worked returned.
 * @throws {@link ApiError} 503 when it never does, and whatever an attempt throws.
 */
export async function untilStored<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries++) {
    const answer = await attempt()
    if (answer !== undefined) return answer
    if (tries % ATTEMPTS_A_TURN === 0) await new Promise<void>(afterThisTurn)
  }
  throw serviceUnavailable('the object is written by others all the time, please try again', 1)
}
