/**
 * Validation of updates of Jobs: most of the spec is immutable.
 *
 * @module
 */

import type { ApiObject, FieldError } from '../../meta/index.js'
import { withoutNodeAffinity } from '../core/pods/node-affinity.js'
import { hasCondition, listOf, recordOf, valueAt, withFields, withValueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { validateJob } from './validate-job.js'

const FIXED = [
  'completions',
  'selector',
  'template',
  'completionMode',
  'podFailurePolicy',
  'backoffLimitPerIndex',
  'managedBy',
  'successPolicy',
]

/**
 * Validates an update of a job.
 *
 * @param job - The new job.
 * @param live - The job as it is.
 */
export function validateJobUpdate(job: ApiObject, live: ApiObject): readonly FieldError[] {
  const { completionMode, completions, parallelism } = recordOf(job.spec)
  // The size of an indexed job may change only as a whole.
  const isElastic = completionMode === 'Indexed' && completions === parallelism
  const [next, before] = isAtRest(live) ? [withoutOpenFields(job), withoutOpenFields(live)] : [job, live]
  return [...validateJob(job), ...immutableFields(FIXED.slice(isElastic ? 1 : 0).map((field) => `spec.${field}`))(next, before)]
}

/** Whether a job is suspended and has no pods: it has not started, or its controller has ended them. */
function isAtRest(job: ApiObject): boolean {
  const { active, startTime } = recordOf(job.status)
  if (recordOf(job.spec).suspend !== true || (active ?? 0) !== 0) return false
  return startTime === undefined || hasCondition(job, 'Suspended')
}

/** A job without the fields of its template for scheduling and resources, which are mutable while it has no pods. */
function withoutOpenFields(job: ApiObject): ApiObject {
  const { metadata, spec } = recordOf(valueAt(job, 'spec', 'template'))
  const pod = recordOf(spec)
  return withValueAt(job, ['spec', 'template'], {
    metadata: withFields(recordOf(metadata), { annotations: undefined, labels: undefined }),
    spec: withFields(withoutNodeAffinity(pod), {
      nodeSelector: undefined,
      schedulingGates: undefined,
      tolerations: undefined,
      containers: withoutResources(pod.containers),
      initContainers: withoutResources(pod.initContainers),
    }),
  })
}

const withoutResources = (containers: unknown): readonly unknown[] =>
  listOf(containers).map((container) => withFields(recordOf(container), { resources: undefined }))
