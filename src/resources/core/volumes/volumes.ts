/**
 * Volumes and the claims to them: defaults and columns.
 *
 * @module
 */

import { type ApiObject, type Dialect, formatTime, getKey } from '../../../meta/index.js'
import { listOf, recordOf, textAt, textOf, textsOf, valueAt } from '../../fields/fields.js'
import { deprecatedNodeLabels, expressionWarnings, volumeWarnings, type WarningsOf } from '../../fields/warnings.js'
import type { KnownKind } from '../../known/known-kind.js'
import { fieldColumn, shown } from '../../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../../tables/tables.js'
import { defaultSource, withDefaults } from '../pods/pod-template.js'
import { claimSpecWarnings } from './claim-warnings.js'
import { validateClaim, validateClaimUpdate } from './validate-claim.js'
import { validateVolume, validateVolumeUpdate } from './validate-volumes.js'

/** Access modes in short form, in display order. */
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

/** Warns of deprecated annotations. */
function annotationWarnings({ metadata }: ApiObject, deprecated: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(deprecated).flatMap(([key, message]) =>
    getKey(metadata.annotations, key) === undefined ? [] : [`metadata.annotations[${key}]: deprecated since ${message}`],
  )
}

const oldClass = ({ labelDomain }: Dialect) => ({
  [`volume.beta.${labelDomain}/storage-class`]: 'v1.8; use "storageClassName" attribute instead',
})

const oldVolumeWarnings = (dialect: Dialect): WarningsOf => {
  const messageOf = deprecatedNodeLabels(dialect)
  const mountOptions = `volume.beta.${dialect.labelDomain}/mount-options`
  const deprecated = { ...oldClass(dialect), [mountOptions]: 'v1.31; use "mountOptions" attribute instead' }
  const noRecycling =
    'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'
  return (volume) => {
    const terms = listOf(valueAt(volume, 'spec', 'nodeAffinity', 'required', 'nodeSelectorTerms'))
    const isRecycled = textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Recycle'
    return [
      ...annotationWarnings(volume, deprecated),
      ...(isRecycled ? [`spec.persistentVolumeReclaimPolicy: ${noRecycling}`] : []),
      ...terms.flatMap((term, i) => {
        const field = `spec.nodeAffinity.required.nodeSelectorTerms[${i}].matchExpressions`
        return expressionWarnings(recordOf(term).matchExpressions, field, messageOf)
      }),
      ...volumeWarnings(volume.spec, 'spec'),
    ]
  }
}

/**
 * Kind-specific rules of volumes.
 *
 * @param dialect - The plane's dialect, which defines annotations and labels.
 */
export const volumeKind = (dialect: Dialect): KnownKind => ({
  shortNames: ['pv'],
  table: volumeTable,
  strategy: {
    warnings: oldVolumeWarnings(dialect),
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
    validateUpdate: validateVolumeUpdate,
  },
})

/**
 * Kind-specific rules of claims to volumes.
 *
 * @param dialect - The plane's dialect, which defines the annotations.
 */
export const claimKind = (dialect: Dialect): KnownKind => {
  const deprecated = oldClass(dialect)
  const warnings: WarningsOf = (claim) => [...annotationWarnings(claim, deprecated), ...claimSpecWarnings(claim.spec, 'spec')]
  return {
    shortNames: ['pvc'],
    table: claimTable,
    strategy: {
      warnings,
      returnsDeletedObject: true,
      defaults: (claim) => ({
        ...claim,
        spec: withDefaults(recordOf(claim.spec), { volumeMode: 'Filesystem', resources: {} }),
        status: withDefaults(recordOf(claim.status), { phase: 'Pending' }),
      }),
      prepareForCreate: (claim) => ({ ...withDataSource(claim), status: { phase: 'Pending' } }),
      validateCreate: validateClaim,
      validateUpdate: validateClaimUpdate,
    },
  }
}

/**
 * `dataSource` and `dataSourceRef` are kept equal, for readers of either. The older field alone names a claim or a snapshot: it is
 * dropped if it names another kind.
 */
function withDataSource(claim: ApiObject): ApiObject {
  const { dataSource, dataSourceRef, ...others } = recordOf(claim.spec)
  if (dataSourceRef === undefined) {
    if (dataSource === undefined) return claim
    return { ...claim, spec: isOfOldKind(dataSource) ? { ...others, dataSource, dataSourceRef: dataSource } : others }
  }
  // The older field has no namespace.
  const { namespace, ...source } = recordOf(dataSourceRef)
  if (dataSource !== undefined || textOf(namespace) !== '') return claim
  return { ...claim, spec: { ...others, dataSource: source, dataSourceRef } }
}

/** Kinds that the older field alone can name, by group. */
const OLD_KINDS = /^(?:\/PersistentVolumeClaim|snapshot\.storage\.[^/]+\/VolumeSnapshot)$/

const isOfOldKind = (source: unknown): boolean => OLD_KINDS.test(`${textAt(source, 'apiGroup')}/${textAt(source, 'kind')}`)
