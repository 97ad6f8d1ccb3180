/**
 * Validation of device claims, and of resource slices.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  invalidField,
  requiredField,
  tooLongField,
  tooManyField,
  validateDnsSubdomain,
  validateLabelValue,
} from '../../meta/index.js'
import {
  all,
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  judgeFields,
  needed,
  number,
  qualifiedName,
  text,
} from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, textAt, textOf, textsOf, valueAt } from '../fields/fields.js'
import { repeatedNames } from '../fields/repeated-names.js'
import { deviceSelectorFault } from './device-selector.js'

const MAX_ENTRIES = 32
const MAX_DEVICES = 128

const atMost =
  (most: number): FieldRule =>
  (field, value) =>
    listOf(value).length > most ? [tooManyField(field, listOf(value).length, most)] : []

const shorterThan =
  (most: number): FieldRule =>
  (field, value) =>
    textOf(value).length > most ? [tooLongField(field, most)] : []

/** Names of drivers may have capital letters, with a warning. */
export const driverName = needed(
  all(
    shorterThan(63),
    text((name) => validateDnsSubdomain(name.toLowerCase())),
  ),
)

/** A pool is named by DNS subdomains, with slashes between them. */
export const poolName = needed(
  all(
    shorterThan(253),
    text((name) => name.split('/').flatMap((part) => validateDnsSubdomain(part))),
  ),
)

/** The number of requested devices: a count, or all. */
const amount: FieldRule = (field, value) => {
  const { allocationMode, count } = recordOf(value)
  const devices = numberOf(count) ?? 0
  if (allocationMode === 'ExactCount')
    return devices > 0 ? [] : [invalidField(`${field}.count`, devices, 'must be greater than zero')]
  if (allocationMode !== 'All' || devices === 0) return []
  return [invalidField(`${field}.count`, devices, "must not be specified when allocationMode is 'All'")]
}

const MAX_EXPRESSION = 10 * 1024

/** The expression of a selector. */
const expression = needed((field, value) => {
  const source = textOf(value)
  if (source.length > MAX_EXPRESSION) return [tooLongField(field, MAX_EXPRESSION)]
  const fault = deviceSelectorFault(source)
  return fault === undefined ? [] : [invalidField(field, source, fault)]
})

const toleration: FieldRule = (field, given) => {
  const { operator, value } = recordOf(given)
  if (operator !== 'Exists') return text(validateLabelValue)(`${field}.value`, value)
  return textOf(value) === '' ? [] : [invalidField(`${field}.value`, value, 'must be empty for operator `Exists`')]
}

/** Requirements on devices, in a request or in one of its alternatives. */
const asked = {
  '': amount,
  '.deviceClassName': needed(dnsSubdomain),
  '.selectors': atMost(MAX_ENTRIES),
  '.selectors[].cel': needed(),
  '.selectors[].cel.expression': expression,
  '.tolerations[].key': qualifiedName,
  '.tolerations[]': toleration,
}

const below = (path: string): Readonly<Record<string, FieldRule>> =>
  Object.fromEntries(Object.entries(asked).map(([member, rule]) => [path + member, rule]))

/** A request has exactly one form: a single one, or a list of alternatives. */
const oneWay: FieldRule = (field, value) => {
  const { exactly, firstAvailable } = recordOf(value)
  const isList = listOf(firstAvailable).length > 0
  const detail = 'exactly one of `exactly` or `firstAvailable` is required'
  if (exactly === undefined) return isList ? [] : [requiredField(field, detail)]
  return isList ? [invalidField(field, null, `${detail}, but multiple fields are set`)] : []
}

const judgeClaim = judgeFields({
  requests: atMost(MAX_ENTRIES),
  'requests[].name': dnsLabel,
  'requests[]': oneWay,
  ...below('requests[].exactly'),
  'requests[].firstAvailable[].name': dnsLabel,
  ...below('requests[].firstAvailable[]'),
  constraints: atMost(MAX_ENTRIES),
  'constraints[]': (field, value) => {
    const { matchAttribute, distinctAttribute } = recordOf(value)
    return matchAttribute === undefined && distinctAttribute === undefined ? [requiredField(`${field}.matchAttribute`)] : []
  },
  config: atMost(MAX_ENTRIES),
  'config[].opaque': needed(),
  'config[].opaque.driver': driverName,
})

/** The error of a name that no request has. */
export const UNKNOWN_REQUEST =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** The names of the requests of a claim, and of their alternatives. */
export const requestNames = (devices: unknown): ReadonlySet<string> =>
  new Set(
    listOf(recordOf(devices).requests).flatMap((request) => {
      const name = textAt(request, 'name')
      return [name, ...listOf(recordOf(request).firstAvailable).map((part) => `${name}/${textAt(part, 'name')}`)]
    }),
  )

/** Validates the device requests of a claim. */
function validateClaimed(devices: unknown, path: string): readonly FieldError[] {
  const requests = listOf(recordOf(devices).requests).map(recordOf)
  const known = requestNames(devices)
  const unknown = ['constraints', 'config'].flatMap((list) =>
    listOf(recordOf(devices)[list]).flatMap((entry, i) =>
      textsOf(recordOf(entry).requests).flatMap((name, j) =>
        known.has(name) ? [] : [invalidField(`${path}.${list}[${i}].requests[${j}]`, name, UNKNOWN_REQUEST)],
      ),
    ),
  )
  return [
    ...judgeClaim(devices, path),
    ...repeatedNames(
      requests.map(({ name }) => textOf(name)),
      (i) => `${path}.requests[${i}].name`,
    ),
    ...unknown,
  ]
}

/** Validates a ResourceClaim. */
export const validateDeviceClaim = (claim: ApiObject): readonly FieldError[] =>
  validateClaimed(valueAt(claim, 'spec', 'devices'), 'spec.devices')

/** Validates a ResourceClaimTemplate. */
export const validateClaimTemplate = (template: ApiObject): readonly FieldError[] =>
  validateClaimed(valueAt(template, 'spec', 'spec', 'devices'), 'spec.spec.devices')

const judgeClass = judgeFields({
  'spec.selectors': atMost(MAX_ENTRIES),
  'spec.selectors[].cel': needed(),
  'spec.selectors[].cel.expression': expression,
  'spec.config': atMost(MAX_ENTRIES),
  'spec.config[].opaque': needed(),
  'spec.config[].opaque.driver': driverName,
})

/** Validates a DeviceClass. */
export const validateDeviceClass = (deviceClass: ApiObject): readonly FieldError[] => judgeClass(deviceClass)

/** Ways to select the nodes that can use the devices of a slice. */
const PLACES = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection']

const onePlace: FieldRule = (field, value) => {
  const given = PLACES.filter((place) => ![undefined, '', false].includes(recordOf(value)[place] as undefined))
  if (given.length === 1) return []
  const detail = `exactly one of ${PLACES.map((place) => `\`${place}\``).join(', ')} is required`
  return given.length === 0
    ? [requiredField(field, detail)]
    : [invalidField(field, `{${given.join(', ')}}`, `${detail}, but multiple fields are set`)]
}

const judgeSlice = judgeFields({
  'spec.driver': driverName,
  'spec.pool.name': poolName,
  'spec.pool.resourceSliceCount': number((count) => count > 0, 'must be greater than zero'),
  'spec.pool.generation': number((generation) => generation >= 0, 'must be greater than or equal to zero'),
  spec: onePlace,
  'spec.nodeName': dnsSubdomain,
  'spec.devices': atMost(MAX_DEVICES),
  'spec.devices[].name': dnsLabel,
})

/** Validates a ResourceSlice. */
export const validateDeviceSlice = (slice: ApiObject): readonly FieldError[] => [
  ...judgeSlice(slice),
  ...repeatedNames(
    listOf(valueAt(slice, 'spec', 'devices')).map((device) => textAt(device, 'name')),
    (i) => `spec.devices[${i}].name`,
  ),
]
