/**
 * Devices and resource claims.
 *
 * @module
 */

import { type ApiObject, type Dialect, formatTime, isRecord, jsonEqual, type UnknownRecord } from '../../meta/index.js'
import { withDefaults } from '../core/pods/pod-template.js'
import type { StrategyContext } from '../definition/strategy.js'
import { getRecord, listOf, recordOf, textAt, valueAt, withValueAt } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import type { WarningsOf } from '../fields/warnings.js'
import type { KnownGroup } from '../known/known-kind.js'
import { fieldColumn, shown } from '../tables/columns.js'
import { ageColumn, nameColumn, tableOf, textColumn } from '../tables/tables.js'
import { authorizeAdminAccess } from './admin-access.js'
import { prepareSelectors } from './selectors.js'
import { validateClaimStatus } from './validate-claim-status.js'
import { validateClaimTemplate, validateDeviceClaim, validateDeviceClass } from './validate-devices.js'
import { validateDeviceSlice } from './validate-slices.js'

/**
 * Kind-specific rules of the kinds of the resource group.
 *
 * @param dialect - The plane's dialect.
 */
export function deviceKinds(dialect: Dialect): KnownGroup {
  const validateClass = validateDeviceClass(dialect)
  return {
    group: `resource.${dialect.groupDomain}`,
    kinds: {
      deviceclasses: {
        hasGeneration: true,
        table: tableOf([nameColumn, ageColumn]),
        strategy: {
          warnings: driverWarnings('spec'),
          prepareToValidate: ({ spec }, live) => (live && jsonEqual(spec, live.spec) ? undefined : prepareSelectors(spec)),
          validateCreate: (deviceClass) => validateClass(deviceClass),
          validateUpdate: validateClass,
        },
      },
      resourceclaims: {
        statusTakes: [],
        validateStatus: validateClaimStatus,
        table: tableOf([nameColumn, textColumn('State', 'What the claim is at.', stateText), ageColumn]),
        strategy: {
          warnings: driverWarnings('spec', 'devices'),
          defaults: (claim) => withDevices(claim, ['spec']),
          prepareToValidate: (claim, live) => (live ? undefined : prepareSelectors(valueAt(claim, 'spec', 'devices'))),
          authorizeChange: authorizeAdminAccess(dialect, 'spec'),
          validateCreate: validateDeviceClaim,
          validateUpdate: immutableFields(['spec']),
        },
      },
      resourceclaimtemplates: {
        table: tableOf([nameColumn, ageColumn]),
        strategy: {
          warnings: driverWarnings('spec', 'spec', 'devices'),
          defaults: (template) => withDevices(template, ['spec', 'spec']),
          prepareToValidate: (template, live) =>
            live ? undefined : prepareSelectors(valueAt(template, 'spec', 'spec', 'devices')),
          authorizeChange: authorizeAdminAccess(dialect, 'spec', 'spec'),
          validateCreate: validateClaimTemplate,
          validateUpdate: immutableFields(['spec']),
        },
      },
      resourceslices: {
        hasGeneration: true,
        table: tableOf([
          nameColumn,
          fieldColumn('Node', 'The node that has the devices.', 'spec.nodeName', { absent: '<unset>' }),
          fieldColumn('Driver', 'The driver that offers them.', 'spec.driver', { absent: '' }),
          fieldColumn('Pool', 'The pool that they are of.', 'spec.pool.name', { absent: '' }),
          ageColumn,
        ]),
        selectableFields: {
          'spec.nodeName': (slice) => textAt(slice, 'spec', 'nodeName'),
          'spec.driver': (slice) => textAt(slice, 'spec', 'driver'),
        },
        strategy: {
          warnings: sliceWarnings,
          prepareForCreate: withTaintTimes,
          prepareForUpdate: (slice, _, context) => withTaintTimes(slice, context),
          validateCreate: validateDeviceSlice,
          validateUpdate: (slice, live) => [
            ...validateDeviceSlice(slice),
            ...immutableFields(['spec.driver', 'spec.nodeName', 'spec.pool.name'])(slice, live),
          ],
        },
      },
    },
  }
}

/** Sets the times of taints that have none. */
function withTaintTimes(slice: ApiObject, { nowMs }: Pick<StrategyContext, 'nowMs'>): ApiObject {
  const devices = listOf(valueAt(slice, 'spec', 'devices')).map(recordOf)
  const isLate = (taint: unknown) => recordOf(taint).timeAdded === undefined
  if (!devices.some(({ taints }) => listOf(taints).some(isLate))) return slice
  const timed = (taint: unknown) => withDefaults(recordOf(taint), { timeAdded: formatTime(nowMs) })
  const changed = devices.map((device) =>
    Array.isArray(device.taints) ? { ...device, taints: device.taints.map(timed) } : device,
  )
  return withValueAt(slice, ['spec', 'devices'], changed)
}

const capitals = (field: string, driver: string): readonly string[] =>
  driver === driver.toLowerCase()
    ? []
    : [`${field}: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`]

const sliceWarnings: WarningsOf = (slice) => capitals('spec.driver', textAt(slice, 'spec', 'driver'))

/** Warns of the names of drivers that are configured. */
const driverWarnings =
  (...path: readonly string[]): WarningsOf =>
  (object) =>
    listOf(valueAt(object, ...path, 'config')).flatMap((config, i) =>
      capitals(`${path.join('.')}.config[${i}].opaque.driver`, textAt(config, 'opaque', 'driver')),
    )

/** Sets the defaults of a claim's device requests. */
function withDevices(object: ApiObject, path: readonly string[]): ApiObject {
  const devices = getRecord(object, ...path, 'devices')
  if (!Array.isArray(devices?.requests)) return object
  const requests = devices.requests.map(recordOf).map((request) => ({
    ...request,
    ...(isRecord(request.exactly) && { exactly: defaultRequest(request.exactly) }),
    ...(Array.isArray(request.firstAvailable) && { firstAvailable: request.firstAvailable.map(recordOf).map(defaultRequest) }),
  }))
  return withValueAt(object, [...path, 'devices', 'requests'], requests)
}

/** The default is one device. */
function defaultRequest(given: Readonly<UnknownRecord>): Readonly<UnknownRecord> {
  const request = withDefaults(given, { allocationMode: 'ExactCount' })
  const counted = request.allocationMode === 'ExactCount' ? withDefaults(request, { count: 1 }) : request
  if (!Array.isArray(counted.tolerations)) return counted
  return { ...counted, tolerations: counted.tolerations.map((one) => withDefaults(recordOf(one), { operator: 'Equal' })) }
}

function stateText(claim: ApiObject): string {
  const states = [
    ...(claim.metadata.deletionTimestamp ? ['deleted'] : []),
    ...(valueAt(claim, 'status', 'allocation') === undefined ? [] : ['allocated']),
    ...(listOf(valueAt(claim, 'status', 'reservedFor')).length > 0 ? ['reserved'] : []),
  ]
  return shown(states.join(','), 'pending')
}
