/**
 * Rate-limited reports of the same failure: an outage that every request meets would fill a log.
 *
 * @module
 */

import type { Clock } from '../clock.js'
import { errorChain, messageOf } from '../errors/errors.js'

const PAUSE_MS = 60_000
/** Maximum number of errors of a chain of causes that tell two failures apart. */
const MAX_CHAIN = 5
/** Maximum number of tracked failures. */
const MAX_KNOWN = 64

/**
 * Makes a reporter that reports a failure at most once a minute.
 *
 * @param clock - For the interval.
 * @param report - Called with a failure, and the number of suppressed reports of it.
 */
export function sparingly(clock: Clock, report: (error: unknown, repeated: number) => void): (error: unknown) => void {
  const known = new Map<string, { untilMs: number; repeated: number }>()
  return (error) => {
    const key = keyOf(error)
    const now = clock.now()
    const entry = known.get(key)
    if (entry && now < entry.untilMs) {
      entry.repeated += 1
      return
    }
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, { untilMs: now + PAUSE_MS, repeated: 0 })
    report(error, entry?.repeated ?? 0)
  }
}

/** The messages of an error and its causes. */
const keyOf = (error: unknown): string => [...errorChain(error, MAX_CHAIN)].map(messageOf).join('\n')
