/**
 * Volumes and the claims to them: defaults, what stays as it is, columns.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  errorsOf,
  type FieldError,
  forbiddenField,
  formatTime,
  invalidField,
  jsonEqual,
  parseQuantity,
  requiredField,
} from '../../meta/index.js'
import { fieldColumn, shown } from '../columns.js'
import { claimWarnings } from '../deprecated-fields.js'
import { recordOf, textAt, textsOf, valueAt, withFields } from '../fields.js'
import type { KnownKind } from '../known-kind.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables.js'
import { defaultSource, withDefaults } from './pod-template.js'
import { validateSource } from './validate-pod-volumes.js'

/** Modes in the short form that is shown, in their order. */
const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

const modesText = (modes: unknown): string => {
  const given = textsOf(modes)
  return Object.entries(MODES)
    .flatMap(([mode, short]) => (given.includes(mode) ? [short] : []))
    .join(',')
}

const unset = (value: unknown): string => shown(value, '<unset>')

const volumeTable = tableOf([
  nameColumn,
  fieldColumn('Capacity', 'How much it holds.', 'spec.capacity.storage', { absent: '' }),
  textColumn('Access Modes', 'How it may be mounted.', (volume) => modesText(valueAt(volume, 'spec', 'accessModes'))),
  fieldColumn('Reclaim Policy', 'What becomes of it when it is released.', 'spec.persistentVolumeReclaimPolicy', { absent: '' }),
  textColumn('Status', 'What it is at.', (volume) =>
    volume.metadata.deletionTimestamp ? 'Terminating' : textAt(volume, 'status', 'phase'),
  ),
  textColumn('Claim', 'The claim that has it.', (volume) =>
    ['namespace', 'name']
      .map((member) => textAt(volume, 'spec', 'claimRef', member))
      .filter((text) => text !== '')
      .join('/'),
  ),
  fieldColumn('StorageClass', 'Its class.', 'spec.storageClassName', { absent: '' }),
  textColumn('VolumeAttributesClass', 'Its settings.', (volume) => unset(valueAt(volume, 'spec', 'volumeAttributesClassName'))),
  fieldColumn('Reason', 'Why it is so.', 'status.reason', { absent: '' }),
  ageColumn,
  textColumn(
    'VolumeMode',
    'Whether it is a file system or a device.',
    (volume) => unset(valueAt(volume, 'spec', 'volumeMode')),
    1,
  ),
])

const claimTable = tableOf([
  nameColumn,
  textColumn('Status', 'What it is at.', (claim) =>
    claim.metadata.deletionTimestamp ? 'Terminating' : textAt(claim, 'status', 'phase'),
  ),
  fieldColumn('Volume', 'The volume that it has.', 'spec.volumeName', { absent: '' }),
  textColumn('Capacity', 'How much that holds.', (claim) =>
    textAt(claim, 'spec', 'volumeName') === '' ? '' : textAt(claim, 'status', 'capacity', 'storage'),
  ),
  textColumn('Access Modes', 'How it may be mounted.', (claim) =>
    textAt(claim, 'spec', 'volumeName') === '' ? '' : modesText(valueAt(claim, 'status', 'accessModes')),
  ),
  fieldColumn('StorageClass', 'The class that it asks for.', 'spec.storageClassName', { absent: '' }),
  textColumn('VolumeAttributesClass', 'The settings that it asks for.', (claim) =>
    unset(valueAt(claim, 'spec', 'volumeAttributesClassName')),
  ),
  ageColumn,
  textColumn('VolumeMode', 'Whether it is a file system or a device.', (claim) => unset(valueAt(claim, 'spec', 'volumeMode')), 1),
])

/** Members of the spec of a volume that say nothing about where it is. */
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

/** What is known of volumes. */
export const volumeKind: KnownKind = {
  shortNames: ['pv'],
  table: volumeTable,
  strategy: {
    returnsDeletedObject: true,
    defaults: (volume) => ({
      ...volume,
      spec: withDefaults(defaultSource(recordOf(volume.spec)), {
        persistentVolumeReclaimPolicy: 'Retain',
        volumeMode: 'Filesystem',
      }),
    }),
    prepareForCreate: (volume, { nowMs }) => ({
      ...volume,
      status: { phase: 'Pending', lastPhaseTransitionTime: formatTime(nowMs) },
    }),
    prepareForUpdate: (volume, live, { nowMs }) =>
      textAt(volume, 'status', 'phase') === textAt(live, 'status', 'phase')
        ? volume
        : { ...volume, status: { ...recordOf(volume.status), lastPhaseTransitionTime: formatTime(nowMs) } },
    validateCreate: validateVolume,
    validateUpdate: (volume, live) => [
      ...validateVolume(volume),
      ...(jsonEqual(sourceOf(volume), sourceOf(live))
        ? []
        : [forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')]),
      ...immutable(volume, live, 'volumeMode'),
    ],
  },
}

function validateVolume(volume: ApiObject): readonly FieldError[] {
  const capacity = recordOf(valueAt(volume, 'spec', 'capacity'))
  return [
    ...(textsOf(valueAt(volume, 'spec', 'accessModes')).length === 0 ? [requiredField('spec.accessModes')] : []),
    ...(Object.keys(capacity).length === 0 ? [requiredField('spec.capacity')] : []),
    ...positive('spec.capacity[storage]', capacity.storage),
    ...(Object.keys(sourceOf(volume)).length === 0 ? [requiredField('spec', 'must specify a volume type')] : []),
    ...errorsOf(Object.entries(sourceOf(volume)), ([source, value]) => validateSource(source, recordOf(value), `spec.${source}`)),
  ]
}

/**
 * What is known of claims to volumes.
 *
 * @param dialect - The plane's words, which annotations are in.
 */
export const claimKind = (dialect: Dialect): KnownKind => {
  const { validateCreate: warn = () => [] } = claimWarnings(dialect)
  return {
    shortNames: ['pvc'],
    table: claimTable,
    strategy: {
      returnsDeletedObject: true,
      defaults: (claim) => ({
        ...claim,
        spec: withDefaults(recordOf(claim.spec), { volumeMode: 'Filesystem', resources: {} }),
        status: withDefaults(recordOf(claim.status), { phase: 'Pending' }),
      }),
      prepareForCreate: (claim) => ({ ...withDataSource(claim), status: { phase: 'Pending' } }),
      validateCreate: (claim, context) => [...warn(claim, context), ...validateClaim(claim)],
      validateUpdate: (claim, live, context) => [...warn(claim, context), ...validateClaimUpdate(claim, live)],
    },
  }
}

/** What a claim is filled from stands under the name of old and the new one, for readers of either. */
function withDataSource(claim: ApiObject): ApiObject {
  const spec = recordOf(claim.spec)
  const { dataSource, dataSourceRef } = spec
  if (dataSource !== undefined && dataSourceRef === undefined) return { ...claim, spec: { ...spec, dataSourceRef: dataSource } }
  const isOfOldKind = ['PersistentVolumeClaim', 'VolumeSnapshot'].includes(textAt(dataSourceRef, 'kind'))
  if (dataSource !== undefined || !isOfOldKind || textAt(dataSourceRef, 'namespace') !== '') return claim
  return { ...claim, spec: { ...spec, dataSource: dataSourceRef } }
}

function validateClaim(claim: ApiObject): readonly FieldError[] {
  const storage = valueAt(claim, 'spec', 'resources', 'requests', 'storage')
  return [
    ...(textsOf(valueAt(claim, 'spec', 'accessModes')).length === 0
      ? [requiredField('spec.accessModes', 'at least 1 access mode is required')]
      : []),
    ...(storage === undefined ? [requiredField('spec.resources[storage]')] : positive('spec.resources[storage]', storage)),
  ]
}

/** What a claim asks for is fixed; it may only grow, and be bound. */
function validateClaimUpdate(claim: ApiObject, live: ApiObject): readonly FieldError[] {
  const isBound = textAt(live, 'spec', 'volumeName') !== ''
  const free = { resources: undefined, volumeAttributesClassName: undefined, ...(!isBound && { volumeName: undefined }) }
  const [next, before] = [claim, live].map(({ spec }) => withFields(recordOf(spec), free))
  const amountOf = (object: ApiObject) => parseQuantity(valueAt(object, 'spec', 'resources', 'requests', 'storage'))?.nanos ?? 0n
  return [
    ...(jsonEqual(next, before)
      ? []
      : [
          forbiddenField(
            'spec',
            'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
          ),
        ]),
    ...(amountOf(claim) < amountOf(live)
      ? [forbiddenField('spec.resources.requests.storage', 'field can not be less than previous value')]
      : []),
  ]
}

const positive = (field: string, value: unknown): readonly FieldError[] =>
  value === undefined || (parseQuantity(value)?.nanos ?? 0n) > 0n ? [] : [invalidField(field, value, 'must be greater than zero')]

const immutable = (object: ApiObject, live: ApiObject, member: string): readonly FieldError[] => {
  const [next, before] = [valueAt(object, 'spec', member), valueAt(live, 'spec', member)]
  return jsonEqual(next, before) ? [] : [invalidField(`spec.${member}`, next, 'field is immutable')]
}
