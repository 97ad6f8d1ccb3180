/**
 * `update`: any write but an apply. The writer owns what it changed, and the others no longer do.
 *
 * @module
 */

import { check } from '../meta/index.js'
import type { Operation } from './apply.js'
import { anUpdate } from './check-arguments.js'
import { FieldSet } from './fields/field-set.js'
import { type Converting, convertNow, markReconciled, type Ownership, reconcileManagers, Versions } from './managed/managers.js'
import { Change, takeFields, touchedFields } from './merge/ownership-changes.js'

/** A write. */
export interface UpdateOperation extends Operation {
  /** The object that replaces the live one. */
  readonly object: unknown
}

/** What came of a write. Who writes never conflicts. */
export interface UpdateResult {
  /** A map that is the caller's own. */
  readonly managers: Map<string, Ownership>
  /** Whether the manager owns fields for what it added or changed. */
  readonly isOwner: boolean
}

/**
 * Finds who owns what after a write: the manager is added as the owner of the fields that were added or changed, and the others
 * lose these; removed fields leave every manager.
 *
 * @param options - Type, live object, managers, new object. Nothing of it is written to.
 * @throws ApiError 400 for values that are nested too deep, and for schemas that cannot be read.
 * @see Specification, "Server-side apply", 6
 */
export function update(options: UpdateOperation): UpdateResult {
  check.refuse('update', anUpdate(options, ''))
  return convertNow(updating(options), options.converter)
}

/** Does what {@link update} does, for callers that have to await conversions. */
export function* updating(options: UpdateOperation): Converting<UpdateResult> {
  const { type, live, object, manager, version, excluded } = options
  const versions = new Versions(type, version, options.converter)
  const managers = reconcileManagers(options.managers, versions)
  const change = new Change(versions, live, object, excluded)
  yield* takeFields(managers, manager, change, yield* touchedFields(managers, manager, change))
  const { added, modified, removed } = change.here
  const taken = added.union(modified)
  const own = (managers.get(manager)?.fields ?? FieldSet.empty).difference(removed).union(taken)
  const fields = excluded ? own.recursiveDifference(excluded) : own
  if (fields.isEmpty) managers.delete(manager)
  else managers.set(manager, { version, applied: false, fields })
  markReconciled(fields, type)
  return { managers, isOwner: !taken.isEmpty }
}
