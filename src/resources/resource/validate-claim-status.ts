/**
 * Validation of the status of a resource claim: what is allocated to it, who uses it, and what drivers report of the devices.
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
  jsonEqual,
  tooManyField,
} from '../../meta/index.js'
import { conditions } from '../fields/conditions.js'
import { atMost, dnsLabel, judgeFields, needed, shorterThan, text } from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textOf, valueAt } from '../fields/fields.js'
import type { StatusRule } from '../fields/validate-status.js'
import {
  bindingConditions,
  configuration,
  distinct,
  driverData,
  driverName,
  interfaceAddress,
  MAX_ENTRIES,
  poolName,
  tolerations,
  UNKNOWN_REQUEST,
  valueNames,
} from './device-fields.js'
import { requestNames } from './validate-devices.js'

const MAX_CONSUMERS = 256
/** Configuration of the class, and of the claim. */
const MAX_CONFIGURATIONS = 2 * MAX_ENTRIES
const [MAX_CONDITIONS, MAX_ADDRESSES, MAX_INTERFACE, MAX_HARDWARE] = [8, 16, 256, 128]

const judgeConsumers = judgeFields({
  'status.reservedFor[].resource': needed(),
  'status.reservedFor[].name': needed(),
  'status.reservedFor[].uid': needed(),
})

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The identity of a device, and of a share of it, at a path. */
const identity = (path: string) => ({
  [`${path}.driver`]: driverName,
  [`${path}.pool`]: poolName,
  [`${path}.device`]: needed(dnsLabel),
  [`${path}.shareID`]: text((id) => (UUID.test(id) ? [] : ['must be a lowercase UUID in 8-4-4-4-12 format'])),
})

const RESULTS = 'status.allocation.devices.results'

const judgeAllocation = judgeFields({
  [RESULTS]: atMost(MAX_ENTRIES),
  ...identity(`${RESULTS}[]`),
  ...tolerations(`${RESULTS}[].tolerations`),
  ...bindingConditions(`${RESULTS}[]`),
  [`${RESULTS}[].consumedCapacity`]: valueNames,
  ...configuration('status.allocation.devices.config', MAX_CONFIGURATIONS),
  'status.allocation.devices.config[].source': needed(),
  'status.allocation.devices.config[].requests': atMost(MAX_ENTRIES),
})

const DEVICES = 'status.devices'

const judgeDevices = judgeFields({
  ...identity(`${DEVICES}[]`),
  [`${DEVICES}[].conditions`]: atMost(MAX_CONDITIONS, conditions),
  [`${DEVICES}[].data`]: driverData,
  [`${DEVICES}[].networkData.interfaceName`]: shorterThan(MAX_INTERFACE),
  [`${DEVICES}[].networkData.hardwareAddress`]: shorterThan(MAX_HARDWARE),
  [`${DEVICES}[].networkData.ips`]: atMost(MAX_ADDRESSES, distinct),
  [`${DEVICES}[].networkData.ips[]`]: text(interfaceAddress),
})

/** Validates an update of the status of a claim. An allocation may be set and removed, not changed. */
export const validateClaimStatus: StatusRule = (claim, live) => {
  const [allocation, before] = [claim, live].map((object) => valueAt(object, 'status', 'allocation'))
  const consumers = listOf(valueAt(claim, 'status', 'reservedFor'))
  const field = 'status.reservedFor'
  const isRepeated = repeatsIn(consumers.map((consumer) => textAt(consumer, 'uid')))
  return [
    ...(consumers.length > MAX_CONSUMERS ? [tooManyField(field, consumers.length, MAX_CONSUMERS)] : []),
    ...judgeConsumers(claim),
    ...errorsOf(consumers, (consumer, i) =>
      isRepeated(i) ? [duplicateField(`${field}[${i}].uid`, textAt(consumer, 'uid'))] : [],
    ),
    ...(consumers.length > 0 && allocation === undefined
      ? [forbiddenField(field, 'may not be specified when `allocated` is not set')]
      : []),
    ...(allocation !== undefined && before !== undefined && !jsonEqual(allocation, before)
      ? [invalidField('status.allocation', allocation, 'field is immutable')]
      : []),
    ...(before === undefined ? [...judgeAllocation(claim), ...unknownRequests(claim)] : []),
    ...judgeDevices(claim),
    ...unknownDevices(claim),
  ]
}

/** Devices are allocated to requests of the claim. */
function unknownRequests(claim: ApiObject): readonly FieldError[] {
  const names = requestNames(valueAt(claim, 'spec', 'devices'))
  const unknown = (field: string, name: string) => (names.has(name) ? [] : [invalidField(field, name, UNKNOWN_REQUEST)])
  const devices = recordOf(valueAt(claim, 'status', 'allocation', 'devices'))
  return [
    ...errorsOf(listOf(devices.results), (result, i) => unknown(`${RESULTS}[${i}].request`, textAt(result, 'request'))),
    ...errorsOf(listOf(devices.config), (config, i) =>
      errorsOf(listOf(recordOf(config).requests), (name, j) =>
        unknown(`status.allocation.devices.config[${i}].requests[${j}]`, textOf(name)),
      ),
    ),
  ]
}

/** Drivers report each allocated device once. */
function unknownDevices(claim: ApiObject): readonly FieldError[] {
  const devices = listOf(valueAt(claim, 'status', 'devices')).map(deviceKey)
  const allocated = new Set(listOf(valueAt(claim, 'status', 'allocation', 'devices', 'results')).map(deviceKey))
  const isRepeated = repeatsIn(devices)
  return errorsOf(devices, (key, i) => {
    const field = `${DEVICES}[${i}]`
    if (isRepeated(i)) return [duplicateField(field, key)]
    return allocated.has(key) ? [] : [invalidField(field, key, 'must be an allocated device in the claim')]
  })
}

/** Names of drivers and devices have no slash; that of a pool stands between them. */
function deviceKey(device: unknown): string {
  const share = textAt(device, 'shareID')
  const key = ['driver', 'pool', 'device'].map((member) => textAt(device, member)).join('/')
  return share === '' ? key : `${key}/${share}`
}
