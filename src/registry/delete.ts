/**
 * The verbs delete and deletecollection: finalization, then removal.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  conflict,
  FOREGROUND_FINALIZER,
  forbidden,
  formatTime,
  notFound,
  ORPHAN_FINALIZER,
  type Status,
} from '../meta/index.js'
import type { ListQuery, Row } from '../store/index.js'
import { admit } from './admission.js'
import { answerWith, groupResourceOf, turnOfWrite, type Write } from './context.js'
import { liveRow } from './read-through.js'
import type { DeleteAnswer, DeleteOptions } from './types.js'
import { inLine } from './write-lines.js'

/**
 * Deletes one object: removes it, or marks it when something still holds it.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param options - Preconditions, propagation, grace.
 * @throws {@link ApiError} 403, 404 or 409.
 * @see Specification, "Object deletion (two phases: finalization, removal)"
 */
export async function deleteObject(write: Write, options: DeleteOptions): Promise<DeleteAnswer> {
  const { target } = write
  return await inLine(write, async () => {
    const row = await liveRow(write)
    if (!row) throw notFound(groupResourceOf(target), target.name)
    return await deleteRow(write, row, options)
  })
}

/**
 * Deletes the objects of a selection, one after the other, in the order of the list.
 *
 * @param write - The collection, who asks, and whether it is only tried.
 * @param options - Apply to each object.
 * @param query - Selects; with a limit, one page of the selection.
 */
export async function deleteCollection(write: Write, options: DeleteOptions, query: ListQuery): Promise<Status> {
  const { context, target } = write
  const page = await context.collectionOf(target.definition).list(query)
  // Of all of them together: each begins a turn of its own.
  const turn = turnOfWrite()
  for (const { namespace, name } of page.rows) {
    if (turn.isSpent) await turn.next()
    await deleteIfThere({ ...write, target: { ...target, namespace, name } }, options)
  }
  const { group, resource } = groupResourceOf(target)
  return success({ ...(group !== '' && { group }), kind: resource })
}

/**
 * Deletes one object, or leaves it at that when somebody else was faster: the object is gone, as was asked for.
 *
 * @param write - The object, who asks, and whether it is only tried.
 * @param options - Preconditions, propagation, grace.
 * @throws {@link ApiError} 403 or 409.
 */
export async function deleteIfThere(write: Write, options: DeleteOptions): Promise<void> {
  try {
    await deleteObject(write, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.reason !== 'NotFound') throw error
  }
}

const success = (details: NonNullable<Status['details']>): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details,
})

/** One attempt; undefined when another write came in between. */
async function deleteRow(write: Write, row: Row, options: DeleteOptions): Promise<DeleteAnswer | undefined> {
  const { context, target, dryRun } = write
  const { strategy } = target.definition
  const live = row.object
  checkPreconditions(write, row, options)
  const reason = strategy.forbidDelete?.(live)
  if (reason !== undefined) throw forbidden(groupResourceOf(target), row.name, reason)
  await admit(write, 'DELETE', undefined, live)

  const finalizers = [
    ...new Set([...heldBy(live.metadata.finalizers ?? [], options), ...(strategy.deletionFinalizers?.(live) ?? [])]),
  ]
  const collection = context.collectionOf(target.definition)
  if (finalizers.length > 0 || strategy.holdsDeletion?.(live)) {
    const next = mark(write, live, finalizers)
    if (next === live) return { outcome: 'returned', answer: answerWith(row), marked: true }
    if (dryRun) return { outcome: 'returned', answer: { object: next, row: undefined }, marked: true }
    // Whatever its size: what is to go must be able to go.
    const result = await collection.put(row.key, row.revision, next)
    return result.outcome === 'committed' ? { outcome: 'returned', answer: answerWith(result.row), marked: true } : undefined
  }
  if (!dryRun) {
    const result = await collection.remove(row.key, row.revision)
    if (result.outcome === 'conflict') return undefined
  }
  if (strategy.returnsDeletedObject) return { outcome: 'returned', answer: answerWith(row), marked: false }
  return { outcome: 'removed', status: success(describe(write, row)) }
}

function describe({ target }: Write, { name, object }: Row): NonNullable<Status['details']> {
  const { group, resource } = groupResourceOf(target)
  const { uid } = object.metadata
  return { name, ...(group !== '' && { group }), kind: resource, ...(uid && { uid }) }
}

function checkPreconditions({ target }: Write, row: Row, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions ?? {}
  const { strategy, names, group } = target.definition
  // The field names the kind here, and the resource for the one type that settles its deletion itself.
  const subject = { group, resource: strategy.holdsDeletion ? names.plural : names.kind }
  const live = row.object.metadata.uid ?? ''
  if (uid !== undefined && uid !== live) {
    throw conflict(
      subject,
      row.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${live}). The object might have been deleted and then recreated`,
    )
  }
  if (resourceVersion !== undefined && resourceVersion !== String(row.revision)) {
    throw conflict(
      subject,
      row.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${row.revision}). The object might have been modified`,
    )
  }
}

/** The finalizers that hold the object, once the wish for its dependents is counted in. */
function heldBy(finalizers: readonly string[], { propagationPolicy, orphanDependents }: DeleteOptions): readonly string[] {
  const policy = propagationPolicy ?? (orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background')
  if (policy === undefined) return finalizers
  const others = finalizers.filter((name) => name !== ORPHAN_FINALIZER && name !== FOREGROUND_FINALIZER)
  return policy === 'Background' ? others : [...others, policy === 'Orphan' ? ORPHAN_FINALIZER : FOREGROUND_FINALIZER]
}

/** The object with its deletion marks; the very same one when nothing changes. */
function mark({ context, target }: Write, live: ApiObject, finalizers: readonly string[]): ApiObject {
  const { deletionTimestamp, finalizers: before = [], generation } = live.metadata
  const sameFinalizers = before.length === finalizers.length && before.every((name, i) => name === finalizers[i])
  if (deletionTimestamp && sameFinalizers) return live
  const { finalizers: _before, ...kept } = live.metadata
  const marked: ApiObject = {
    ...live,
    metadata: {
      ...kept,
      ...(finalizers.length > 0 && { finalizers }),
      ...(!deletionTimestamp && {
        deletionTimestamp: formatTime(context.clock.now()),
        deletionGracePeriodSeconds: 0,
        ...(target.definition.hasGeneration && { generation: (generation ?? 0) + 1 }),
      }),
    },
  }
  return target.definition.strategy.prepareForDelete?.(marked) ?? marked
}
