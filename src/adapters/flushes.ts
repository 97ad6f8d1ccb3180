/**
 * When what was written to open streams goes out.
 *
 * A flush of many streams is dear, and costs nearly the same for one event a stream as for ten. So the next one waits for
 * a multiple of the time that the last one took: while little happens an event leaves at once, and the more there is to tell,
 * and to the more clients, the more events go out together.
 *
 * @module
 */

/** How much longer than a flush the time is until the next one: flushes take a fifth of all time at most, while waits are short. */
const WAIT_FOR_FLUSH = 4
/** No event waits longer than that, in milliseconds. */
const LONGEST_WAIT_MS = 10

/** What flushes go by. */
export interface FlushTime {
  /** Milliseconds that pass. It measures work, so it is no clock. */
  now(): number
  /** Calls back at the end of this turn of the event loop. */
  soon(callback: () => void): void
  /** Calls back after some milliseconds. */
  later(callback: () => void, ms: number): void
}

const PLATFORM: FlushTime = { now: () => performance.now(), soon: setImmediate, later: setTimeout }

/**
 * Makes a schedule of flushes.
 *
 * @param time - The platform's by default.
 * @returns Calls back once when it is time to flush: at the end of this turn of the event loop, or some milliseconds later.
 */
export function createFlushes({ now, soon, later }: FlushTime = PLATFORM): (flush: () => void) => void {
  let waiting: (() => void)[] = []
  let notBefore = 0
  const flushAll = (): void => {
    const flushes = waiting
    waiting = []
    const startMs = now()
    for (const flush of flushes) flush()
    const endMs = now()
    notBefore = endMs + Math.min(WAIT_FOR_FLUSH * (endMs - startMs), LONGEST_WAIT_MS)
  }
  return (flush) => {
    if (waiting.push(flush) > 1) return
    const waitMs = notBefore - now()
    if (waitMs < 1) soon(flushAll)
    else later(flushAll, waitMs)
  }
}

/** The flushes of this process. */
export const whenTimeToFlush = createFlushes()
