/**
 * Validation of claims of devices, their templates, and device classes.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  errorsOf,
  type FieldError,
  invalidField,
  jsonEqual,
  requiredField,
} from '../../meta/index.js'
import { atMost, dnsLabel, dnsSubdomain, type FieldRule, judgeFields, needed, text } from '../fields/field-rules.js'
import { listOf, numberOf, recordOf, textAt, textsOf, valueAt } from '../fields/fields.js'
import {
  attributeOfDomain,
  configuration,
  distinct,
  extendedResource,
  MAX_ENTRIES,
  tolerations,
  UNKNOWN_REQUEST,
  uniqueIn,
  valueNames,
} from './device-fields.js'
import { selectors } from './selectors.js'

const MAX_ALTERNATIVES = 8

/** The number of requested devices: a count, or all. */
const amount: FieldRule = (field, value) => {
  const { allocationMode, count } = recordOf(value)
  const devices = numberOf(count) ?? 0
  if (allocationMode === 'ExactCount')
    return devices > 0 ? [] : [invalidField(`${field}.count`, devices, 'must be greater than zero')]
  if (allocationMode !== 'All' || devices === 0) return []
  return [invalidField(`${field}.count`, devices, "must not be specified when allocationMode is 'All'")]
}

/** Requirements on devices at a path, in a request or in one of its alternatives. */
const asked = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: amount,
  [`${path}.deviceClassName`]: needed(dnsSubdomain),
  ...selectors(`${path}.selectors`),
  ...tolerations(`${path}.tolerations`),
  [`${path}.capacity.requests`]: valueNames,
})

/** A request has exactly one form: a single one, or a list of alternatives. */
const oneWay: FieldRule = (field, value) => {
  const { exactly, firstAvailable } = recordOf(value)
  const isList = listOf(firstAvailable).length > 0
  const detail = 'exactly one of `exactly` or `firstAvailable` is required'
  if (exactly === undefined) return isList ? [] : [requiredField(field, detail)]
  return isList ? [invalidField(field, null, `${detail}, but multiple fields are set`)] : []
}

const uniqueNames = uniqueIn('name')

/** A constraint has exactly one kind: devices are the same in an attribute, or they differ in it. */
const oneConstraint: FieldRule = (field, value) => {
  const { matchAttribute, distinctAttribute } = recordOf(value)
  if (matchAttribute === undefined && distinctAttribute === undefined) return [requiredField(`${field}.matchAttribute`)]
  if (matchAttribute === undefined || distinctAttribute === undefined) return []
  return [
    invalidField(field, null, 'exactly one of `matchAttribute` or `distinctAttribute` is required, but multiple fields are set'),
  ]
}

/** Names of requests, at a path. */
const namedRequests = (path: string): Readonly<Record<string, FieldRule>> => ({
  [path]: atMost(MAX_ENTRIES, distinct),
})

const judgeClaim = judgeFields({
  requests: atMost(MAX_ENTRIES),
  'requests[].name': needed(dnsLabel),
  'requests[]': oneWay,
  ...asked('requests[].exactly'),
  'requests[].firstAvailable': atMost(MAX_ALTERNATIVES, uniqueNames),
  'requests[].firstAvailable[].name': needed(dnsLabel),
  ...asked('requests[].firstAvailable[]'),
  constraints: atMost(MAX_ENTRIES),
  ...namedRequests('constraints[].requests'),
  'constraints[].matchAttribute': attributeOfDomain,
  'constraints[].distinctAttribute': attributeOfDomain,
  'constraints[]': oneConstraint,
  ...configuration('config'),
  ...namedRequests('config[].requests'),
})

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
  const given = recordOf(devices)
  const known = requestNames(devices)
  // A list that is too long is refused for that.
  const within = (list: unknown): readonly unknown[] => (listOf(list).length > MAX_ENTRIES ? [] : listOf(list))
  const unknown = ['constraints', 'config'].flatMap((list) =>
    errorsOf(within(given[list]), (entry, i) =>
      errorsOf(textsOf(within(recordOf(entry).requests)), (name, j) =>
        known.has(name) ? [] : [invalidField(`${path}.${list}[${i}].requests[${j}]`, name, UNKNOWN_REQUEST)],
      ),
    ),
  )
  return [...judgeClaim(devices, path), ...uniqueNames(`${path}.requests`, within(given.requests)), ...unknown]
}

/** Validates a ResourceClaim. */
export const validateDeviceClaim = (claim: ApiObject): readonly FieldError[] =>
  validateClaimed(valueAt(claim, 'spec', 'devices'), 'spec.devices')

/** Validates a ResourceClaimTemplate. */
export const validateClaimTemplate = (template: ApiObject): readonly FieldError[] =>
  validateClaimed(valueAt(template, 'spec', 'spec', 'devices'), 'spec.spec.devices')

/**
 * Creates the validator of DeviceClasses. Limits of the cost of selectors apply to new ones.
 *
 * @param dialect - The plane's dialect.
 */
export function validateDeviceClass(dialect: Dialect): (deviceClass: ApiObject, live?: ApiObject) => readonly FieldError[] {
  const judge = judgeFields({
    ...selectors('spec.selectors'),
    ...configuration('spec.config'),
    'spec.extendedResourceName': text(extendedResource(dialect)),
  })
  return (deviceClass, live) => (live !== undefined && jsonEqual(deviceClass.spec, live.spec) ? [] : judge(deviceClass))
}
