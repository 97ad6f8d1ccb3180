/**
 * A run of a workload under faults: rounds of faults, one history of the whole run, and the result.
 */

import type { Workload } from './clients/workload.js'
import { check, type Verdict } from './history/check.js'

/** The end of a run: after a number of rounds, or some time. */
export interface RunLength {
  readonly rounds?: number
  readonly ms?: number
}

export interface RunOptions extends RunLength {
  /** Seed of the choices; the timing is not reproducible. */
  readonly seed: number
}

/** The result of a run. */
export interface Summary extends Verdict {
  readonly rounds: number
  /** Streams that watchers opened: each resumes another. */
  readonly watches: number
  /** Expired revisions, reported with 410. */
  readonly expired: number
  /** Requests without a response, or with one that asks to retry later. */
  readonly failed: number
}

/** Starts a workload, causes a fault in each round, and checks the history of the clients. */
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
