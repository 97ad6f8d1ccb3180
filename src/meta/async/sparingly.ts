/**
 * Reports of the same failure, told once in a while: an outage that every request meets would fill a log by itself.
 *
 * @module
 */

import type { Clock } from '../clock.js'
import { messageOf } from '../errors/errors.js'

const PAUSE_MS = 60_000
/** Different failures that are told apart. */
const MAX_KNOWN = 64

/**
 * Makes a reporter that tells a failure at most once a minute.
 *
 * @param clock - Says when a minute is over.
 * @param report - Is told of a failure, and how often the same has come since it was told last.
 */
export function sparingly(clock: Clock, report: (error: unknown, repeated: number) => void): (error: unknown) => void {
  const known = new Map<string, { untilMs: number; repeated: number }>()
  return (error) => {
    const key = messageOf(error)
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
