/**
 * Requests of a server: apply and other writes, over whole objects with their managedFields.
 *
 * @module
 */

import { check, isRecord, type ManagedFieldsEntry } from '../../meta/index.js'
import { type ApplyOperation, applying } from '../apply.js'
import { anApplyRequest, aWriteRequest } from '../check-arguments.js'
import type { FieldSet } from '../fields/field-set.js'
import { capUpdaters } from '../managed/cap-updaters.js'
import { type ManagerIdentity, ManagerTable } from '../managed/managed-fields.js'
import {
  type Converting,
  convertNow,
  markReconciled,
  type Ownership,
  owning,
  type VersionConverter,
} from '../managed/managers.js'
import { managedFieldsOf, serverFields, withManagedFields, withoutManagedFields } from '../managed/server-fields.js'
import { differenceOf } from '../merge/compare.js'
import type { FieldConflict } from '../merge/conflicts.js'
import type { FieldType } from '../types/type.js'
import { type FieldProblem, validate } from '../types/validate.js'
import { isEqual } from '../types/value.js'
import { updating } from '../update.js'
import { fieldsAppliedOnClient, type LastApplied, lastAppliedText, withLastApplied } from './last-applied.js'
import { type RequestConflict, requestConflicts } from './request-conflicts.js'

/** Options of every request. */
export interface ManagedRequest {
  /** Type of the object in `apiVersion`, with its metadata (see {@link compileObjectType}). */
  readonly type: FieldType
  /** The stored object in `apiVersion`, with its managedFields; undefined when there is none. */
  readonly live: unknown
  /** Name of the manager. */
  readonly manager: string
  /** Group and version of the request, such as `apps/v1`. */
  readonly apiVersion: string
  /** Such as `status`; empty or left out for the object itself. */
  readonly subresource?: string
  /** Now, as RFC 3339 in UTC. */
  readonly now: string
  /** Shows objects in other versions; when left out, all versions have the same fields. */
  readonly converter?: VersionConverter | undefined
  /** Fields that the request cannot set, because its subresource resets them: the request does not own them. */
  readonly resetFields?: FieldSet | undefined
  /** The object before any field is set, such as one with an empty `spec`: these fields have no owners. */
  readonly blank?: unknown
}

/** An apply. */
export interface ApplyRequest extends ManagedRequest {
  /** The applied object: the manager's whole intent, without managedFields. */
  readonly applied: unknown
  /** Whether fields of others may be taken. False by default. */
  readonly force?: boolean
  /** How client-side apply is recognised, to take over from it; left out, nothing is taken over. */
  readonly lastApplied?: LastApplied
}

/** The result of an apply. */
export type ApplyAnswer =
  | {
      readonly outcome: 'applied'
      /** The new object with its managedFields; the live one itself when neither changed. */
      readonly object: unknown
      readonly managedFields: readonly ManagedFieldsEntry[]
    }
  | { readonly outcome: 'conflict'; readonly conflicts: readonly RequestConflict[] }
  | { readonly outcome: 'invalid'; readonly problems: readonly FieldProblem[] }

/** Any other write. */
export interface WriteRequest extends ManagedRequest {
  /** The result of the write, with the managedFields that the client sent. */
  readonly object: unknown
}

/** The result of a write. */
export interface WriteAnswer {
  /** The new object with its managedFields; the live one itself when neither changed. */
  readonly object: unknown
  readonly managedFields: readonly ManagedFieldsEntry[]
}

/** Manager of fields that were set before any manager was recorded. */
const BEFORE_FIRST_APPLY = 'before-first-apply'

/**
 * Performs an apply request.
 *
 * @param request - See {@link ApplyRequest}. None of it is modified.
 * @returns The object to store, or conflicts, or type errors.
 * @throws ApiError 400 when the stored managedFields cannot be read, or something is nested too deep.
 * @see Specification, "Server-side apply"
 */
export function applyRequest(request: ApplyRequest): ApplyAnswer {
  check.refuse('applyRequest', anApplyRequest(request, ''))
  return convertNow(applyingRequest(request), request.converter)
}

/** As {@link applyRequest}, for callers that have to await conversions. */
export function* applyingRequest(request: ApplyRequest): Converting<ApplyAnswer> {
  const { type, apiVersion, now, manager, lastApplied } = request
  const table = ManagerTable.read(managedFieldsOf(request.live))
  const live = request.live === undefined ? undefined : withoutManagedFields(request.live)
  const applied = withoutManagedFields(request.applied)
  const self = table.idOf(identityOf(request, 'Apply'))
  if (table.managers.size === 0 && live !== undefined) yield* rememberUnowned(request, table, live)
  const options: ApplyOperation = {
    type,
    live,
    applied,
    managers: table.managers,
    manager: self,
    version: apiVersion,
    converter: request.converter,
    excluded: request.resetFields,
    force: request.force ?? false,
    emptied: 'empty',
  }
  const isMigrating = lastApplied?.manager === manager && lastAppliedText(live, lastApplied) !== undefined
  let result = yield* applying(options)
  if (result.outcome === 'conflict' && isMigrating) {
    const conflicts = conflictsBeside(result.conflicts, fieldsAppliedOnClient(type, live, apiVersion, lastApplied))
    result = conflicts.length > 0 ? { outcome: 'conflict', conflicts } : yield* applying({ ...options, force: true })
  }
  if (result.outcome === 'conflict') return { outcome: 'conflict', conflicts: requestConflicts(result.conflicts, table) }
  // Missing keys of entries are reported with other errors; alone they are left to the schema.
  if (result.outcome === 'invalid') return { outcome: 'invalid', problems: validate(type, applied, { requireKeys: true }) }
  let { object } = result
  let { isChanged } = result
  if (isMigrating) {
    object = withLastApplied(object, applied, lastApplied)
    isChanged = !isEqual(object, live)
  }
  setOwnership(table, result.managers, self)
  yield
  // A change of ownership alone does not change the object.
  if (isChanged) table.touch(self, now)
  return { outcome: 'applied', ...answer(request.live, isChanged ? object : live, listOf(request.live, table)) }
}

/**
 * Performs any other write: determines the ownership after it, and adds it to the object.
 *
 * @param request - As for an apply; `object` is the result of the write.
 * @returns The object to store.
 * @throws ApiError 400 when something is nested too deep.
 * @see Specification, "Server-side apply", 6 and 7
 */
export function writeRequest(request: WriteRequest): WriteAnswer {
  check.refuse('writeRequest', aWriteRequest(request, ''))
  const managedFields = managedFieldsAfter(request)
  const live = withoutManagedFields(request.live)
  const object = withoutManagedFields(request.object)
  return answer(request.live, live !== undefined && isEqual(object, live) ? live : object, managedFields)
}

/**
 * Determines the ownership after a create, an update or a patch.
 *
 * managedFields that the object brings were edited by the client: they replace the stored ones when
 * they are readable and not empty. One empty entry removes all managers. Through a subresource nothing can be edited.
 *
 * @param request - As for an apply; `object` is the result of the write.
 * @returns The managedFields of the object to store; those of the live object themselves when unchanged.
 * @throws ApiError 400 when something is nested too deep.
 * @see Specification, "Server-side apply", 6 and 7
 */
export const managedFieldsAfter = (request: WriteRequest): readonly ManagedFieldsEntry[] =>
  convertNow(findingManagedFields(request), request.converter)

/** As {@link managedFieldsAfter}, for callers that have to await conversions. */
export function* findingManagedFields(request: WriteRequest): Converting<readonly ManagedFieldsEntry[]> {
  const table = tableOfWrite(request)
  if (!table) return listOf(request.live, ManagerTable.empty)
  const self = table.idOf(identityOf(request, 'Update'))
  const object = withoutManagedFields(request.object)
  const isOwner =
    request.live === undefined
      ? yield* owningAll(request, table, self, object)
      : yield* owningChanges(request, table, self, object)
  if (isOwner) table.touch(self, request.now)
  capUpdaters(table)
  yield
  return listOf(request.live, table)
}

/**
 * Decodes the managedFields of a stored object ahead of a request: of a large object that takes as long
 * as all the rest, and may have a turn of the event loop of its own. Unreadable ones are left to the request.
 *
 * @param managedFields - As the frozen object has them.
 */
export function readAhead(managedFields: unknown): void {
  readable(managedFields)
}

/** The managers before a write; undefined when it is not tracked. */
function tableOfWrite({ live, object, subresource }: WriteRequest): ManagerTable | undefined {
  const sent = managedFieldsOf(object)
  if (live === undefined || (Array.isArray(sent) && isReset(sent) && !subresource)) return ManagerTable.empty
  const stored = managedFieldsOf(live)
  if (!subresource && sent !== stored) {
    const edited = readable(sent)
    if (edited.managers.size > 0) return edited
  }
  // An object without managers: at the first apply, all its fields go to `before-first-apply`.
  const table = readable(stored)
  return table.managers.size > 0 ? table : undefined
}

const isReset = (entries: readonly unknown[]): boolean =>
  entries.length === 1 && isRecord(entries[0]) && Object.keys(entries[0]).length === 0

/** Invalid managedFields do not fail a write: they count as empty, as in Kubernetes. */
function readable(entries: unknown): ManagerTable {
  try {
    return ManagerTable.read(entries)
  } catch {
    return ManagerTable.empty
  }
}

const identityOf = ({ manager, apiVersion, subresource }: ManagedRequest, operation: 'Apply' | 'Update'): ManagerIdentity => ({
  manager,
  operation,
  apiVersion,
  subresource: subresource ?? '',
})

/** Makes a manager the owner of what a write changes. @returns Whether that is anything but fields without owners. */
function* owningChanges(request: ManagedRequest, table: ManagerTable, id: string, object: unknown): Converting<boolean> {
  const { type, apiVersion, converter, resetFields } = request
  const live = withoutManagedFields(request.live)
  const { managers, taken } = yield* updating({
    type,
    live,
    object,
    managers: table.managers,
    manager: id,
    version: apiVersion,
    converter,
    excluded: resetFields,
  })
  setOwnership(table, managers, id)
  return !taken.difference(serverFields).isEmpty
}

/** Makes a manager the owner of all fields of an object that has none. @returns Whether there are any. */
function* owningAll(request: ManagedRequest, table: ManagerTable, id: string, object: unknown): Converting<boolean> {
  const { type, blank, apiVersion, resetFields } = request
  const { added, modified } = differenceOf(type, blank, object)
  yield
  const all = added.union(modified)
  const taken = resetFields ? all.recursiveDifference(resetFields) : all
  const fields = taken.difference(serverFields)
  markReconciled(fields, type)
  table.managers = new Map(fields.isEmpty ? [] : [[id, { version: apiVersion, applied: false, fields }]])
  return !fields.isEmpty
}

/** Gives fields without owners to `before-first-apply`, so that the first apply conflicts with it where it changes them. */
function* rememberUnowned(request: ManagedRequest, table: ManagerTable, live: unknown): Converting<void> {
  const id = table.idOf(identityOf({ ...request, manager: BEFORE_FIRST_APPLY }, 'Update'))
  yield* owningAll({ ...request, resetFields: undefined }, table, id, live)
  table.touch(id, request.now)
}

/** Removes fields without owners from a manager's new set. Sets that did not change keep their identity. */
function setOwnership(table: ManagerTable, managers: Map<string, Ownership>, id: string): void {
  table.managers = managers
  const own = managers.get(id)
  if (!own) return
  const fields = table.asRead(id, own.fields.difference(serverFields))
  if (fields.isEmpty) managers.delete(id)
  else if (fields !== own.fields) managers.set(id, owning(own, fields))
}

/** Drops conflicts about fields that client-side apply has set. */
const conflictsBeside = (conflicts: readonly FieldConflict[], allowed: FieldSet): readonly FieldConflict[] =>
  conflicts.filter(({ path }) => !allowed.has(path))

/** The managedFields of a table; the stored ones themselves when equal. */
function listOf(stored: unknown, table: ManagerTable): readonly ManagedFieldsEntry[] {
  const entries = table.write()
  const before = managedFieldsOf(stored)
  return Array.isArray(before) && isEqual(before, entries) ? before : entries
}

function answer(stored: unknown, object: unknown, managedFields: readonly ManagedFieldsEntry[]): WriteAnswer {
  const isKept = stored !== undefined && isEqual(managedFieldsOf(stored) ?? [], managedFields)
  if (isKept && isEqual(withoutManagedFields(stored), object)) return { object: stored, managedFields }
  return { object: withManagedFields(object, managedFields), managedFields }
}
