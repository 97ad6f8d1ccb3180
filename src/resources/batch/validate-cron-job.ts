/**
 * Validation of CronJobs.
 *
 * @module
 */

import { type ApiObject, type FieldError, invalidField, unsupportedField } from '../../meta/index.js'
import { judgeFields, needed, notNegative, oneOf, text } from '../fields/field-rules.js'
import { nameOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import { scheduleFault } from './schedule.js'
import { validateJobSpec } from './validate-job.js'

const ZONE = /(?:^|\s)(?:CRON_)?TZ=/

const judge = judgeFields({
  'spec.schedule': needed(
    text((schedule) => {
      if (ZONE.test(schedule)) return ['cannot use TZ or CRON_TZ in schedule, use timeZone field instead']
      const fault = scheduleFault(schedule)
      return fault === undefined ? [] : [fault]
    }),
  ),
  'spec.concurrencyPolicy': oneOf('Allow', 'Forbid', 'Replace'),
  'spec.timeZone': validateTimeZone,
  'spec.startingDeadlineSeconds': notNegative,
  'spec.successfulJobsHistoryLimit': notNegative,
  'spec.failedJobsHistoryLimit': notNegative,
})

const JOB = 'spec.jobTemplate.spec'

/** Each of its jobs gets a selector of its own. */
const judgeSelection = judgeFields({
  selector: (field, value) => (value === undefined ? [] : [invalidField(field, value, '`selector` will be auto-generated')]),
  manualSelector: (field, value) => (value === true ? [unsupportedField(field, value, ['nil', 'false'])] : []),
})

/** Validates a cron job, and its job template. */
export function validateCronJob(cronJob: ApiObject): readonly FieldError[] {
  const template = recordOf(valueAt(cronJob, 'spec', 'jobTemplate', 'spec'))
  return [...judge(cronJob), ...validateJobSpec(template, JOB), ...judgeSelection(template, JOB)]
}

function validateTimeZone(field: string, zone: unknown): readonly FieldError[] {
  if (zone === undefined) return []
  if (zone === '') return [invalidField(field, zone, 'timeZone must be nil or non-empty string')]
  try {
    new Intl.DateTimeFormat('en', { timeZone: textOf(zone) })
    return []
  } catch {
    return [invalidField(field, zone, `unknown time zone ${textOf(zone)}`)]
  }
}

/** Maximum length of a name: job names have a time appended. */
const LONGEST_NAME = 52

/** Validates a new cron job, whose name has to leave room for the suffix of job names. */
export function validateNewCronJob(cronJob: ApiObject): readonly FieldError[] {
  const { length } = nameOf(cronJob)
  const detail = `must be no more than ${LONGEST_NAME} characters`
  return [...(length > LONGEST_NAME ? [invalidField('metadata.name', nameOf(cronJob), detail)] : []), ...validateCronJob(cronJob)]
}
