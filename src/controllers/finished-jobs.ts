/**
 * Jobs that are done, and were told how long to stay then.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound } from '../client/index.js'
import { parseTime } from '../meta/index.js'
import { type ControlLoopOptions, runOptions } from './client-loop.js'

interface JobFields {
  readonly spec?: { readonly ttlSecondsAfterFinished?: number }
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly lastTransitionTime?: string }[]
  }
}

/** Jobs, as a client is asked for them. */
export const JOBS = { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job', namespaced: true } as const

const ENDS: readonly string[] = ['Complete', 'Failed']

/**
 * Deletes Jobs `ttlSecondsAfterFinished` after they are complete or have failed, with what they own.
 *
 * @param client - Reaches the plane, which has to serve Jobs.
 * @param options - Leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createFinishedJobCleaner(client: Client, options: ControlLoopOptions = {}): Controller {
  const jobs = client.resource<JobFields>(JOBS)
  return controller({
    ...runOptions(options),
    for: jobs,
    async reconcile(job) {
      const { namespace = '', name = '', uid = '', resourceVersion = '', deletionTimestamp } = job.metadata
      const finished = finishedAt(job)
      const seconds = job.spec?.ttlSecondsAfterFinished
      if (deletionTimestamp || seconds === undefined || finished === undefined) return undefined
      const leftMs = finished + seconds * 1000 - client.clock.now()
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      // One that was told to stay longer meanwhile is another version.
      const options = { preconditions: { uid, resourceVersion }, propagationPolicy: 'Foreground' } as const
      await jobs
        .namespace(namespace)
        .delete(name, options)
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error
        })
      return undefined
    },
  })
}

function finishedAt({ status }: JobFields): number | undefined {
  const end = status?.conditions?.find(({ type, status: is }) => ENDS.includes(type) && is === 'True')
  return end?.lastTransitionTime === undefined ? undefined : parseTime(end.lastTransitionTime)
}
