/**
 * Validation of resource slices: the devices of a pool, and the counters that they share.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  tooManyField,
  validateLabelValue,
} from '../../meta/index.js'
import { nodeSelectorTerms } from '../core/pods/validate-placement.js'
import {
  atMost,
  dnsLabel,
  dnsSubdomain,
  type FieldRule,
  judgeFields,
  needed,
  number,
  qualifiedName,
  shorterThan,
  text,
} from '../fields/field-rules.js'
import { listOf, recordOf, textOf, valueAt } from '../fields/fields.js'
import { bindingConditions, driverName, MAX_ENTRIES, poolName, uniqueIn, valueNames } from './device-fields.js'

const MAX_DEVICES = 128
/** Maximum number of devices when one of them has taints or consumes counters. */
const MAX_SPECIAL_DEVICES = 64
const [MAX_TAINTS, MAX_TEXT, MAX_COUNTER_SETS, MAX_CONSUMED, MAX_VALID] = [16, 64, 8, 2, 10]

/** Ways to select the nodes that can use the devices of a slice, and those of one device. */
const PLACES = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection']
const PLACES_OF_DEVICE = PLACES.slice(0, 3)

const onePlace =
  (places: readonly string[]): FieldRule =>
  (field, value) => {
    const given = places.filter((place) => ![undefined, '', false].includes(recordOf(value)[place] as undefined))
    if (given.length === 1) return []
    const detail = `exactly one of ${places.map((place) => `\`${place}\``).join(', ')} is required`
    return given.length === 0
      ? [requiredField(field, detail)]
      : [invalidField(field, `{${given.join(', ')}}`, `${detail}, but multiple fields are set`)]
  }

/** A node selector with exactly one term, at a path. */
const oneTerm = (path: string): Readonly<Record<string, FieldRule>> => ({
  [`${path}.nodeSelectorTerms`]: needed((field, value) =>
    listOf(value).length === 1 ? [] : [invalidField(field, value, 'must have exactly one node selector term')],
  ),
  ...nodeSelectorTerms(`${path}.nodeSelectorTerms[]`),
})

const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/

const version: FieldRule = (field, value) => {
  const long = shorterThan(MAX_TEXT)(field, value)
  if (value === undefined || long.length > 0 || SEMVER.test(textOf(value))) return long
  return [invalidField(field, value, 'must be a string compatible with semver.org spec 2.0.0')]
}

/** Each attribute has exactly one value, of any of its types. */
const oneValue: FieldRule = (field, value) => {
  const given = Object.keys(recordOf(value))
  if (given.length === 1) return []
  return [
    given.length === 0
      ? requiredField(field, 'exactly one value must be specified')
      : invalidField(field, value, 'exactly one value must be specified'),
  ]
}

/** Capacity that is shared by requests of certain amounts only. */
const requestPolicy: FieldRule = (field, value) => {
  if (value === undefined) return []
  const { default: usual, validValues, validRange } = recordOf(value)
  const values = listOf(validValues).map(nanosOf)
  const range = validRange === undefined ? undefined : recordOf(validRange)
  if (values.length > 0 && range) return [forbiddenField(field, 'exactly one policy can be specified')]
  if (values.length === 0 && !range) return []
  if (usual === undefined) return [requiredField(`${field}.default`, 'required when validValues or validRange is defined')]
  const amount = nanosOf(usual)
  if (!range) {
    return [
      ...(values.length > MAX_VALID ? [tooManyField(`${field}.validValues`, values.length, MAX_VALID)] : []),
      ...errorsOf(values, (one, i) => {
        const isSorted = i === 0 || (values[i - 1] ?? 0n) < one
        return isSorted
          ? []
          : [invalidField(`${field}.validValues[${i}]`, listOf(validValues)[i], 'must be sorted in ascending order')]
      }),
      ...(values.includes(amount) ? [] : [invalidField(`${field}.default`, usual, 'must be one of the valid values')]),
    ]
  }
  const [min, max, step] = ['min', 'max', 'step'].map((member) =>
    range[member] === undefined ? undefined : nanosOf(range[member]),
  )
  const at = `${field}.validRange`
  const steps = (what: bigint) => step === undefined || step <= 0n || min === undefined || (what - min) % step === 0n
  return [
    ...(min !== undefined && min < 0n ? [invalidField(`${at}.min`, range.min, 'must be greater than or equal to zero')] : []),
    ...(step !== undefined && step <= 0n ? [invalidField(`${at}.step`, range.step, 'must be greater than zero')] : []),
    ...(max !== undefined && min !== undefined && max < min
      ? [invalidField(`${at}.max`, range.max, 'must not be less than min')]
      : []),
    ...(max === undefined || steps(max) ? [] : [invalidField(`${at}.max`, range.max, 'must be a multiple of step from min')]),
    ...((min !== undefined && amount < min) || (max !== undefined && amount > max) || !steps(amount)
      ? [invalidField(`${field}.default`, usual, 'must be in the valid range')]
      : []),
  ]
}

const nanosOf = (quantity: unknown): bigint => parseQuantity(quantity)?.nanos ?? 0n

/** What a device has depends on whether it may be allocated more than once, and on where the nodes are selected. */
const device: FieldRule = (field, value) => {
  const given = recordOf(value)
  const [attributes, capacity] = [recordOf(given.attributes), recordOf(given.capacity)]
  const count = Object.keys(attributes).length + Object.keys(capacity).length
  const detail = `the total number of attributes and capacities must not exceed ${MAX_ENTRIES}`
  const policies = given.allowMultipleAllocations === true ? [] : Object.entries(capacity)
  return [
    ...(count > MAX_ENTRIES ? [invalidField(field, count, detail)] : []),
    ...errorsOf(policies, ([name, part]) =>
      recordOf(part).requestPolicy === undefined
        ? []
        : [forbiddenField(`${field}.capacity[${name}].requestPolicy`, 'allowMultipleAllocations must be true')],
    ),
  ]
}

/** Counters by name, at a path. */
const counters = (path: string): Readonly<Record<string, FieldRule>> => ({
  [`${path}.counters`]: (field, value) => {
    const names = Object.keys(recordOf(value))
    if (names.length === 0) return [requiredField(field)]
    if (names.length > MAX_ENTRIES) return [tooManyField(field, names.length, MAX_ENTRIES)]
    return names.flatMap((name) => dnsLabel(`${field}[${name}]`, name))
  },
})

const judgeSlice = judgeFields({
  'spec.driver': driverName,
  'spec.pool.name': poolName,
  'spec.pool.resourceSliceCount': number((count) => count > 0, 'must be greater than zero'),
  'spec.pool.generation': number((generation) => generation >= 0, 'must be greater than or equal to zero'),
  spec: onePlace(PLACES),
  'spec.nodeName': dnsSubdomain,
  ...oneTerm('spec.nodeSelector'),
  'spec.devices': uniqueIn('name'),
  'spec.devices[].name': needed(dnsLabel),
  'spec.devices[]': device,
  'spec.devices[].attributes': valueNames,
  'spec.devices[].attributes{}': oneValue,
  'spec.devices[].attributes{}.string': shorterThan(MAX_TEXT),
  'spec.devices[].attributes{}.version': version,
  'spec.devices[].attributes{}.strings[]': shorterThan(MAX_TEXT),
  'spec.devices[].attributes{}.versions[]': version,
  'spec.devices[].capacity': valueNames,
  'spec.devices[].capacity{}.requestPolicy': requestPolicy,
  'spec.devices[].consumesCounters': atMost(MAX_CONSUMED, uniqueIn('counterSet')),
  'spec.devices[].consumesCounters[].counterSet': needed(dnsLabel),
  ...counters('spec.devices[].consumesCounters[]'),
  'spec.devices[].nodeName': dnsSubdomain,
  ...oneTerm('spec.devices[].nodeSelector'),
  'spec.devices[].taints': atMost(MAX_TAINTS),
  'spec.devices[].taints[].key': needed(qualifiedName),
  'spec.devices[].taints[].value': text(validateLabelValue),
  'spec.devices[].taints[].effect': needed(),
  ...bindingConditions('spec.devices[]'),
  'spec.sharedCounters': atMost(MAX_COUNTER_SETS, uniqueIn('name')),
  'spec.sharedCounters[].name': needed(dnsLabel),
  ...counters('spec.sharedCounters[]'),
})

/** Validates a ResourceSlice. */
export function validateDeviceSlice(slice: ApiObject): readonly FieldError[] {
  const spec = recordOf(slice.spec)
  const devices = listOf(spec.devices)
  const isSpecial = devices.some(
    (one) => listOf(valueAt(one, 'taints')).length + listOf(valueAt(one, 'consumesCounters')).length > 0,
  )
  const most = isSpecial ? MAX_SPECIAL_DEVICES : MAX_DEVICES
  if (devices.length > most) return [tooManyField('spec.devices', devices.length, most)]
  const isPlacedApart = spec.perDeviceNodeSelection === true
  return [
    ...judgeSlice(slice),
    ...(devices.length > 0 && listOf(spec.sharedCounters).length > 0
      ? [invalidField('spec', '{devices, sharedCounters}', 'only one of `devices`, `sharedCounters` may be set')]
      : []),
    ...errorsOf(devices, (one, i) => {
      if (isPlacedApart) return onePlace(PLACES_OF_DEVICE)(`spec.devices[${i}]`, one)
      return PLACES_OF_DEVICE.flatMap((place) =>
        valueAt(one, place) === undefined
          ? []
          : [
              forbiddenField(
                `spec.devices[${i}].${place}`,
                '`perDeviceNodeSelection` must be set to true in the ResourceSlice spec',
              ),
            ],
      )
    }),
  ]
}
