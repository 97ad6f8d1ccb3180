/**
 * Quota usage of resource claims: how many devices of each class a claim may be allocated.
 *
 * @module
 */

import { type ApiObject, type Dialect, isRecord, type Quantity, quantityOf, type UnknownRecord } from '../../meta/index.js'
import type { Amounts } from '../limits/amounts.js'
import { recordsIn } from '../pod-security/pod.js'
import { deviceClassSuffix } from './counted-types.js'

/** Maximum number of devices of a claim; a request for all devices counts as this many. */
const MAX_DEVICES = 32

type Part = Readonly<UnknownRecord>

/**
 * Computes the usage of a claim.
 *
 * @param claim - The claim.
 * @param dialect - The plane's dialect.
 */
export function deviceUsage({ spec }: ApiObject, dialect: Dialect): Amounts {
  const devices = isRecord(spec) && isRecord(spec.devices) ? spec.devices : {}
  const total = new Map<string, number>()
  for (const request of recordsIn(devices.requests)) {
    for (const [name, count] of requested(request)) total.set(name, (total.get(name) ?? 0) + count)
  }
  const suffix = deviceClassSuffix(dialect)
  return new Map([...total].map(([name, count]): [string, Quantity] => [`${name}${suffix}`, quantityOf(count)]))
}

/** Devices by class. Only one alternative is allocated, so the maximum of each class counts. */
function requested({ exactly, firstAvailable }: Part): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const wish of [...recordsIn(firstAvailable), ...recordsIn([exactly])]) {
    const name = String(wish.deviceClassName ?? '')
    const count = wish.allocationMode === 'All' ? MAX_DEVICES : Number(wish.count ?? 1)
    if (name !== '') counts.set(name, Math.max(count, counts.get(name) ?? 0))
  }
  return counts
}
