/**
 * Waiting until no work is left in a plane whose clock a test moves.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { ManualClock } from './manual-clock.js'

/** Time between two looks at the work, in milliseconds of real time. */
const LOOK_MS = 50
/** Looks without any progress after which the work is considered stuck: three seconds in which the process has nothing else to do. */
const LOOKS = 60

/**
 * Waits until no work is left.
 *
 * @param activity - The work in progress.
 * @param clock - The clock of the plane.
 * @throws Error when work waits for the clock and the clock is not advanced, or what {@link Activity.settled} throws.
 */
export function settled(activity: Activity, clock: ManualClock): Promise<void> {
  return new Promise((resolve, reject) => {
    let [steps, time, looks] = [activity.steps, clock.now(), 0]
    // Looks are counted, not time: a process that loads code for seconds has only one in them.
    const timer: unknown = setInterval(() => {
      const isMoving = activity.steps !== steps || clock.now() !== time
      ;[steps, time, looks] = [activity.steps, clock.now(), isMoving ? 0 : looks + 1]
      if (looks < LOOKS) return
      if (clock.isAwaited) end(() => reject(new Error(STUCK)))
      // Work that waits for something else may end the process, if nothing else keeps it alive. Browsers number their timers.
      else (timer as { unref?(): void }).unref?.()
    }, LOOK_MS)
    const end = (report: () => void) => {
      clearInterval(timer as number)
      report()
    }
    activity.settled().then(
      () => end(resolve),
      (error) => end(() => reject(error)),
    )
  })
}

const STUCK =
  'settled: work waits for the clock of the plane, which stands still, such as a reconcile that awaits pause(): expected advance(ms) before settled()'
