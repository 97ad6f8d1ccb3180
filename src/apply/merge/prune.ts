/**
 * Pruning: removes fields that an applier had in its last intent and now omits, unless another manager owns them.
 *
 * @module
 */

import { FieldSet } from '../fields/field-set.js'
import type { Converting, Ownership, Versions } from '../managed/managers.js'
import { leavesOf } from '../types/fields-of.js'
import { withNamedFields } from '../types/named-fields.js'
import { type Emptied, removeFields } from './remove.js'

/**
 * Removes fields that the applier gave up. Pauses after each walk over the object, which may have a hundred thousand fields.
 *
 * All fields of the last intent are removed together with what is below them; then fields that others (and the applier's new
 * intent) own are restored; then fields are removed that were only below a removed part, and in no intent.
 *
 * @param merged - The live object with the new intent merged in.
 * @param last - The applier's last intent.
 * @param managers - All managers, with the new intent for the applier.
 * @param versions - The versions of the type.
 * @param emptied - What a map or list becomes that stays without members.
 * @returns The object without these fields; `merged` itself when there are none.
 */
export function* prune(
  merged: unknown,
  last: Ownership,
  managers: ReadonlyMap<string, Ownership>,
  versions: Versions,
  emptied: Emptied,
): Converting<unknown> {
  const type = versions.typeOf(last.version)
  if (!type || last.fields.isEmpty) return merged
  const here = yield* versions.to(last.version, merged)
  const lastFields = withNamedFields(type, last.fields)
  yield
  let pruned = removeFields(type, here, lastFields)
  yield
  const hereFields = namedFieldsOf(type, here)
  for (const [version, owned] of ownedByVersion(managers, last.version)) {
    const there = versions.typeOf(version)
    if (!there) continue
    const full = yield* view(versions, here, last.version, version)
    const rest = yield* view(versions, pruned, last.version, version)
    const all = full === here && there === type ? hereFields : namedFieldsOf(there, full)
    yield
    const kept = namedFieldsOf(there, rest).union(withNamedFields(there, owned))
    yield
    pruned = yield* view(versions, removeFields(there, full, all.difference(kept)), version, last.version)
  }
  yield
  const gone = hereFields.difference(namedFieldsOf(type, pruned)).intersection(lastFields)
  if (gone.isEmpty) return merged
  return yield* versions.from(last.version, removeFields(type, here, gone, { emptied }))
}

const namedFieldsOf = (type: Parameters<typeof leavesOf>[0], value: unknown): FieldSet =>
  withNamedFields(type, (value === null ? undefined : leavesOf(type, value, { allowDuplicates: true })) ?? FieldSet.empty)

/** The fields of all managers, by version; the given version first, as it needs no conversion. */
function ownedByVersion(managers: ReadonlyMap<string, Ownership>, first: string): Map<string, FieldSet> {
  const owned = new Map<string, FieldSet>()
  if ([...managers.values()].some(({ version }) => version === first)) owned.set(first, FieldSet.empty)
  for (const { version, fields } of managers.values()) owned.set(version, (owned.get(version) ?? FieldSet.empty).union(fields))
  return owned
}

/** An object of one version in another; both may differ from the request's. */
function* view(versions: Versions, object: unknown, from: string, to: string): Converting<unknown> {
  return from === to ? object : yield* versions.to(to, yield* versions.from(from, object))
}
