/**
 * A run of a workload under faults: rounds of them, one history over all, and what came of it.
 */

import type { Workload } from './clients/workload.js'
import { check, type Verdict } from './history/check.js'

/** When a run is over: after so many rounds, or so much time. */
export interface RunLength {
  readonly rounds?: number
  readonly ms?: number
}

export interface RunOptions extends RunLength {
  /** Repeats the same choices, though not the same timing. */
  readonly seed: number
}

/** What a run found. */
export interface Summary extends Verdict {
  readonly rounds: number
  /** Streams that watchers opened: each resumes another. */
  readonly watches: number
  /** Places that a server no longer knew, and said so with 410. */
  readonly expired: number
  /** Requests without an answer, or with one that says: not now. */
  readonly failed: number
}

/** Starts a workload, does something to its servers round after round, and judges what the clients saw. */
export async function runRounds(
  workload: Workload,
  { rounds = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY }: RunLength,
  round: (number: number) => Promise<void>,
  beforeVerdict: () => Promise<void> = async () => {},
): Promise<Summary> {
  const end = performance.now() + ms
  await workload.start()
  let done = 0
  while (done < rounds && performance.now() < end) {
    await round(done)
    done += 1
  }
  await workload.finish()
  await beforeVerdict()
  const { watches, expired, failed } = workload.counts
  return { rounds: done, ...check(workload.records), watches, expired, failed }
}
