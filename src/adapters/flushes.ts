/**
 * Scheduling of flushes of open streams.
 *
 * A flush of many streams is expensive, and costs nearly the same for one event per stream as for ten. When the same streams are
 * flushed repeatedly, the next flush waits for a multiple of the last one's duration: under light load an event is sent at once,
 * and the more events and clients there are, the more events share a flush. A stream with rare events never waits, as no other
 * event could share its flush.
 *
 * @module
 */

/**
 * Wait between flushes as a multiple of the last one's duration: flushes take at most a fifth of all time, while waits are short.
 */
const WAIT_FOR_FLUSH = 4
/** Maximum wait of an event, in milliseconds. */
const LONGEST_WAIT_MS = 10
/** For a stream flushed again within this time, waiting would have combined the flushes. */
const SOON_MS = 2 * LONGEST_WAIT_MS

/** Time source and scheduling of flushes. */
export interface FlushTime {
  /** Elapsed milliseconds. It measures work, so it is not the plane's clock. */
  now(): number
  /** Calls back at the end of this turn of the event loop. */
  soon(callback: () => void): void
  /** Calls back after some milliseconds. */
  later(callback: () => void, ms: number): void
}

const PLATFORM: FlushTime = { now: () => performance.now(), soon: setImmediate, later: setTimeout }

/** A stream that buffers writes. */
export class Gathering {
  /** Sends the buffered writes. */
  readonly flush: () => void
  /** Start of its last flush. */
  flushedMs = Number.NEGATIVE_INFINITY

  constructor(flush: () => void) {
    this.flush = flush
  }
}

/**
 * Makes a schedule of flushes.
 *
 * @param time - The platform's by default.
 * @returns Flushes a stream once: at the end of this turn of the event loop, or some milliseconds later.
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
