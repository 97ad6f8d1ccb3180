/**
 * Bounds the number of updaters in managedFields.
 *
 * @module
 */

import { FieldSet } from '../fields/field-set.js'
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
  const buckets = new Map<string, Bucket>()
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
    mergeInto(buckets, managers, { bucket, first, id }, ownership)
    // The time of the younger one, as the bucket has its changes.
    table.touch(bucket, table.timeOf(id))
    count--
  }
  for (const [id, { last, parts }] of buckets) managers.set(id, owning(last, unionOf(parts)))
  table.managers = managers
}

/** What is merged into one updater. */
interface Bucket {
  last: Ownership
  readonly parts: FieldSet[]
}

/** The ids of a merge: of the bucket, of the oldest updater of its version, and of the one to merge. */
interface Merged {
  readonly bucket: string
  readonly first: string
  readonly id: string
}

function mergeInto(
  buckets: Map<string, Bucket>,
  managers: Map<string, Ownership>,
  { bucket, first, id }: Merged,
  ownership: Ownership,
): void {
  let known = buckets.get(bucket)
  if (!known) {
    const before = managers.get(bucket) ?? managers.get(first)
    if (!managers.has(bucket)) managers.delete(first)
    known = { last: ownership, parts: before ? [before.fields] : [] }
    buckets.set(bucket, known)
  }
  known.last = ownership
  known.parts.push(ownership.fields)
  if (id !== bucket) managers.delete(id)
}

/** United in pairs: a client can send thousands of updaters, and a union costs as much as both of its sets. */
function unionOf(sets: readonly FieldSet[]): FieldSet {
  const [first = FieldSet.empty, second] = sets
  if (second === undefined) return first
  const half = sets.length >> 1
  return unionOf(sets.slice(0, half)).union(unionOf(sets.slice(half)))
}
