/**
 * Validation of volumes and claims, and their immutable fields.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  parseQuantity,
  requiredField,
  unsupportedField,
} from '../../../meta/index.js'
import { dnsSubdomain, type FieldRule, judgeFields, labelSelector, needed, notEmpty } from '../../fields/field-rules.js'
import { recordOf, textAt, textOf, textsOf, valueAt, withFields } from '../../fields/fields.js'
import { immutableFields } from '../../fields/immutable.js'
import { validateSource } from '../pods/validate-pod-volumes.js'

/** Fields of a volume's spec that are not its source. */
const NO_SOURCES = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]

const sourceOf = (volume: ApiObject) =>
  withFields(recordOf(volume.spec), Object.fromEntries(NO_SOURCES.map((key) => [key, undefined])))

/** ReadWriteOncePod excludes other access modes. */
const accessModes = (detail: string): FieldRule =>
  needed((field, value) => {
    const modes = textsOf(value)
    return modes.length > 1 && modes.includes('ReadWriteOncePod')
      ? [forbiddenField(field, 'may not use ReadWriteOncePod with other access modes')]
      : []
  }, detail)

const positive: FieldRule = (field, value) =>
  value === undefined || (parseQuantity(value)?.nanos ?? 0n) > 0n ? [] : [invalidField(field, value, 'must be greater than zero')]

const judgeVolume = judgeFields({
  'spec.accessModes': accessModes(''),
  'spec.capacity': (field, value) => {
    const [capacity, names] = [recordOf(value), Object.keys(recordOf(value))]
    return [
      ...(names.length === 0 ? [requiredField(field)] : []),
      ...(names.length === 1 && capacity.storage !== undefined ? [] : [unsupportedField(field, value ?? null, ['storage'])]),
      ...errorsOf(names, (name) => positive(`${field}[${name}]`, capacity[name])),
    ]
  },
  'spec.storageClassName': dnsSubdomain,
  'spec.volumeMode': notEmpty('Block', 'Filesystem'),
  'spec.csi.driver': needed(),
  'spec.csi.volumeHandle': needed(),
  'spec.local.path': needed(),
})

/** Validates a volume. */
export function validateVolume(volume: ApiObject): readonly FieldError[] {
  const sources = Object.entries(sourceOf(volume))
  const isWholeHost =
    valueAt(volume, 'spec', 'hostPath') !== undefined && /^\/+$/.test(textAt(volume, 'spec', 'hostPath', 'path'))
  return [
    ...judgeVolume(volume),
    ...(sources.length === 0 ? [requiredField('spec', 'must specify a volume type')] : []),
    ...sources.slice(1).map(([source]) => forbiddenField(`spec.${source}`, 'may not specify more than 1 volume type')),
    ...errorsOf(sources, ([source, value]) => validateSource(source, recordOf(value), `spec.${source}`)),
    ...(isWholeHost && textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Recycle'
      ? [forbiddenField('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...(valueAt(volume, 'spec', 'local') !== undefined && valueAt(volume, 'spec', 'nodeAffinity') === undefined
      ? [requiredField('spec.nodeAffinity', 'Local volume requires node affinity')]
      : []),
    ...(valueAt(volume, 'spec', 'nodeAffinity') !== undefined && valueAt(volume, 'spec', 'nodeAffinity', 'required') === undefined
      ? [requiredField('spec.nodeAffinity.required', 'must specify required node constraints')]
      : []),
  ]
}

/** Validates an update of a volume: its source is immutable, and so are its basic properties. */
export const validateVolumeUpdate = (volume: ApiObject, live: ApiObject): readonly FieldError[] => [
  ...validateVolume(volume),
  ...(jsonEqual(sourceOf(volume), sourceOf(live))
    ? []
    : [forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')]),
  ...immutableFields(['spec.volumeMode'])(volume, live),
  ...(valueAt(live, 'spec', 'nodeAffinity') === undefined ? [] : immutableFields(['spec.nodeAffinity'])(volume, live)),
]

const STORAGE = 'spec.resources[storage]'

const judgeClaim = judgeFields({
  'spec.accessModes': accessModes('at least 1 access mode is required'),
  'spec.selector': labelSelector,
  'spec.storageClassName': dnsSubdomain,
  'spec.volumeMode': notEmpty('Block', 'Filesystem'),
  'spec.dataSource.kind': needed(),
  'spec.dataSource.name': needed(),
  'spec.dataSource': (field, value) => {
    const { apiGroup, kind } = recordOf(value)
    const isOfCore = value !== undefined && textOf(apiGroup) === '' && textOf(kind) !== ''
    return isOfCore && kind !== 'PersistentVolumeClaim'
      ? [invalidField(field, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
      : []
  },
  'spec.dataSourceRef.kind': needed(),
  'spec.dataSourceRef.name': needed(),
})

/** Validates a claim. */
export function validateClaim(claim: ApiObject): readonly FieldError[] {
  const storage = valueAt(claim, 'spec', 'resources', 'requests', 'storage')
  const { dataSource, dataSourceRef } = recordOf(claim.spec)
  return [
    ...judgeClaim(claim),
    ...(storage === undefined ? [requiredField(STORAGE)] : positive(STORAGE, storage)),
    ...(dataSource !== undefined && dataSourceRef !== undefined && !jsonEqual(dataSource, dataSourceRef)
      ? [invalidField('spec.dataSource', dataSource, 'must match dataSourceRef')]
      : []),
  ]
}

/** Validates an update of a claim: the request is immutable, except for binding and growing. */
export function validateClaimUpdate(claim: ApiObject, live: ApiObject): readonly FieldError[] {
  const free = {
    ...(textAt(live, 'spec', 'volumeName') === '' && { volumeName: undefined }),
    ...(textAt(claim, 'status', 'phase') === 'Bound' && { resources: undefined, volumeAttributesClassName: undefined }),
  }
  const [next, before] = [claim, live].map(({ spec }) => withFields(recordOf(spec), free))
  const amountOf = (object: ApiObject, ...path: readonly string[]) =>
    parseQuantity(valueAt(object, ...path, 'storage'))?.nanos ?? 0n
  const asked = amountOf(claim, 'spec', 'resources', 'requests')
  const shrinks = asked < amountOf(live, 'spec', 'resources', 'requests') && asked <= amountOf(live, 'status', 'capacity')
  return [
    ...(jsonEqual(next, before) ? [] : [forbiddenField('spec', FIXED)]),
    ...(shrinks ? [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')] : []),
  ]
}

const FIXED = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
