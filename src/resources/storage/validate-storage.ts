/**
 * Validation of the kinds of the storage group.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  tooLongField,
  validateQualifiedName,
} from '../../meta/index.js'
import { driverName } from '../core/volumes/driver-name.js'
import {
  all,
  dnsSubdomain,
  type FieldRule,
  judgeFields,
  labelSelector,
  needed,
  notEmpty,
  notNegative,
  nullOr,
  number,
  oneOf,
  qualifiedName,
  text,
} from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textsOf, valueAt } from '../fields/fields.js'
import { repeatedNames } from '../fields/repeated-names.js'

const MAX_NODE_ID = 192
const MAX_PARAMETERS = 512
const TEN_MINUTES = 600

const provisioner = needed(text((name) => validateQualifiedName(name.toLowerCase())))

const judgeClass = judgeFields({
  provisioner,
  parameters: (field, value) => {
    const names = Object.keys(recordOf(value))
    return [
      ...(names.length > MAX_PARAMETERS ? [tooLongField(field, MAX_PARAMETERS)] : []),
      ...(names.includes('') ? [invalidField(field, '', 'field can not be empty.')] : []),
    ]
  },
  reclaimPolicy: oneOf('Delete', 'Retain'),
  volumeBindingMode: notEmpty('Immediate', 'WaitForFirstConsumer'),
  'allowedTopologies[].matchLabelExpressions[].key': needed(qualifiedName),
  'allowedTopologies[].matchLabelExpressions[].values': needed((field, value) =>
    repeatedNames(textsOf(value), (i) => `${field}[${i}]`),
  ),
  'allowedTopologies[].matchLabelExpressions': (field, value) =>
    repeatedNames(
      listOf(value).map((expression) => textAt(expression, 'key')),
      (i) => `${field}[${i}].key`,
    ),
})

/** Validates a StorageClass: its topologies differ in more than the order of what they say. */
export function validateClass(storageClass: ApiObject): readonly FieldError[] {
  const terms = listOf(storageClass.allowedTopologies).map((term) =>
    JSON.stringify(
      listOf(recordOf(term).matchLabelExpressions)
        .map((expression) => [textAt(expression, 'key'), ...[...textsOf(recordOf(expression).values)].sort()])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    ),
  )
  const isRepeated = repeatsIn(terms)
  return [
    ...judgeClass(storageClass),
    ...errorsOf(terms, (_, i) => (isRepeated(i) ? [duplicateField(`allowedTopologies[${i}].matchLabelExpressions`, '')] : [])),
  ]
}

/** Validates a VolumeAttributesClass. */
export const validateAttributesClass = judgeFields({
  driverName: needed(driverName),
  parameters: needed(undefined, 'must contain at least one key/value pair'),
})

const judgeDriver = judgeFields({
  'metadata.name': driverName,
  'spec.volumeLifecycleModes[]': oneOf('Ephemeral', 'Persistent'),
  'spec.fsGroupPolicy': oneOf('ReadWriteOnceWithFSType', 'File', 'None'),
  'spec.tokenRequests[].expirationSeconds': all(
    number((seconds) => seconds >= TEN_MINUTES, 'may not specify a duration less than 10 minutes'),
    number((seconds) => seconds <= 2 ** 32, 'may not specify a duration larger than 2^32 seconds'),
  ),
})

/** Validates a CSIDriver. */
export function validateDriver(driver: ApiObject): readonly FieldError[] {
  const audiences = listOf(valueAt(driver, 'spec', 'tokenRequests')).map((request) => textAt(request, 'audience'))
  const isRepeated = repeatsIn(audiences)
  return [
    ...judgeDriver(driver),
    ...errorsOf(audiences, (audience, i) =>
      isRepeated(i) ? [duplicateField(`spec.tokenRequests[${i}].audience`, audience)] : [],
    ),
  ]
}

const judgeNode = judgeFields({
  'spec.drivers[].name': needed(driverName),
  'spec.drivers[].nodeID': needed(text((id) => (id.length > MAX_NODE_ID ? [`must be ${MAX_NODE_ID} characters or less`] : []))),
  'spec.drivers[].allocatable.count': notNegative,
  'spec.drivers[].topologyKeys[]': needed(text((key) => validateQualifiedName(key))),
})

const driversOf = (node: ApiObject) => listOf(valueAt(node, 'spec', 'drivers')).map(recordOf)

/** Validates a CSINode: its drivers, without duplicates, and their topology keys. */
export const validateNode = (node: ApiObject): readonly FieldError[] => [
  ...judgeNode(node),
  ...repeatedNames(
    driversOf(node).map((driver) => textAt(driver, 'name')),
    (i) => `spec.drivers[${i}].name`,
  ),
  ...errorsOf(driversOf(node), (driver, i) =>
    repeatedNames(textsOf(driver.topologyKeys), (j) => `spec.drivers[${i}].topologyKeys[${j}]`),
  ),
]

/** Validates an update of a CSINode: drivers are immutable, except for their allocatable count. */
export function validateNodeUpdate(node: ApiObject, live: ApiObject): readonly FieldError[] {
  const before = new Map(driversOf(live).map((driver) => [driver.name, JSON.stringify([driver.nodeID, driver.topologyKeys])]))
  const changed = errorsOf(driversOf(node), (driver, i) => {
    const was = before.get(driver.name)
    const is = JSON.stringify([driver.nodeID, driver.topologyKeys])
    return was === undefined || was === is ? [] : [invalidField(`spec.drivers[${i}]`, driver, 'field is immutable')]
  })
  return [...validateNode(node), ...changed]
}

const amount: FieldRule = (field, value) =>
  (parseQuantity(value)?.nanos ?? 0n) < 0n ? [invalidField(field, value, 'must be greater than or equal to 0')] : []

/** Validates a CSIStorageCapacity. */
export const validateCapacity = judgeFields({
  storageClassName: needed(dnsSubdomain),
  nodeTopology: labelSelector,
  capacity: amount,
  maximumVolumeSize: amount,
})

/** Validates a VolumeAttachment. */
export const validateAttachment = judgeFields({
  'spec.attacher': needed(driverName),
  'spec.nodeName': needed(dnsSubdomain),
  'spec.source': (field, value) => {
    const { inlineVolumeSpec, persistentVolumeName } = recordOf(value)
    if (inlineVolumeSpec === undefined && persistentVolumeName === undefined)
      return [requiredField(field, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName')]
    if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined)
      return [forbiddenField(field, 'must specify exactly one of inlineVolumeSpec and persistentVolumeName')]
    return []
  },
  'spec.source.persistentVolumeName': nullOr(dnsSubdomain, 'must specify non empty persistentVolumeName'),
})
