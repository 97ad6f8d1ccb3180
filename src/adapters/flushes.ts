/**
 * When what was written to open streams goes out.
 *
 * A flush of many streams is dear, and costs nearly the same for one event a stream as for ten. So where the same streams are flushed
 * again and again, the next flush waits for a multiple of the time that the last one took: while little happens an event leaves at
 * once, and the more there is to tell, and to the more clients, the more events go out together. Streams with an event now and then
 * wait for nothing: no other would go out with it.
 *
 * @module
 */

/** How much longer than a flush the time is until the next one: flushes take a fifth of all time at most, while waits are short. */
const WAIT_FOR_FLUSH = 4
/** No event waits longer than that, in milliseconds. */
const LONGEST_WAIT_MS = 10
/** A stream that is flushed so soon after its last flush would have had more to send a little later. */
const SOON_MS = 2 * LONGEST_WAIT_MS

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

/** A stream that gathers what is written to it. */
export class Gathering {
  /** Sends what it has gathered. */
  readonly flush: () => void
  /** When the flush began that it was part of last. */
  flushedMs = Number.NEGATIVE_INFINITY

  constructor(flush: () => void) {
    this.flush = flush
  }
}

/**
 * Makes a schedule of flushes.
 *
 * @param time - The platform's by default.
 * @returns Flushes a stream once when it is time to: at the end of this turn of the event loop, or some milliseconds later.
 */
export function createFlushes({ now, soon, later }: FlushTime = PLATFORM): (stream: Gathering) => void {
  let waiting: Gathering[] = []
  let notBefore = 0
  let tookMs = 0
  const flushAll = (): void => {
    const streams = waiting
    waiting = []
    const startMs = now()
    const soonMs = tookMs + SOON_MS
    let busy = 0
    for (const stream of streams) {
      if (startMs - stream.flushedMs < soonMs) busy += 1
      stream.flushedMs = startMs
      stream.flush()
    }
    const endMs = now()
    tookMs = endMs - startMs
    notBefore = endMs + Math.min(WAIT_FOR_FLUSH * tookMs, LONGEST_WAIT_MS) * (busy / streams.length)
  }
  return (stream) => {
    if (waiting.push(stream) > 1) return
    const waitMs = notBefore - now()
    if (waitMs < 1) soon(flushAll)
    else later(flushAll, waitMs)
  }
}

/** Flushes a stream of this process. */
export const flushInTime = createFlushes()
