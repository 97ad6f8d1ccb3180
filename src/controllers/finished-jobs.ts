/**
 * Deletes finished jobs after their time to live.
 *
 * @module
 */

import { type Client, type Controller, controller } from '../client/index.js'
import { parseTime } from '../meta/index.js'
import { type ControlLoopOptions, checkLoop, deleteAsSeen, runOptions } from './client-loop.js'
import { JOBS } from './types.js'

interface JobFields {
  readonly spec?: { readonly ttlSecondsAfterFinished?: number }
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly lastTransitionTime?: string }[]
  }
}

const ENDS: readonly string[] = ['Complete', 'Failed']

/**
 * Deletes Jobs and their dependents `ttlSecondsAfterFinished` after they complete or fail.
 *
 * @param client - A client of the plane, which has to serve Jobs.
 * @param options - Leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 */
export function createFinishedJobCleaner(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createFinishedJobCleaner', client, options)
  const jobs = client.resource<JobFields>(JOBS)
  return controller({
    ...runOptions(options),
    for: jobs,
    async reconcile(job) {
      const { namespace = '', deletionTimestamp } = job.metadata
      const finished = finishedAt(job)
      const seconds = job.spec?.ttlSecondsAfterFinished
      if (deletionTimestamp || seconds === undefined || finished === undefined) return undefined
      const leftMs = finished + seconds * 1000 - client.clock.now()
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      // If its time to live was extended meanwhile, the version differs and the delete fails with a conflict.
      await deleteAsSeen(jobs.namespace(namespace), job, { propagationPolicy: 'Foreground' })
      return undefined
    },
  })
}

function finishedAt({ status }: JobFields): number | undefined {
  const end = status?.conditions?.find(({ type, status: is }) => ENDS.includes(type) && is === 'True')
  return end?.lastTransitionTime === undefined ? undefined : parseTime(end.lastTransitionTime)
}
