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
  validateAnnotations,
} from '../../../meta/index.js'
import {
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  judgeFields,
  labelSelector,
  labels,
  needed,
  notEmpty,
} from '../../fields/field-rules.js'
import { recordOf, textAt, textOf, textsOf, valueAt, withFields, withValueAt } from '../../fields/fields.js'
import { immutableFields } from '../../fields/immutable.js'

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

/** Of the core group, only claims can be the source of data. */
const coreClaim: FieldRule = (field, value) => {
  const { apiGroup, kind } = recordOf(value)
  return value !== undefined && textOf(apiGroup) === '' && kind !== 'PersistentVolumeClaim'
    ? [invalidField(field, textOf(kind), "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
    : []
}

const judgeClaim = judgeFields({
  accessModes: accessModes('at least 1 access mode is required'),
  selector: labelSelector,
  storageClassName: dnsSubdomain,
  volumeAttributesClassName: dnsSubdomain,
  volumeMode: notEmpty('Block', 'Filesystem'),
  'dataSource.kind': needed(),
  'dataSource.name': needed(),
  dataSource: coreClaim,
  'dataSource.apiGroup': dnsSubdomain,
  'dataSourceRef.kind': needed(),
  'dataSourceRef.name': needed(),
  dataSourceRef: coreClaim,
  'dataSourceRef.apiGroup': dnsSubdomain,
  'dataSourceRef.namespace': dnsLabel,
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

const judgeTemplate = judgeFields({
  annotations: (field, value) => validateAnnotations(recordOf(value) as Readonly<Record<string, string>>, field),
  labels,
})

/**
 * Validates the template of the claim of an ephemeral volume: of its metadata, only labels and annotations are used.
 *
 * @param template - The template.
 * @param path - Its field path.
 */
export function validateClaimTemplate(template: unknown, path: string): readonly FieldError[] {
  if (template === undefined) return [requiredField(path)]
  const { metadata, spec } = recordOf(template)
  const others = Object.keys(recordOf(metadata)).filter((member) => member !== 'annotations' && member !== 'labels')
  return [
    ...judgeTemplate(metadata, `${path}.metadata`),
    ...others.map((member) => forbiddenField(`${path}.metadata.${member}`, 'cannot be set')),
    ...validateClaimSpec(spec, `${path}.spec`),
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
        ...(isBound &&
          spec.volumeAttributesClassName !== undefined && { volumeAttributesClassName: past.volumeAttributesClassName }),
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
    // The field path of this error omits the spec, as in Kubernetes.
    ...immutableFields(['volumeMode'])(spec, past),
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
