/**
 * `update`: any write but an apply. The writer owns what it changed, and others lose it.
 *
 * @module
 */

import { check } from '../meta/index.js'
import type { Operation } from './apply.js'
import { anUpdate } from './check-arguments.js'
import { FieldSet } from './fields/field-set.js'
import { type Converting, convertNow, markReconciled, type Ownership, reconcileManagers, Versions } from './managed/managers.js'
import { Change, takeFields } from './merge/ownership-changes.js'

/** A write. */
export interface UpdateOperation extends Operation {
  /** The new object. */
  readonly object: unknown
}

/** The result of a write, which never conflicts. */
export interface UpdateResult {
  /** A map of the caller's own. */
  readonly managers: Map<string, Ownership>
  /** Whether the manager owns fields that it added or changed. */
  readonly isOwner: boolean
}

/**
 * Determines the ownership after a write: the manager becomes the owner of the fields that were added or changed, and others
 * lose these; removed fields are removed from every manager.
 *
 * @param options - Type, live object, managers, new object. None of it is modified.
 * @throws ApiError 400 for values that are nested too deep, and for schemas that cannot be read.
 * @see Specification, "Server-side apply", 6
 */
export function update(options: UpdateOperation): UpdateResult {
  check.refuse('update', anUpdate(options, ''))
  const { managers, taken } = convertNow(updating(options), options.converter)
  return { managers, isOwner: !taken.isEmpty }
}

/** As {@link update}, for callers that have to await conversions. `taken` are the fields that were added or changed. */
export function* updating(options: UpdateOperation): Converting<{ managers: Map<string, Ownership>; taken: FieldSet }> {
  const { type, live, object, manager, version, excluded } = options
  const versions = new Versions(type, version, options.converter)
  const managers = reconcileManagers(options.managers, versions)
  const change = new Change(versions, live, object, excluded)
  const { added, modified, removed } = change.here
  yield
  yield* change.prepare(managers, manager)
  takeFields(managers, manager, change)
  yield
  const taken = added.union(modified)
  const own = (managers.get(manager)?.fields ?? FieldSet.empty).difference(removed).union(taken)
  const fields = excluded ? own.recursiveDifference(excluded) : own
  if (fields.isEmpty) managers.delete(manager)
  else managers.set(manager, { version, applied: false, fields })
  markReconciled(fields, type)
  return { managers, taken }
}
