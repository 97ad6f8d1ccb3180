/**
 * Rate-limited reports of the same failure: an outage that every request meets would fill a log.
 *
 * @module
 */

import type { Clock } from '../clock.js'
import { messageOf } from '../errors/errors.js'

const PAUSE_MS = 60_000
/** Maximum number of causes that tell two failures with the same message apart. */
const MAX_CAUSES = 4
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
function keyOf(error: unknown): string {
  const messages = [messageOf(error)]
  let cause = error instanceof Error ? error.cause : undefined
  for (; cause !== undefined && messages.length <= MAX_CAUSES; cause = cause instanceof Error ? cause.cause : undefined)
    messages.push(messageOf(cause))
  return messages.join('\n')
}
