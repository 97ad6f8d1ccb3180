/**
 * Jobs and cron jobs: defaults, selector labels, columns.
 *
 * @module
 */

import { humanDuration } from '../../codec/index.js'
import { type ApiObject, type Dialect, type FieldError, invalidField, parseTime, type UnknownRecord } from '../../meta/index.js'
import { containerColumns } from '../apps/workloads.js'
import { changed, defaultPodTemplate, withDefaults } from '../core/pods/pod-template.js'
import { templateWarnings } from '../core/pods/template-warnings.js'
import { getRecord, hasCondition, listOf, nameOf, numberOf, recordOf, textOf, valueAt, withValueAt } from '../fields/fields.js'
import type { KnownGroup } from '../known/known-kind.js'
import { ageColumn, ageOf, type Column, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { validateCronJob, validateNewCronJob } from './validate-cron-job.js'
import { validateNewJob } from './validate-job.js'
import { validateJobStatus } from './validate-job-status.js'
import { validateJobUpdate } from './validate-job-update.js'

/**
 * Kind-specific rules of the kinds of the batch group.
 *
 * @param dialect - The plane's dialect, which defines labels of jobs.
 */
export const batchKinds = (dialect: Dialect): KnownGroup => ({
  group: 'batch',
  kinds: {
    jobs: {
      categories: ['all'],
      hasGeneration: true,
      table: jobTable,
      validateStatus: validateJobStatus,
      selectableFields: { 'status.successful': (job) => String(numberOf(valueAt(job, 'status', 'succeeded')) ?? 0) },
      strategy: {
        warnings: templateWarnings({ path: ['spec', 'template'], dialect, more: (job) => sizeWarnings(job, 'spec') }),
        orphansByDefault: true,
        defaults: (job) => withTemplateLabels({ ...job, spec: defaultJobSpec(recordOf(job.spec)) }),
        prepareForCreate: (job) => withTemplateLabels(withOwnLabels(job, dialect)),
        validateCreate: (job) => [...validateOwnLabels(job, dialect), ...validateNewJob(job)],
        validateUpdate: validateJobUpdate,
      },
    },
    cronjobs: {
      shortNames: ['cj'],
      categories: ['all'],
      hasGeneration: true,
      table: cronJobTable,
      strategy: {
        warnings: cronJobWarnings(dialect),
        defaults: defaultCronJob,
        validateCreate: validateNewCronJob,
        validateUpdate: validateCronJob,
      },
    },
  },
})

const JOB_SPEC = ['spec', 'jobTemplate', 'spec']

const cronJobWarnings = (dialect: Dialect) =>
  templateWarnings({ path: [...JOB_SPEC, 'template'], dialect, more: (cronJob) => sizeWarnings(cronJob, ...JOB_SPEC) })

const [MAX_TRACKED, MAX_PARALLEL] = [100_000, 10_000]

/** The indexes that an Indexed job has completed are one text, of limited length. */
function sizeWarnings(object: ApiObject, ...path: readonly string[]): readonly string[] {
  const { completionMode, completions, parallelism } = recordOf(valueAt(object, ...path))
  const isLarge = (numberOf(completions) ?? 0) > MAX_TRACKED && (numberOf(parallelism) ?? 0) > MAX_PARALLEL
  if (completionMode !== 'Indexed' || !isLarge) return []
  const size = 'a number of completions higher than 10^5 and a parallelism higher than 10^4'
  const effect = 'completedIndexes might not be trackable when a big number of indexes fail'
  return [`${path.join('.')}: In Indexed Jobs with ${size}, ${effect}`]
}

/** Sets the defaults that a job and the template of a cron job share: those of the parts of the spec. */
const defaultJobParts = (spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> =>
  changed(spec, {
    template: defaultPodTemplate,
    podFailurePolicy: (policy) =>
      changed(policy, {
        rules: (rule) => changed(rule, { onPodConditions: (pattern) => withDefaults(pattern, { status: 'True' }) }),
      }),
  })

const MAX_INT32 = 2 ** 31 - 1

function defaultJobSpec(spec: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  // A job with parallelism but without completions is complete when one pod succeeds.
  const counts = spec.completions === undefined && spec.parallelism === undefined ? { completions: 1 } : {}
  return withDefaults(defaultJobParts(spec), {
    ...counts,
    parallelism: 1,
    // With a failure limit per index, the job as a whole has no limit by default.
    backoffLimit: spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  })
}

/** A job without labels has those of its template. */
function withTemplateLabels(job: ApiObject): ApiObject {
  const labels = getRecord(job, 'spec', 'template', 'metadata', 'labels')
  return labels && Object.keys(job.metadata.labels ?? {}).length === 0
    ? { ...job, metadata: { ...job.metadata, labels: labels as Record<string, string> } }
    : job
}

/**
 * A job selects its pods by its own uid, unless `manualSelector` is set. Existing labels are kept: if they differ, the job is
 * refused.
 */
function withOwnLabels(job: ApiObject, { labelDomain }: Dialect): ApiObject {
  if (valueAt(job, 'spec', 'manualSelector') === true) return job
  const uid = job.metadata.uid ?? ''
  const own = ownLabels(job, labelDomain)
  const labels = { ...own, ...getRecord(job, 'spec', 'template', 'metadata', 'labels') }
  const matchLabels = { [`batch.${labelDomain}/controller-uid`]: uid, ...getRecord(job, 'spec', 'selector', 'matchLabels') }
  const selecting = withValueAt(job, ['spec', 'selector'], { ...getRecord(job, 'spec', 'selector'), matchLabels })
  return withValueAt(selecting, ['spec', 'template', 'metadata', 'labels'], labels)
}

/** The labels by which a job selects its pods. */
function ownLabels(job: ApiObject, labelDomain: string): Readonly<Record<string, string>> {
  const [uid, name] = [job.metadata.uid ?? '', nameOf(job)]
  const prefix = `batch.${labelDomain}`
  return { [`${prefix}/controller-uid`]: uid, [`${prefix}/job-name`]: name, 'controller-uid': uid, 'job-name': name }
}

/** Validates a job with a generated selector: labels and selector have to be the generated ones. */
function validateOwnLabels(job: ApiObject, { labelDomain }: Dialect): readonly FieldError[] {
  if (valueAt(job, 'spec', 'manualSelector') === true) return []
  const own = ownLabels(job, labelDomain)
  const given = recordOf(valueAt(job, 'spec', 'template', 'metadata', 'labels'))
  const { matchLabels, matchExpressions } = recordOf(valueAt(job, 'spec', 'selector'))
  const isOwn = Object.entries(recordOf(matchLabels)).every(([key, value]) => own[key] === value)
  return [
    ...Object.entries(own)
      .filter(([key, value]) => given[key] !== value)
      .map(([key, value]) => invalidField(`spec.template.metadata.labels[${key}]`, given, `must be '${value}'`)),
    ...(isOwn && listOf(matchExpressions).length === 0
      ? []
      : [invalidField('spec.selector', valueAt(job, 'spec', 'selector'), '`selector` not auto-generated')]),
  ]
}

function defaultCronJob(cronJob: ApiObject): ApiObject {
  const spec = recordOf(cronJob.spec)
  const jobTemplate = getRecord(spec, 'jobTemplate')
  const jobSpec = getRecord(jobTemplate, 'spec')
  return {
    ...cronJob,
    spec: withDefaults(
      { ...spec, ...(jobTemplate && { jobTemplate: { ...jobTemplate, ...(jobSpec && { spec: defaultJobParts(jobSpec) }) } }) },
      { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
    ),
  }
}

function statusOf(job: ApiObject): string {
  const has = (type: string) => hasCondition(job, type)
  if (has('Complete')) return 'Complete'
  if (has('Failed')) return 'Failed'
  if (job.metadata.deletionTimestamp) return 'Terminating'
  if (has('Suspended')) return 'Suspended'
  return has('FailureTarget') ? 'FailureTarget' : has('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running'
}

function completionsOf(job: ApiObject): string {
  const succeeded = numberOf(valueAt(job, 'status', 'succeeded')) ?? 0
  const completions = numberOf(valueAt(job, 'spec', 'completions'))
  if (completions !== undefined) return `${succeeded}/${completions}`
  const parallelism = numberOf(valueAt(job, 'spec', 'parallelism')) ?? 0
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function durationOf(job: ApiObject, nowMs: number): string {
  const start = parseTime(textOf(valueAt(job, 'status', 'startTime')))
  if (start === undefined) return ''
  const end = parseTime(textOf(valueAt(job, 'status', 'completionTime')))
  return humanDuration((end ?? nowMs) - start)
}

const [containers, images, selector] = containerColumns as readonly [Column, Column, Column]

const jobTable = tableOf([
  nameColumn,
  textColumn('Status', 'What the job is at.', statusOf),
  textColumn('Completions', 'How many pods succeeded, of those needed.', completionsOf),
  textColumn('Duration', 'How long it runs, or ran.', durationOf),
  ageColumn,
  containers,
  images,
  selector,
])

/** True and False as cron jobs print them. */
const suspendOf = (cronJob: ApiObject): string => (valueAt(cronJob, 'spec', 'suspend') === true ? 'True' : 'False')

const cronJobTable = tableOf([
  nameColumn,
  textColumn('Schedule', 'When jobs are made.', (cronJob) => textOf(valueAt(cronJob, 'spec', 'schedule'))),
  textColumn(
    'Timezone',
    'Whose clock the schedule is of.',
    (cronJob) => textOf(valueAt(cronJob, 'spec', 'timeZone')) || '<none>',
  ),
  { ...textColumn('Suspend', 'Whether no jobs are made for now.', suspendOf), type: 'boolean' },
  {
    name: 'Active',
    type: 'integer',
    description: 'How many jobs run now.',
    cell: (cronJob) => listOf(valueAt(cronJob, 'status', 'active')).length,
  },
  textColumn('Last Schedule', 'Time since the last job was made.', (cronJob, nowMs) => {
    const last = valueAt(cronJob, 'status', 'lastScheduleTime')
    return last === undefined ? '<none>' : ageOf(last, nowMs)
  }),
  ageColumn,
  containers,
  images,
  { ...selector, cell: () => '<none>' },
])
