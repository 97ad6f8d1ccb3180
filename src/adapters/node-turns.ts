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
/** Maximum time in milliseconds for the requests of one turn: a connection may bring thousands at once. */
const LONGEST_MS = 20

/** Collects callbacks, and runs all of them in one scheduled call; the rest after `longestMs` runs in the next. */
function gather(schedule: (run: () => void) => void, longestMs = Number.POSITIVE_INFINITY): (callback: () => void) => void {
  let waiting: (() => void)[] = []
  const run = (): void => {
    const callbacks = waiting
    waiting = []
    const end = performance.now() + longestMs
    let done = 0
    for (const callback of callbacks) {
      callback()
      done += 1
      if (done % LOOK_EVERY === 0 && performance.now() >= end) break
    }
    if (done === callbacks.length) return
    if (waiting.length === 0) schedule(run)
    waiting = [...callbacks.slice(done), ...waiting]
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
