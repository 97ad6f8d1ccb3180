/**
 * Validation of access reviews.
 *
 * @module
 */

import { type ApiObject, errorsOf, type FieldError, forbiddenField, invalidField, requiredField } from '../../meta/index.js'
import { getRecord, listOf, textAt, textsOf, valueAt, withFields } from '../fields/fields.js'

/** Validates a review for a user. */
export const validateSubjectReview = (object: ApiObject): readonly FieldError[] => [
  ...validateTarget(object),
  ...validateSubject(object),
  ...validateMetadata(object),
]

/** Validates a review for the caller. */
export const validateSelfReview = (object: ApiObject): readonly FieldError[] => [
  ...validateTarget(object),
  ...validateMetadata(object),
]

/** Validates a review within a namespace: it has to be for a resource there. */
export function validateLocalReview(object: ApiObject): readonly FieldError[] {
  const { metadata, spec } = object
  const errors = [...validateTarget(object), ...validateSubject(object), ...validateMetadata(object)]
  const resource = getRecord(spec, 'resourceAttributes')
  const namespace = textAt(resource, 'namespace')
  if (resource && namespace !== metadata.namespace) {
    errors.push(invalidField('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace'))
  }
  const path = getRecord(spec, 'nonResourceAttributes')
  if (path) errors.push(invalidField('spec.nonResourceAttributes', path, 'disallowed on this kind of request'))
  return errors
}

function validateTarget({ spec }: ApiObject): FieldError[] {
  const resource = getRecord(spec, 'resourceAttributes')
  const path = getRecord(spec, 'nonResourceAttributes')
  if (resource && path) {
    return [invalidField('spec.nonResourceAttributes', path, 'cannot be specified in combination with resourceAttributes')]
  }
  if (resource) return ['fieldSelector', 'labelSelector'].flatMap((name) => validateSelector(resource[name], name))
  if (path) return []
  const rule = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  return [invalidField('spec.resourceAttributes', null, rule)]
}

function validateSelector(selector: unknown, name: string): FieldError[] {
  if (selector === undefined) return []
  const field = `spec.resourceAttributes.${name}`
  const raw = textAt(selector, 'rawSelector')
  const requirements = listOf(valueAt(selector, 'requirements'))
  if (raw !== '' && requirements.length > 0) {
    return [invalidField(`${field}.rawSelector`, raw, 'may not be specified at the same time as requirements')]
  }
  if (raw === '' && requirements.length === 0) {
    return [requiredField(`${field}.requirements`, `when ${field} is specified, requirements or rawSelector is required`)]
  }
  return errorsOf(requirements, (requirement, i) => validateRequirement(requirement, `${field}.requirements[${i}]`))
}

function validateRequirement(requirement: unknown, field: string): FieldError[] {
  const errors: FieldError[] = []
  const operator = textAt(requirement, 'operator')
  const hasValues = textsOf(valueAt(requirement, 'values')).length > 0
  if (textAt(requirement, 'key') === '') errors.push(requiredField(`${field}.key`, 'must be specified'))
  if (!hasValues && (operator === 'In' || operator === 'NotIn')) {
    errors.push(requiredField(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
  }
  if (hasValues && (operator === 'Exists' || operator === 'DoesNotExist')) {
    errors.push(forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
  }
  return errors
}

function validateSubject({ spec }: ApiObject): FieldError[] {
  if (textAt(spec, 'user') !== '' || textsOf(valueAt(spec, 'groups')).length > 0) return []
  return [invalidField('spec.user', '', 'at least one of user or group must be specified')]
}

/** A review has no name and no labels; only its namespace, and managedFields. */
function validateMetadata({ metadata }: ApiObject): FieldError[] {
  const rest = withFields(metadata, { namespace: undefined, managedFields: undefined })
  return Object.keys(rest).length === 0 ? [] : [invalidField('metadata', rest, 'must be empty')]
}
