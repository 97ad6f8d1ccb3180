/**
 * `apply`: merges an applier's whole intent without taking fields that belong to others.
 *
 * @module
 */

import { check, type Expanded } from '../meta/index.js'
import { anApply } from './check-arguments.js'
import type { FieldSet } from './fields/field-set.js'
import {
  type Converting,
  convertNow,
  type Managers,
  markReconciled,
  type Ownership,
  reconcileManagers,
  type VersionConverter,
  Versions,
} from './managed/managers.js'
import { type FieldConflict, listConflicts } from './merge/conflicts.js'
import { mergeObjects } from './merge/merge.js'
import { Change, takeFields, touchedFields } from './merge/ownership-changes.js'
import { prune } from './merge/prune.js'
import type { Emptied } from './merge/remove.js'
import { leavesOf } from './types/fields-of.js'
import type { FieldType } from './types/type.js'
import { type FieldProblem, validate } from './types/validate.js'
import { isEqual } from './types/value.js'

/** Options that `apply` and `update` share. */
export interface Operation {
  /** Type of the object in `version`. */
  readonly type: FieldType
  /** The live object; undefined or null when there is none. Must fit its type. */
  readonly live: unknown
  /** The managers of `live` and their field sets. */
  readonly managers: Managers
  /** The field manager that applies. */
  readonly manager: string
  /** The version of the type that `live` and the new object are in. */
  readonly version: string
  /** How the object looks in other versions; when left out, they all have the same fields. */
  readonly converter?: VersionConverter | undefined
  /** Fields that are ignored in this operation, with all below them: not owned, not compared. */
  readonly excluded?: FieldSet | undefined
}

/** An apply. */
export interface ApplyOperation extends Operation {
  /** The whole intent of the manager. */
  readonly applied: unknown
  /** Whether fields of others may be taken. False by default. */
  readonly force?: boolean
  /** What a map or list becomes that loses all its members but stays: `null` by default, or an `empty` one. */
  readonly emptied?: Emptied
}

/** The result of an apply. */
export type ApplyResult = Expanded<
  | {
      readonly outcome: 'applied'
      /** The new object, which shares unchanged parts with the live and the applied one; the live one itself if nothing changed. */
      readonly object: unknown
      /** A map of the caller's own. */
      readonly managers: Map<string, Ownership>
      /** Whether the object differs from the live one. */
      readonly isChanged: boolean
    }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly FieldConflict[] }
  | { readonly outcome: 'invalid'; readonly problems: readonly FieldProblem[] }
>

/**
 * Applies an intent: merges it into the live object, and removes what the manager's last intent had and this one lacks, unless
 * another manager owns it. The manager then owns exactly the fields of the intent.
 *
 * @param options - Type, live object, managers, intent. None of it is modified.
 * @returns The new object and its managers, or the conflicts, or the type errors.
 * @throws ApiError 400 for values that are nested too deep, and for schemas that cannot be read.
 * @see Specification, "Server-side apply", 3 to 5
 */
export function apply(options: ApplyOperation): ApplyResult {
  check.refuse('apply', anApply(options, ''))
  return convertNow(applying(options), options.converter)
}

/** As {@link apply}, for callers that have to await conversions. */
export function* applying(options: ApplyOperation): Converting<ApplyResult> {
  const { type, live, applied, manager, version, excluded } = options
  const intent = leavesOf(type, applied)
  if (!intent) return { outcome: 'invalid', problems: validate(type, applied) }
  yield
  const versions = new Versions(type, version, options.converter)
  const managers = reconcileManagers(options.managers, versions)
  const last = managers.get(manager)
  const fields = excluded ? intent.recursiveDifference(excluded) : intent
  managers.set(manager, { version, applied: true, fields })
  markReconciled(fields, type)
  yield
  const merged = mergeObjects(type, live, applied)
  yield
  const isAllWanted = !last || (versions.isSame(last.version) && last.fields.isSubsetOf(fields))
  const pruned = isAllWanted ? merged : yield* prune(merged, last, managers, versions, options.emptied ?? 'null')
  yield
  const object = pruned === live || isEqualTo(live, pruned) ? live : pruned
  const isChanged = object !== live
  yield
  if (isChanged && managers.size > 1) {
    const change = new Change(versions, live, object, excluded)
    yield* change.prepare(managers, manager)
    const touched = touchedFields(managers, manager, change)
    if (touched.size > 0 && !options.force) return { outcome: 'conflict', conflicts: listConflicts(touched) }
    takeFields(managers, manager, change)
  } else dropEmpty(managers)
  return { outcome: 'applied', object, managers, isChanged }
}

const isEqualTo = (live: unknown, object: unknown): boolean => live !== undefined && live !== null && isEqual(live, object)

function dropEmpty(managers: Map<string, Ownership>): void {
  for (const [name, { fields }] of managers) if (fields.isEmpty) managers.delete(name)
}
