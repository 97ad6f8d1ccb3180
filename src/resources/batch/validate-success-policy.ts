/**
 * Validation of success policies, by which an Indexed Job succeeds before all of its indexes have.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  tooLongField,
  tooManyField,
  type UnknownRecord,
} from '../../meta/index.js'
import { notNegative } from '../fields/field-rules.js'
import { listOf, numberOf, recordOf } from '../fields/fields.js'
import { parseJobIndexes } from './job-indexes.js'

const MAX_RULES = 20
const MAX_INDEXES_TEXT = 64 * 1024

/**
 * Validates the success policy of an Indexed Job.
 *
 * @param policy - The policy.
 * @param completions - How many indexes the job has.
 * @param field - Field path of the policy.
 */
export function validateSuccessPolicy(policy: unknown, completions: number, field: string): readonly FieldError[] {
  const rules = listOf(recordOf(policy).rules)
  const path = `${field}.rules`
  return [
    ...(rules.length === 0
      ? [requiredField(path, 'at least one rules must be specified when the successPolicy is specified')]
      : []),
    ...(rules.length > MAX_RULES ? [tooManyField(path, rules.length, MAX_RULES)] : []),
    ...errorsOf(rules, (rule, i) => validateRule(recordOf(rule), completions, `${path}[${i}]`)),
  ]
}

function validateRule(rule: Readonly<UnknownRecord>, completions: number, field: string): readonly FieldError[] {
  const { succeededCount, succeededIndexes } = rule
  const count = numberOf(succeededCount)
  const text = typeof succeededIndexes === 'string' ? succeededIndexes : undefined
  if (count === undefined && text === undefined)
    return [requiredField(field, 'at least one of succeededCount or succeededIndexes must be specified')]
  // A text that is too long is not read: nothing of it would be of use.
  const isTooLong = (text?.length ?? 0) > MAX_INDEXES_TEXT
  const { total, fault } = parseJobIndexes(isTooLong ? '' : (text ?? ''), completions)
  const atMost = (limit: number, meaning: string): readonly FieldError[] =>
    (count ?? 0) > limit
      ? [invalidField(`${field}.succeededCount`, count, `must be less than or equal to ${limit} (the number of ${meaning})`)]
      : []
  return [
    ...(isTooLong ? [tooLongField(`${field}.succeededIndexes`, MAX_INDEXES_TEXT)] : []),
    ...(fault === undefined ? [] : [invalidField(`${field}.succeededIndexes`, text, `error parsing succeededIndexes: ${fault}`)]),
    ...notNegative(`${field}.succeededCount`, succeededCount),
    ...atMost(completions, 'specified completions'),
    ...(text === undefined || isTooLong ? [] : atMost(total, 'indexes in the specified succeededIndexes field')),
  ]
}
