/**
 * Requests of one turn of the event loop, done together.
 *
 * Sixteen requests that arrive at once are first all read, then all worked on, then all answered. One after the other, each
 * would bring the whole program through the processor's caches anew, and wake up its client for one answer.
 *
 * @module
 */

/** Collects callbacks, and runs all of them at once when its time has come. */
function gather(schedule: (run: () => void) => void): (callback: () => void) => void {
  let waiting: (() => void)[] = []
  const run = (): void => {
    const callbacks = waiting
    waiting = []
    for (const callback of callbacks) callback()
  }
  return (callback) => {
    if (waiting.push(callback) === 1) schedule(run)
  }
}

/**
 * Calls back when all that has arrived by now is read.
 *
 * @param callback - Does not throw, as others wait behind it.
 */
export const onceAllAreRead = gather(setImmediate)

/**
 * Calls back when whatever goes on without waiting for anything is done.
 *
 * @param callback - Does not throw, as others wait behind it.
 */
export const onceAllAreDone = gather(process.nextTick)
