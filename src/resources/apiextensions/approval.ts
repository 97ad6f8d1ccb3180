/**
 * Protected groups (in the vendor's own domains): definitions in them need an approval annotation.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type FieldError,
  formatTime,
  invalidField,
  jsonEqual,
  requiredField,
} from '../../meta/index.js'
import { recordOf } from '../fields/fields.js'
import { type Condition, conditionsOf, groupOf, withCondition } from './definition-fields.js'

type Verdict = Pick<Condition, 'status' | 'reason' | 'message'>

/** The approval state of a definition; undefined for a group that needs none. */
function approvalOf(definition: ApiObject, { apiApproval, groupDomain, labelDomain }: Dialect): Verdict | undefined {
  const group = groupOf(definition)
  if (![groupDomain, labelDomain].some((domain) => group === domain || group.endsWith(`.${domain}`))) return undefined
  const annotation = definition.metadata.annotations?.[apiApproval.annotation]
  const rule = `protected groups must have approval annotation ${JSON.stringify(apiApproval.annotation)}`
  if (annotation === undefined) {
    return { status: 'False', reason: 'MissingAnnotation', message: `${rule}, see ${apiApproval.policy}` }
  }
  if (annotation.startsWith('unapproved')) {
    return { status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${JSON.stringify(annotation)}` }
  }
  if (isUrl(annotation)) return { status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${annotation}` }
  const message = `${rule} with either a URL or a reason starting with "unapproved", see ${apiApproval.policy}`
  return { status: 'False', reason: 'InvalidAnnotation', message }
}

const isUrl = (text: string): boolean => URL.canParse(text) && new URL(text).host !== ''

/**
 * Refuses a definition in a protected group without an approval annotation.
 *
 * @param definition - The definition.
 * @param live - The stored definition; one with an unchanged annotation is accepted.
 * @param dialect - Names the domains and the annotation.
 */
export function validateApproval(definition: ApiObject, live: ApiObject | undefined, dialect: Dialect): readonly FieldError[] {
  const verdict = approvalOf(definition, dialect)
  if (!verdict || (live && approvalOf(live, dialect)?.reason === verdict.reason)) return []
  const { annotation } = dialect.apiApproval
  const field = `metadata.annotations[${annotation}]`
  if (verdict.reason === 'MissingAnnotation') return [requiredField(field, verdict.message)]
  if (verdict.reason === 'InvalidAnnotation')
    return [invalidField(field, definition.metadata.annotations?.[annotation], verdict.message)]
  return []
}

/**
 * Sets the approval condition in a definition's status.
 *
 * @param definition - The stored definition.
 * @param dialect - Names the domains, the annotation and the condition.
 * @param nowMs - The time, for a condition that changes.
 * @returns The very same definition when nothing changes, or its group needs no approval.
 */
export function withApproval(definition: ApiObject, dialect: Dialect, nowMs: number): ApiObject {
  const verdict = approvalOf(definition, dialect)
  if (!verdict || definition.metadata.deletionTimestamp) return definition
  const before = conditionsOf(definition)
  const conditions = withCondition(before, { type: dialect.apiApproval.condition, ...verdict }, formatTime(nowMs))
  return jsonEqual(conditions, before) ? definition : { ...definition, status: { ...recordOf(definition.status), conditions } }
}
