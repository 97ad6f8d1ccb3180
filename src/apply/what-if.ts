/**
 * A trial of an apply.
 *
 * @module
 */

import { check } from '../meta/index.js'
import { aTriedRequest } from './check-arguments.js'
import { FieldSet } from './fields/field-set.js'
import { type ManagerIdentity, ManagerTable } from './managed/managed-fields.js'
import { managedFieldsOf, withoutManagedFields } from './managed/server-fields.js'
import { differenceOf } from './merge/compare.js'
import { describeManager, type RequestConflict } from './requests/request-conflicts.js'
import { type ApplyRequest, applyRequest } from './requests/requests.js'
import type { FieldProblem } from './types/validate.js'

/** A field of another manager. */
export interface LostField {
  readonly manager: ManagerIdentity
  /** The manager for messages. */
  readonly managerText: string
  readonly fields: FieldSet
}

/** The effects of an apply. */
export interface Forecast {
  /** Type errors; with any, the rest is empty. */
  readonly problems: readonly FieldProblem[]
  /** Fields of others that the apply would change: without force it would be refused for these. */
  readonly conflicts: readonly RequestConflict[]
  /** The resulting object, with force if needed. */
  readonly object: unknown
  /** Fields whose values would be added, changed or removed. */
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
  /** Fields that the manager would gain. */
  readonly takes: FieldSet
  /** Fields that the manager would give up. */
  readonly loses: FieldSet
  /** Fields that others would lose. */
  readonly othersLose: readonly LostField[]
}

/**
 * Computes what an apply would change, take, lose and conflict with. `force` does not matter: conflicts are listed, and the rest is
 * what would happen with force.
 *
 * @param request - The apply.
 * @throws ApiError 400 as {@link applyRequest} does.
 */
export function whatIf(request: Omit<ApplyRequest, 'force' | 'now'>): Forecast {
  check.refuse('whatIf', aTriedRequest(request, ''))
  const now = '1970-01-01T00:00:00Z'
  const asked = applyRequest({ ...request, now })
  const done = asked.outcome === 'conflict' ? applyRequest({ ...request, now, force: true }) : asked
  const conflicts = asked.outcome === 'conflict' ? asked.conflicts : []
  if (done.outcome !== 'applied') return { ...NOTHING, problems: done.outcome === 'invalid' ? done.problems : [], conflicts }
  const [before, after] = [ManagerTable.read(managedFieldsOf(request.live)), ManagerTable.read(done.managedFields)]
  const { type, manager, apiVersion, subresource } = request
  const self = before.idOf({ manager, operation: 'Apply', apiVersion, subresource: subresource ?? '' })
  const was = before.managers.get(self)?.fields ?? FieldSet.empty
  const is = after.managers.get(self)?.fields ?? FieldSet.empty
  return {
    problems: [],
    conflicts,
    object: done.object,
    ...differenceOf(type, withoutManagedFields(request.live), withoutManagedFields(done.object)),
    takes: is.difference(was),
    loses: was.difference(is),
    othersLose: lostFields(before, after, self),
  }
}

const NOTHING: Forecast = {
  problems: [],
  conflicts: [],
  object: undefined,
  added: FieldSet.empty,
  modified: FieldSet.empty,
  removed: FieldSet.empty,
  takes: FieldSet.empty,
  loses: FieldSet.empty,
  othersLose: [],
}

function lostFields(before: ManagerTable, after: ManagerTable, self: string): LostField[] {
  const lost: LostField[] = []
  for (const [id, { fields }] of before.managers) {
    const manager = before.identityOf(id)
    const gone = fields.difference(after.managers.get(id)?.fields ?? FieldSet.empty)
    if (id !== self && manager && !gone.isEmpty) lost.push({ manager, managerText: describeManager(manager), fields: gone })
  }
  return lost
}
