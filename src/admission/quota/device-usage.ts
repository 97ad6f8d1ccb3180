/**
 * What a claim to devices uses of the resources that quotas limit: how many devices of each class it may come to hold.
 *
 * @module
 */

import { type ApiObject, type Dialect, isRecord, type Quantity, quantityOf, type UnknownRecord } from '../../meta/index.js'
import type { Amounts } from '../limits/amounts.js'
import { recordsIn } from '../pod-security/pod.js'
import { deviceClassSuffix } from './counted-types.js'

/** How many devices a claim can hold at most, which is what one that asks for all of a kind counts for. */
const MAX_DEVICES = 32

type Part = Readonly<UnknownRecord>

/**
 * Reads what a claim uses.
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

/** Devices by their classes. Of alternatives one is taken, so that the greatest of each class counts. */
function requested({ exactly, firstAvailable }: Part): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const wish of [...recordsIn(firstAvailable), ...recordsIn([exactly])]) {
    const name = String(wish.deviceClassName ?? '')
    const count = wish.allocationMode === 'All' ? MAX_DEVICES : Number(wish.count ?? 1)
    if (name !== '') counts.set(name, Math.max(count, counts.get(name) ?? 0))
  }
  return counts
}
