/**
 * Validation of claims to volumes, and their immutable fields.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  parseQuantity,
  requiredField,
} from '../../../meta/index.js'
import { dnsSubdomain, type FieldRule, judgeFields, labelSelector, needed, notEmpty } from '../../fields/field-rules.js'
import { recordOf, textAt, textOf, textsOf, valueAt, withFields, withValueAt } from '../../fields/fields.js'

/** ReadWriteOncePod excludes other access modes. */
export const accessModes = (detail: string): FieldRule =>
  needed((field, value) => {
    const modes = textsOf(value)
    return modes.length > 1 && modes.includes('ReadWriteOncePod')
      ? [forbiddenField(field, 'may not use ReadWriteOncePod with other access modes')]
      : []
  }, detail)

/** A quantity above zero. */
export const positive: FieldRule = (field, value) =>
  value === undefined || (parseQuantity(value)?.nanos ?? 0n) > 0n ? [] : [invalidField(field, value, 'must be greater than zero')]

const judgeClaim = judgeFields({
  accessModes: accessModes('at least 1 access mode is required'),
  selector: labelSelector,
  storageClassName: dnsSubdomain,
  volumeAttributesClassName: dnsSubdomain,
  volumeMode: notEmpty('Block', 'Filesystem'),
  'dataSource.kind': needed(),
  'dataSource.name': needed(),
  dataSource: (field, value) => {
    const { apiGroup, kind } = recordOf(value)
    const isOfCore = value !== undefined && textOf(apiGroup) === '' && textOf(kind) !== ''
    return isOfCore && kind !== 'PersistentVolumeClaim'
      ? [invalidField(field, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
      : []
  },
  'dataSourceRef.kind': needed(),
  'dataSourceRef.name': needed(),
})

/** Validates a claim. */
export const validateClaim = (claim: ApiObject): readonly FieldError[] => validateClaimSpec(recordOf(claim.spec), 'spec')

/**
 * Validates the spec of a claim, or of the template of one.
 *
 * @param spec - The spec.
 * @param path - Its field path.
 */
export function validateClaimSpec(spec: unknown, path: string): readonly FieldError[] {
  const storage = valueAt(spec, 'resources', 'requests', 'storage')
  const { dataSource, dataSourceRef } = recordOf(spec)
  const amount = `${path}.resources[storage]`
  return [
    ...judgeClaim(recordOf(spec), path),
    ...(storage === undefined ? [requiredField(amount)] : positive(amount, storage)),
    ...(dataSource !== undefined && dataSourceRef !== undefined && !jsonEqual(dataSource, dataSourceRef)
      ? [invalidField(`${path}.dataSource`, dataSource, 'must match dataSourceRef')]
      : []),
  ]
}

/**
 * Validates an update of a claim: the request is immutable, except for binding, growing, its attributes, and the storage class
 * where it had none.
 */
export function validateClaimUpdate(claim: ApiObject, live: ApiObject): readonly FieldError[] {
  const isBound = textAt(claim, 'status', 'phase') === 'Bound'
  const [spec, past] = [recordOf(claim.spec), recordOf(live.spec)]
  const storageOf = (object: ApiObject) => valueAt(object, 'spec', 'resources', 'requests', 'storage')
  const comparable = withValueAt(
    {
      ...withFields(spec, {
        volumeAttributesClassName: past.volumeAttributesClassName,
        ...(textOf(past.volumeName) === '' && { volumeName: past.volumeName }),
        ...(past.storageClassName === undefined && { storageClassName: undefined }),
      }),
    },
    ['resources', 'requests', 'storage'],
    isBound ? storageOf(live) : storageOf(claim),
  )
  const amountOf = (object: ApiObject, ...path: readonly string[]) =>
    parseQuantity(valueAt(object, ...path, 'storage'))?.nanos ?? 0n
  const asked = amountOf(claim, 'spec', 'resources', 'requests')
  const shrinks = asked < amountOf(live, 'spec', 'resources', 'requests') && asked <= amountOf(live, 'status', 'capacity')
  return [
    ...validateClaim(claim),
    ...(jsonEqual(comparable, past) ? [] : [forbiddenField('spec', FIXED)]),
    ...(shrinks ? [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')] : []),
    ...validateLasting(spec.volumeAttributesClassName, past.volumeAttributesClassName),
  ]
}

/** The attributes of a claim change, but are not taken away. */
function validateLasting(next: unknown, before: unknown): readonly FieldError[] {
  if (before === undefined || textOf(next) !== '' || next === before) return []
  const value = next === undefined ? 'nil' : 'an empty string'
  return [forbiddenField('spec.volumeAttributesClassName', `update from non-nil value to ${value} is forbidden`)]
}

const FIXED = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
