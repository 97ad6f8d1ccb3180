/**
 * Pruning: removes fields that an applier had in its last intent and now omits, unless another manager owns them.
 *
 * @module
 */

import { FieldSet } from '../fields/field-set.js'
import type { Converting, Ownership, Versions } from '../managed/managers.js'
import { leavesOf } from '../types/fields-of.js'
import { withNamedFields } from '../types/named-fields.js'
import type { FieldType } from '../types/type.js'
import { differenceOf } from './compare.js'
import { type Emptied, removeFields } from './remove.js'

/**
 * Removes fields that the applier gave up. Pauses after each walk over the object, which may have a hundred thousand fields.
 *
 * All fields of the last intent are removed together with what is below them; then fields that others (and the applier's new
 * intent) own are restored; then fields are removed that were only below a removed part, and in no intent.
 *
 * Everything is removed in the version of the request: other versions may lack fields of it, so that an object which was converted
 * there and back proves nothing. They only restore: what their owners would lose.
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
  const { type } = versions
  const lastFields = withNamedFields(type, yield* intentHere(versions, merged, last))
  if (lastFields.isEmpty) return merged
  yield
  const rest = removeFields(type, merged, lastFields)
  yield
  const all = namedFieldsOf(type, merged)
  yield
  const { here, elsewhere } = ownedByVersion(managers, versions)
  let kept = namedFieldsOf(type, rest).union(withNamedFields(type, here))
  yield
  let pruned = yield* withoutGone(type, merged, { all, kept, lastFields, emptied })
  let before: FieldSet
  // Again after a change: an item that is restored for one version may have fields that owners in another version would lose.
  do {
    before = kept
    for (const [version, fields] of elsewhere) {
      if (pruned === merged) return merged
      yield
      const there = { version, fields, full: yield* versions.to(version, merged), rest: yield* versions.to(version, pruned) }
      const restored = kept.union(yield* counterparts(versions, there))
      if (restored === kept) continue
      kept = restored
      pruned = yield* withoutGone(type, merged, { all, kept, lastFields, emptied })
    }
  } while (kept !== before)
  return pruned
}

/** What is removed from an object, all of whose fields are known. */
interface Removal {
  readonly all: FieldSet
  /** Fields that are not removed, unless they are below one that is. */
  readonly kept: FieldSet
  /** Other fields are not removed either. */
  readonly lastFields: FieldSet
  readonly emptied: Emptied
}

function* withoutGone(type: FieldType, merged: unknown, { all, kept, lastFields, emptied }: Removal): Converting<unknown> {
  const rest = removeFields(type, merged, all.difference(kept))
  yield
  const gone = all.difference(namedFieldsOf(type, rest)).intersection(lastFields)
  return gone.isEmpty ? merged : removeFields(type, merged, gone, { emptied })
}

const namedFieldsOf = (type: FieldType, value: unknown): FieldSet =>
  withNamedFields(type, (value === null ? undefined : leavesOf(type, value, { allowDuplicates: true })) ?? FieldSet.empty)

/** The fields of all managers: those in the version of the request, and those in each other version. */
function ownedByVersion(managers: ReadonlyMap<string, Ownership>, versions: Versions) {
  let here = FieldSet.empty
  const elsewhere = new Map<string, FieldSet>()
  for (const { version, fields } of managers.values()) {
    if (versions.isSame(version)) here = here.union(fields)
    else elsewhere.set(version, (elsewhere.get(version) ?? FieldSet.empty).union(fields))
  }
  return { here, elsewhere }
}

/** The fields of an intent, in the version of the request. */
function* intentHere(versions: Versions, merged: unknown, { version, fields }: Ownership): Converting<FieldSet> {
  const type = versions.typeOf(version)
  if (versions.isSame(version) || !type || fields.isEmpty) return fields
  const full = yield* versions.to(version, merged)
  const rest = removeFields(type, full, withNamedFields(type, fields), { emptied: 'empty' })
  return yield* counterparts(versions, { version, fields, full, rest })
}

/** Fields of another version, in an object that has them and in one that may lack them. */
interface FieldsElsewhere {
  readonly version: string
  readonly fields: FieldSet
  readonly full: unknown
  readonly rest: unknown
}

/**
 * The fields of the request's version that stand for fields of another version.
 *
 * A conversion may rename fields, and set some of its own. So what counts is where a conversion of the lesser object differs
 * from one that also has these fields.
 *
 * @returns Only fields that the lesser object lacks, with the declared fields that they are in.
 */
function* counterparts(versions: Versions, { version, fields, full, rest }: FieldsElsewhere): Converting<FieldSet> {
  const type = versions.typeOf(version) ?? versions.type
  const { removed, modified } = differenceOf(type, full, rest)
  yield
  const lost = removed.union(modified)
  const others = lost.difference(withNamedFields(type, fields))
  if (others === lost) return FieldSet.empty
  const restored = removeFields(type, full, others, { emptied: 'empty' })
  yield
  const less = yield* versions.from(version, rest)
  const more = yield* versions.from(version, restored)
  const { added, modified: changed } = differenceOf(versions.type, less, more)
  return withNamedFields(versions.type, added.union(changed))
}
