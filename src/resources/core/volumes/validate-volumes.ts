/**
 * Validation of volumes, and their immutable fields.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  jsonEqual,
  requiredField,
  unsupportedField,
} from '../../../meta/index.js'
import { dnsSubdomain, judgeFields, needed, notEmpty, nullOr } from '../../fields/field-rules.js'
import { getRecord, nameOf, recordOf, textAt, valueAt, withFields } from '../../fields/fields.js'
import { immutableFields } from '../../fields/immutable.js'
import { nodeSelectorTerms } from '../pods/validate-placement.js'
import { accessModes, positive } from './validate-claim.js'
import { validateSource } from './validate-source.js'
import { furtherSources, inSourceOrder } from './volume-sources.js'

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
  'spec.nodeAffinity.required.nodeSelectorTerms': needed(undefined, 'must have at least one node selector term'),
  ...nodeSelectorTerms('spec.nodeAffinity.required.nodeSelectorTerms[]'),
  'spec.volumeAttributesClassName': nullOr(dnsSubdomain, 'an empty string is disallowed'),
})

/** Validates a volume. */
export function validateVolume(volume: ApiObject): readonly FieldError[] {
  const sources = inSourceOrder(Object.keys(sourceOf(volume)))
  const owner = { name: nameOf(volume), nameField: 'spec.iscsi.targetportal', isPersistent: true }
  const isWholeHost =
    valueAt(volume, 'spec', 'hostPath') !== undefined && /^\/+$/.test(textAt(volume, 'spec', 'hostPath', 'path'))
  return [
    ...judgeVolume(volume),
    ...(sources.length === 0 ? [requiredField('spec', 'must specify a volume type')] : []),
    ...sources.slice(0, 1).flatMap((source) => validateSource(source, recordOf(valueAt(volume, 'spec', source)), 'spec', owner)),
    ...furtherSources(sources.slice(1), 'spec'),
    ...(isWholeHost && textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Recycle'
      ? [forbiddenField('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...(valueAt(volume, 'spec', 'volumeAttributesClassName') !== undefined && valueAt(volume, 'spec', 'csi') === undefined
      ? [requiredField('spec.csi', 'has to be specified when using volumeAttributesClassName')]
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
  ...(jsonEqual(fixedSource(volume, live), sourceOf(live))
    ? []
    : [forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')]),
  // Field paths of these errors omit the spec, as in Kubernetes.
  ...immutableFields(['volumeMode'])(specOf(volume), specOf(live)),
  ...(valueAt(live, 'spec', 'nodeAffinity') === undefined ? [] : immutableFields(['nodeAffinity'])(specOf(volume), specOf(live))),
  ...(valueAt(live, 'spec', CLASS) !== undefined && valueAt(volume, 'spec', CLASS) === undefined
    ? [forbiddenField(`spec.${CLASS}`, 'update from non-nil value to nil is forbidden')]
    : []),
]

const CLASS = 'volumeAttributesClassName'

const specOf = (volume: ApiObject) => recordOf(volume.spec)

const EXPAND_SECRET = ['csi', 'controllerExpandSecretRef'] as const

/** The source, without a Secret for growth that is added: a volume may get one. */
function fixedSource(volume: ApiObject, live: ApiObject) {
  const source = sourceOf(volume)
  const isAdded = getRecord(live, 'spec', 'csi') !== undefined && valueAt(live, 'spec', ...EXPAND_SECRET) === undefined
  const csi = getRecord(source, 'csi')
  return isAdded && csi ? withFields(source, { csi: withFields(csi, { controllerExpandSecretRef: undefined }) }) : source
}
