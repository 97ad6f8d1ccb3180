/**
 * Steps of deletes: finalization, then removal.
 *
 * @module
 */

import { type ApiObject, conflict, FOREGROUND_FINALIZER, forbidden, ORPHAN_FINALIZER, type Status } from '../../meta/index.js'
import type { Collection, Row, WriteResult } from '../../store/index.js'
import { answerWith, groupResourceOf, type Write } from '../context.js'
import type { DeleteAnswer, DeleteOptions } from '../types.js'
import { type DeletionMarks, isInGracePeriod, marksOf } from './grace-period.js'
import type { WriteState } from './state.js'
import { atRevision, currentOf, rowOf } from './update.js'

/** Step: checks the preconditions on uid and version. */
export function requirePreconditions(write: WriteState): void {
  const { target, options } = write
  const { uid, resourceVersion } = options.preconditions ?? {}
  const { strategy, names, group } = target.definition
  // The message names the kind here, and the resource for the one type with a deletion of its own.
  const subject = { group, resource: strategy.holdsDeletion ? names.plural : names.kind }
  const live = currentOf(write).metadata.uid ?? ''
  const { name, revision } = rowOf(write)
  if (uid !== undefined && uid !== live) {
    throw conflict(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${live}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== undefined && resourceVersion !== String(revision)) {
    throw conflict(
      subject,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${revision}). The object might have been modified`,
    )
  }
}

/** Step: refuses objects that may not be deleted. */
export function requireDeletable(write: WriteState): void {
  const { target } = write
  const reason = target.definition.strategy.forbidDelete?.(currentOf(write))
  if (reason !== undefined) throw forbidden(groupResourceOf(target), target.name, reason)
}

/** Step: marks an object that finalizers, its strategy or its grace period hold; a marked one stays as it is. */
export function markHeld(write: WriteState<DeleteAnswer>): void {
  const { target, options } = write
  const row = rowOf(write)
  const live = currentOf(write)
  const { strategy } = target.definition
  const marks = marksOf(write, live, options)
  if (marks === 'pending') {
    answerMarked(write, row)
    return
  }
  const present = live.metadata.finalizers ?? []
  const finalizers = [
    ...new Set([
      ...(strategy.hasNoDependents ? present : heldBy(present, options, strategy.orphansByDefault)),
      ...(strategy.deletionFinalizers?.(live) ?? []),
    ]),
  ]
  const holds = finalizers.length > 0 || strategy.holdsDeletion?.(live) === true
  write.stored = holds || strategy.gracePeriodSeconds ? mark(write, live, finalizers, marks) : live
  write.isHeld = holds || isInGracePeriod(write, write.stored)
  if (write.isHeld && write.stored === live) answerMarked(write, row)
}

/** Step: a dry run ends here. */
export function stopDryRunOfDelete(write: WriteState<DeleteAnswer>): void {
  if (!write.dryRun) return
  if (write.isHeld) write.answer = { outcome: 'returned', answer: { object: write.stored, row: undefined }, marked: true }
  else answerRemoved(write)
}

/** Step: stores the mark, or removes the object. */
export async function storeDeletion(write: WriteState<DeleteAnswer>): Promise<void> {
  const { context, target, stored, isHeld, caller } = write
  const row = rowOf(write)
  const collection = context.collectionOf(target.definition)
  // Whatever its size: a deletion must always succeed.
  const result = isHeld
    ? await collection.put(row.key, row.revision, stored, undefined, caller.transaction)
    : await removeMarked(write, collection)
  if (result.outcome === 'conflict') write.hasConflict = true
  else if (isHeld) answerMarked(write, result.row)
  else answerRemoved(write, result.row)
}

/**
 * Removes an object. One with deletion marks is stored first, so that watches show them; within a transaction it is removed only, as
 * a transaction commits an object once.
 */
async function removeMarked(write: WriteState, collection: Collection): Promise<WriteResult> {
  const { stored, caller } = write
  const { transaction } = caller
  const { key, revision } = rowOf(write)
  if (stored === currentOf(write) || transaction) return collection.remove(key, revision, transaction)
  const marked = await collection.put(key, revision, stored)
  return marked.outcome === 'conflict' ? marked : collection.remove(key, marked.row.revision)
}

function answerMarked(write: WriteState<DeleteAnswer>, row: Row): void {
  write.answer = { outcome: 'returned', answer: answerWith(row), marked: true }
}

/** @param removed - The row of the removal, which has a revision of its own; undefined in a dry run. */
function answerRemoved(write: WriteState<DeleteAnswer>, removed?: Row): void {
  const object = removed ? atRevision(write.stored, removed) : write.stored
  write.answer = write.target.definition.strategy.returnsDeletedObject
    ? { outcome: 'returned', answer: { object, row: undefined }, marked: false }
    : { outcome: 'removed', status: success(describe(write)) }
}

/** The `Status` of a completed delete. */
export const success = (details: NonNullable<Status['details']>): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details,
})

function describe(write: WriteState): NonNullable<Status['details']> {
  const { name } = write.target
  const { group, resource } = groupResourceOf(write.target)
  const { uid } = currentOf(write).metadata
  return { name, ...(group !== '' && { group }), kind: resource, ...(uid && { uid }) }
}

/** The finalizers of the object, with the one that the propagation policy adds. */
function heldBy(
  finalizers: readonly string[],
  { propagationPolicy, orphanDependents }: DeleteOptions,
  orphansByDefault = false,
): readonly string[] {
  const asked = propagationPolicy ?? (orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background')
  // A finalizer for the dependents takes precedence.
  const isSaid = finalizers.some((name) => name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER)
  const policy = asked ?? (orphansByDefault && !isSaid ? 'Orphan' : undefined)
  if (policy === undefined) return finalizers
  const others = finalizers.filter((name) => name !== ORPHAN_FINALIZER && name !== FOREGROUND_FINALIZER)
  return policy === 'Background' ? others : [...others, policy === 'Orphan' ? ORPHAN_FINALIZER : FOREGROUND_FINALIZER]
}

/** The object with its deletion marks; the very same one when nothing changes. */
function mark({ target }: Write, live: ApiObject, finalizers: readonly string[], marks: DeletionMarks | 'unchanged'): ApiObject {
  const { deletionTimestamp, finalizers: before = [], generation } = live.metadata
  const sameFinalizers = before.length === finalizers.length && before.every((name, i) => name === finalizers[i])
  if (marks === 'unchanged' && sameFinalizers) return live
  const { finalizers: _before, ...kept } = live.metadata
  const marked: ApiObject = {
    ...live,
    metadata: {
      ...kept,
      ...(finalizers.length > 0 && { finalizers }),
      ...(marks !== 'unchanged' && marks),
      ...(!deletionTimestamp && target.definition.hasGeneration && { generation: (generation ?? 0) + 1 }),
    },
  }
  return target.definition.strategy.prepareForDelete?.(marked, live) ?? marked
}
