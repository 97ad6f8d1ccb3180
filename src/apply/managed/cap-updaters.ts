/**
 * Bounds the number of updaters in managedFields.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import { type ManagerTable, secondsOf } from './managed-fields.js'
import { type Ownership, owning } from './managers.js'

/** Updaters that are kept apart. */
const MAX_UPDATERS = 10
const OLD_WRITERS = 'ancient-changes'

/**
 * Merges the oldest updaters of each version into one, until there are at most {@link MAX_UPDATERS} or none left to merge.
 *
 * @param table - The managers of an object; changed in place.
 */
export function capUpdaters(table: ManagerTable): void {
  if (table.managers.size <= MAX_UPDATERS) return
  const writers = [...table.managers].filter(([, { applied }]) => !applied).map(([id]) => id)
  if (writers.length <= MAX_UPDATERS) return
  const age = new Map(writers.map((id) => [id, secondsOf(table.timeOf(id))]))
  writers.sort((a, b) => (age.get(a) ?? 0) - (age.get(b) ?? 0) || (a < b ? -1 : 1))
  const managers = new Map(table.managers)
  /** What is merged into each bucket. */
  const merged = new Map<string, Ownership[]>()
  /** The oldest updater of each version, which stays as it is until there is another to merge with. */
  const oldest = new Map<string, string>()
  let count = writers.length
  for (const id of writers) {
    if (count <= MAX_UPDATERS) break
    const ownership = managers.get(id)
    if (!ownership) continue
    const first = oldest.get(ownership.version)
    if (first === undefined) {
      oldest.set(ownership.version, id)
      continue
    }
    const bucket = table.idOf({ manager: OLD_WRITERS, operation: 'Update', apiVersion: ownership.version, subresource: '' })
    let parts = merged.get(bucket)
    if (!parts) {
      const into = managers.has(bucket) ? bucket : first
      parts = [managers.get(into) as Ownership]
      merged.set(bucket, parts)
      if (into === first) managers.delete(first)
    }
    parts.push(ownership)
    if (id !== bucket) managers.delete(id)
    // The time of the younger one, as the bucket has its changes.
    table.touch(bucket, table.timeOf(id))
    count--
  }
  for (const [id, parts] of merged) managers.set(id, owning(parts.at(-1) as Ownership, unionOf(parts)))
  table.managers = managers
}

/** United in halves: a client can send thousands of updaters, and a union costs as much as both of its sets. */
function unionOf(parts: readonly Ownership[]): FieldSet {
  if (parts.length === 1) return (parts[0] as Ownership).fields
  const half = parts.length >> 1
  return unionOf(parts.slice(0, half)).union(unionOf(parts.slice(half)))
}
