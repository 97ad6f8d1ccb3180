/**
 * Requests of one turn of the event loop, done together.
 *
 * Sixteen requests that arrive at once are first all read, then all worked on, then all answered. One after the other, each
 * would bring the whole program through the processor's caches anew, and wake up its client for one answer.
 *
 * @module
 */

/** Callbacks between two looks at the time. */
const LOOK_EVERY = 16
/** How long requests of one turn are worked on before others have one, in milliseconds: a connection may bring thousands at once. */
const LONGEST_MS = 20

/** Collects callbacks, and runs all of them at once when its time has come; what takes longer than `longestMs` goes on the next time. */
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
 * Calls back when all that has arrived by now is read, or a little later when that is a lot.
 *
 * @param callback - Does not throw, as others wait behind it.
 */
export const onceAllAreRead = gather(setImmediate, LONGEST_MS)

/**
 * Calls back when whatever goes on without waiting for anything is done.
 *
 * @param callback - Does not throw, as others wait behind it.
 */
export const onceAllAreDone = gather(process.nextTick)
