/**
 * Validation of the status of Jobs: what a finished job has, and what never changes back. External controllers may write it.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  jsonEqual,
  parseTime,
  requiredField,
} from '../../meta/index.js'
import { judgeFields } from '../fields/field-rules.js'
import { hasCondition, listOf, numberOf, recordOf, repeatsIn, textOf } from '../fields/fields.js'
import { type StatusRule, statusCounts } from '../fields/validate-status.js'
import { firstSharedIndex, parseJobIndexes } from './job-indexes.js'

const CONDITIONS = 'status.conditions'

/** What the rules ask of one state of a job. */
function stateOf(job: ApiObject) {
  const is = (type: string) => hasCondition(job, type)
  const [complete, failed] = [is('Complete'), is('Failed')]
  return {
    ...{ complete, failed, finished: complete || failed },
    failing: is('FailureTarget'),
    satisfied: is('SuccessCriteriaMet'),
    status: recordOf(job.status),
    is,
  }
}

type State = ReturnType<typeof stateOf>

const counts = statusCounts({ counts: ['active', 'succeeded', 'failed', 'ready', 'terminating'] })

const judgeUncounted = judgeFields({
  'status.uncountedTerminatedPods.succeeded': uids,
  'status.uncountedTerminatedPods.failed': uids,
})

/** Validates a job's status. A rule about fields that the write leaves alone does not count, for jobs that broke it before. */
export const validateJobStatus: StatusRule = (job, live) => {
  const [next, before] = [stateOf(job), stateOf(live)]
  return [
    ...counts(job, live),
    ...judgeUncounted(job),
    ...validateOutcome(next, before),
    ...validateTimes(job, next, before),
    ...validatePods(next, before),
    ...validateIndexes(job, next, before),
    ...validateLasting(job, next, before),
  ]
}

/** Unique uids, none of them empty. */
function uids(field: string, value: unknown): readonly FieldError[] {
  const given = listOf(value).map(textOf)
  const isRepeated = repeatsIn(given)
  return errorsOf(given, (uid, i) => {
    if (uid === '') return [invalidField(`${field}[${i}]`, uid, 'must not be empty')]
    return isRepeated(i) ? [duplicateField(`${field}[${i}]`, uid)] : []
  })
}

/** Which conditions exclude or need each other. */
function validateOutcome(next: State, before: State): readonly FieldError[] {
  const { complete, failed, failing, satisfied } = next
  const changes = (...members: readonly ('complete' | 'failed' | 'failing' | 'satisfied')[]) =>
    members.some((member) => next[member] !== before[member])
  const rules: readonly (readonly [broken: boolean, detail: string])[] = [
    [complete && failed && changes('complete', 'failed'), 'cannot set Complete=True and Failed=true conditions'],
    [complete && failing && changes('complete', 'failing'), 'cannot set Complete=True and FailureTarget=true conditions'],
    [
      failed && !failing && changes('failed', 'failing'),
      'cannot set Failed=True condition without the FailureTarget=true condition',
    ],
    [
      complete && !satisfied && changes('complete', 'satisfied'),
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ],
    [satisfied && failed, 'cannot set SuccessCriteriaMet=True and Failed=true conditions'],
    [satisfied && failing, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'],
  ]
  return rules.flatMap(([broken, detail]) => (broken ? [invalidField(CONDITIONS, next.status.conditions, detail)] : []))
}

/** A finished job has a start, and a complete one an end; neither moves. */
function validateTimes(job: ApiObject, next: State, before: State): readonly FieldError[] {
  const { startTime, completionTime } = next.status
  const [startMoves, endMoves] = [
    !jsonEqual(startTime, before.status.startTime),
    !jsonEqual(completionTime, before.status.completionTime),
  ]
  const { suspend, completions } = recordOf(job.spec)
  const isIdle = suspend === true && completions === 0
  const [start, end] = [parseTime(textOf(startTime)), parseTime(textOf(completionTime))]
  const endCounts = endMoves || next.complete !== before.complete
  const field = 'status.completionTime'
  return [
    ...(endCounts && completionTime !== undefined && !next.complete
      ? [invalidField(field, completionTime, 'cannot set completionTime when there is no Complete=True condition')]
      : []),
    ...(endCounts && completionTime === undefined && next.complete
      ? [requiredField(field, 'completionTime is required for Complete jobs')]
      : []),
    ...((startMoves || endMoves) && start !== undefined && end !== undefined && end < start
      ? [invalidField(field, completionTime, 'must be equal to or after `startTime`')]
      : []),
    ...((startMoves || next.finished !== before.finished) && next.finished && startTime === undefined && !isIdle
      ? [requiredField('status.startTime', 'startTime is required for finished job')]
      : []),
    ...(endMoves && completionTime !== undefined && before.status.completionTime !== undefined
      ? [invalidField(field, completionTime, 'field is immutable')]
      : []),
    ...(startMoves && before.status.startTime !== undefined && suspend !== true
      ? [invalidField('status.startTime', startTime ?? null, 'field is immutable for unsuspended job once set')]
      : []),
  ]
}

/** A finished job has no pods that run, end or are not counted; no more pods are ready than active. */
function validatePods(next: State, before: State): readonly FieldError[] {
  const moves = (name: string) => !jsonEqual(next.status[name], before.status[name])
  const finishes = next.finished !== before.finished
  const count = (name: string) => numberOf(next.status[name]) ?? 0
  const running = (name: string): readonly FieldError[] =>
    next.finished && (finishes || moves(name)) && count(name) > 0
      ? [invalidField(`status.${name}`, count(name), `${name}>0 is invalid for finished job`)]
      : []
  const uncounted = recordOf(next.status.uncountedTerminatedPods)
  const isCounted = listOf(uncounted.succeeded).length + listOf(uncounted.failed).length === 0
  return [
    ...running('active'),
    ...(next.finished && !isCounted && (finishes || moves('uncountedTerminatedPods'))
      ? [invalidField('status.uncountedTerminatedPods', uncounted, 'must be empty for finished job')]
      : []),
    ...running('terminating'),
    ...((moves('ready') || moves('active')) && count('ready') > count('active')
      ? [invalidField('status.ready', count('ready'), 'cannot set more ready pods than active')]
      : []),
  ]
}

/** Completed and failed indexes: only of indexed jobs, readable, and none of them both. */
function validateIndexes(job: ApiObject, next: State, before: State): readonly FieldError[] {
  const { completionMode, completions, backoffLimitPerIndex } = recordOf(job.spec)
  const { completedIndexes, failedIndexes } = next.status
  const [completedMoves, failedMoves] = ['completedIndexes', 'failedIndexes'].map(
    (name) => !jsonEqual(next.status[name], before.status[name]),
  )
  const size = numberOf(completions)
  const [completed, failed] = [completedIndexes, failedIndexes].map((text) => parseJobIndexes(textOf(text), size ?? 0))
  if (!completed || !failed || (!completedMoves && !failedMoves)) return []
  const unreadable = (name: string, value: unknown, fault?: string): readonly FieldError[] =>
    size === undefined || fault === undefined ? [] : [invalidField(`status.${name}`, value, `error parsing ${name}: ${fault}`)]
  const shared = firstSharedIndex(completed, failed)
  return [
    ...(completedMoves ? unreadable('completedIndexes', completedIndexes, completed.fault) : []),
    ...(failedMoves && backoffLimitPerIndex !== undefined ? unreadable('failedIndexes', failedIndexes, failed.fault) : []),
    ...(completedMoves && completionMode !== 'Indexed' && textOf(completedIndexes) !== ''
      ? [
          invalidField(
            'status.completedIndexes',
            completedIndexes,
            'cannot set non-empty completedIndexes when non-indexed completion mode',
          ),
        ]
      : []),
    ...(failedMoves && backoffLimitPerIndex === undefined && failedIndexes !== undefined
      ? [
          invalidField(
            'status.failedIndexes',
            failedIndexes,
            'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
          ),
        ]
      : []),
    ...(shared === undefined
      ? []
      : [invalidField('status.failedIndexes', failedIndexes, `failedIndexes and completedIndexes overlap at index: ${shared}`)]),
  ]
}

/** Outcomes stay, and counts of ended pods never decrease. */
function validateLasting(job: ApiObject, next: State, before: State): readonly FieldError[] {
  const { completionMode, completions, parallelism } = recordOf(job.spec)
  // An indexed job whose size follows its parallelism can be made smaller.
  const isElastic = completionMode === 'Indexed' && completions === parallelism
  const shrinks = (name: string) => (numberOf(next.status[name]) ?? 0) < (numberOf(before.status[name]) ?? 0)
  const lost = (type: string) => before.is(type) && !next.is(type)
  const conditions = (detail: string) => invalidField(CONDITIONS, next.status.conditions ?? null, detail)
  return [
    ...['Failed', 'Complete', 'FailureTarget']
      .filter(lost)
      .map((type) => conditions(`cannot disable the terminal ${type}=True condition`)),
    ...['failed', ...(isElastic ? [] : ['succeeded'])]
      .filter(shrinks)
      .map((name) => invalidField(`status.${name}`, next.status[name] ?? 0, `cannot decrease the ${name} counter`)),
    ...(lost('SuccessCriteriaMet') ? [conditions('cannot disable the SuccessCriteriaMet=True condition')] : []),
    ...(before.complete && !before.satisfied && next.satisfied
      ? [conditions('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions')]
      : []),
  ]
}
