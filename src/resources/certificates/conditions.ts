/**
 * Conditions of certificate requests: who may set which, and that none is removed.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  formatTime,
  invalidField,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { listOf, recordOf, textOf, valueAt, withFields } from '../fields/fields.js'

const PATH = 'status.conditions'
/** The condition types that decide a request. */
const APPROVAL = ['Approved', 'Denied'] as const
/** Condition types that are always true. */
const FINAL: readonly string[] = [...APPROVAL, 'Failed']

type Condition = Readonly<UnknownRecord>

const conditionsOf = (object: ApiObject): readonly Condition[] => listOf(valueAt(object, 'status', 'conditions')).map(recordOf)

const withConditions = (object: ApiObject, conditions: readonly Condition[]): ApiObject =>
  withFields(object, {
    status: withFields(recordOf(object.status), { conditions: conditions.length > 0 ? conditions : undefined }),
  })

const ofType = (object: ApiObject, type: string): readonly Condition[] =>
  conditionsOf(object).filter((condition) => condition.type === type)

/**
 * Restores the stored approval and denial if their number is the same: a signer sends back what it read.
 *
 * @param object - The signer's request body.
 * @param live - The stored state.
 */
export function preserveApproval(object: ApiObject, live: ApiObject): ApiObject {
  const kept = new Map<string, readonly Condition[]>(APPROVAL.map((type) => [type, ofType(live, type)]))
  const same = APPROVAL.filter((type) => ofType(object, type).length === kept.get(type)?.length)
  const seen = new Map<string, number>()
  return withConditions(
    object,
    conditionsOf(object).map((condition) => {
      const type = textOf(condition.type)
      const index = seen.get(type) ?? 0
      seen.set(type, index + 1)
      return (same as readonly string[]).includes(type) ? (kept.get(type)?.[index] ?? condition) : condition
    }),
  )
}

/**
 * Sets missing times of conditions: that of the same stored condition, or now.
 *
 * @param object - The new state.
 * @param live - The stored state.
 * @param nowMs - The time, in milliseconds since 1970.
 */
export function withTimes(object: ApiObject, live: ApiObject, nowMs: number): ApiObject {
  const now = formatTime(nowMs)
  const timeOf = (field: string, same: readonly string[]): ((condition: Condition) => unknown) => {
    const keyOf = (condition: Condition) => JSON.stringify(same.map((name) => condition[name] ?? ''))
    const known = new Map<string, unknown>()
    // Of several conditions of a type the first counts.
    for (const condition of conditionsOf(live).toReversed()) known.set(keyOf(condition), condition[field])
    return (condition) => condition[field] ?? known.get(keyOf(condition)) ?? now
  }
  const updated = timeOf('lastUpdateTime', ['type', 'status', 'reason', 'message'])
  const transitioned = timeOf('lastTransitionTime', ['type', 'status'])
  return withConditions(
    object,
    conditionsOf(object).map((condition) => ({
      ...condition,
      lastUpdateTime: updated(condition),
      lastTransitionTime: transitioned(condition),
    })),
  )
}

/**
 * Validates the conditions.
 *
 * @param object - The new state.
 */
export function validateConditions(object: ApiObject): readonly FieldError[] {
  const seen = new Set<string>()
  return errorsOf(conditionsOf(object), (condition, index) => {
    const [type, status, at] = [textOf(condition.type), textOf(condition.status), `${PATH}[${index}]`]
    const errors: FieldError[] = []
    if (type === '') errors.push(requiredField(`${at}.type`))
    const allowed = FINAL.includes(type) ? ['True'] : ['False', 'True', 'Unknown']
    if (status === '') errors.push(requiredField(`${at}.status`))
    else if (!allowed.includes(status)) errors.push(unsupportedField(`${at}.status`, status, allowed))
    const opposite = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined
    if (opposite !== undefined && seen.has(opposite))
      errors.push(invalidField(PATH, type, 'Approved and Denied conditions are mutually exclusive'))
    if (seen.has(type)) errors.push(duplicateField(`${at}.type`, type))
    seen.add(type)
    return errors
  })
}

/**
 * Validates changes of the conditions.
 *
 * @param object - The new state.
 * @param live - The stored state.
 * @param options - `mayApprove`: whether this subresource may approve and deny.
 */
export function validateConditionChange(
  object: ApiObject,
  live: ApiObject,
  { mayApprove }: { readonly mayApprove: boolean },
): readonly FieldError[] {
  const added = (type: string) => ofType(object, type).length - ofType(live, type).length
  const removals = FINAL.filter((type) => added(type) < 0)
  const additions = mayApprove ? [] : APPROVAL.filter((type) => added(type) > 0)
  return [
    ...removals.map((type) => forbiddenField(PATH, `updates may not remove a condition of type "${type}"`)),
    ...additions.map((type) => forbiddenField(PATH, `updates may not add a condition of type "${type}"`)),
  ]
}
