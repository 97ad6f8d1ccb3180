/**
 * Batches the requests of one turn of the event loop.
 *
 * Sixteen requests that arrive at once are first all read, then all processed, then all answered. Processed one after the other,
 * each would evict the code of the others from the processor's caches, and wake its client up for one answer.
 *
 * @module
 */

/** Callbacks between two checks of the time. */
const LOOK_EVERY = 16
/** Maximum time in milliseconds for the requests of one turn: thousands of connections may bring some at once. */
const LONGEST_MS = 5

/**
 * Collects callbacks, and runs all of them in one scheduled call, with those that they add; the rest after `longestMs` runs in
 * the next.
 */
export function gather(
  schedule: (run: () => void) => void,
  longestMs = Number.POSITIVE_INFINITY,
): (callback: () => void) => void {
  let waiting: (() => void)[] = []
  const run = (): void => {
    const end = performance.now() + longestMs
    let done = 0
    try {
      // More may be added meanwhile.
      for (const callback of waiting) {
        done += 1
        callback()
        if (done % LOOK_EVERY === 0 && performance.now() >= end) break
      }
    } finally {
      // Also after an error, or no request would ever start again.
      waiting = waiting.slice(done)
      if (waiting.length > 0) schedule(run)
    }
  }
  return (callback) => {
    if (waiting.push(callback) === 1) schedule(run)
  }
}

/**
 * Calls back when all data that has arrived is read, or a little later when that is a lot.
 *
 * @param callback - Must not throw, as others run after it.
 */
export const onceAllAreRead = gather(setImmediate, LONGEST_MS)

/**
 * Calls back when all pending microtasks are done.
 *
 * @param callback - Must not throw, as others run after it.
 */
export const onceAllAreDone = gather(process.nextTick)
