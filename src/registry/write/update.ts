/**
 * Steps of updates, shared by patches and applies of existing objects: preconditions, what may change, and how it is
 * stored.
 *
 * @module
 */

import { withManagedFields } from '../../apply/index.js'
import {
  type ApiObject,
  andThen,
  conflict,
  copyWith,
  equalExcept,
  invalid,
  invalidField,
  jsonEqual,
  methodNotAllowed,
  notFound,
} from '../../meta/index.js'
import { fromScale, inVersion, requireScaled, toScale } from '../../resources/index.js'
import type { Row } from '../../store/index.js'
import { groupResourceOf, strategyContext, type Write, written } from '../context.js'
import { ShownRow } from '../shown-row.js'
import type { Target, WriteAnswer } from '../types.js'
import { requireSameAddress } from './address.js'
import { authorizeCreate } from './authorize.js'
import { isInGracePeriod } from './grace-period.js'
import {
  desiredStateDiffers,
  expectedRevision,
  hasStatusSubresource,
  metadataForUpdate,
  requireRevision,
  without,
} from './metadata.js'
import { requireSize, sizeLimitOf } from './size-limit.js'
import type { WriteState } from './state.js'
import { readBack } from './versions.js'

/** Step: refuses a PUT of a subresource that takes none. */
export function requireUpdatable({ target }: WriteState): void {
  if (target.subresource && !target.subresource.verbs.includes('update')) throw methodNotAllowed()
}

/** Step: the body has to match the address. */
export function requireAddressed({ target, sent }: WriteState): void {
  requireSameAddress(target, sent.object)
}

/** Whether a PUT or an apply found no object, and may create one. */
export const isMissing = ({ row }: WriteState): boolean => row === undefined

/** Step: a PUT to a missing name creates the object, where the kind and the caller's rights allow it. */
export function requireCreateByUpdate(write: WriteState): Promise<void> | undefined {
  const { target } = write
  if (target.subresource || !target.definition.strategy.allowCreateOnUpdate) throw notFound(groupResourceOf(target), target.name)
  return authorizeCreate(write)
}

/** Step: a uid in the body is a precondition on the live object. */
export function requireUid({ target, sent, current }: WriteState): void {
  const { uid } = sent.object.metadata
  const live = current?.metadata.uid ?? ''
  if (!uid || uid === live) return
  throw conflict(
    groupResourceOf(target),
    target.name,
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live}`,
  )
}

/** Step: so is a version; some kinds require one. */
export function requireVersion({ target, sent, row }: WriteState): void {
  const expected = expectedRevision(sent.object.metadata.resourceVersion)
  if (expected === undefined && target.definition.strategy.allowUnconditionalUpdate === false && !target.subresource?.scale) {
    const { group, resource } = groupResourceOf(target)
    throw invalid({ group, kind: resource }, target.name, [
      invalidField('metadata.resourceVersion', 0, 'must be specified for an update'),
    ])
  }
  requireRevision(target, row, expected)
}

/** Step: applies the body to the whole object. A Scale is the live object with another number of replicas. */
export function widenScale(write: WriteState): void {
  const { target, sent } = write
  const scale = target.subresource?.scale
  if (!scale) return
  const live = inVersion(target, liveOf(write))
  const object = fromScale(live, sent.object, scale)
  requireScaled(live, scale)
  write.sent = copyWith(sent, { object })
}

/** Step: sets server-owned metadata, reverts what this path may not change, and prepares the object by the strategy of its kind. */
export function prepareChange(write: WriteState): void {
  const { target } = write
  const live = liveOf(write)
  const sent = metadataForUpdate(target, write.object, live)
  // managedFields that this path may not change are kept, but for those of the change itself.
  const allowed = withManagedFields(allowedChange(target, sent, live), sent.metadata.managedFields)
  const prepared = target.definition.strategy.prepareForUpdate?.(allowed, live, strategyContext(write)) ?? allowed
  write.object = countGeneration(target, prepared, live)
}

/** A subresource changes its own part; the object's own path changes all but a separate status. */
function allowedChange(target: Target, sent: ApiObject, live: ApiObject): ApiObject {
  if (target.subresource?.merge) return target.subresource.merge(live, sent)
  if (!hasStatusSubresource(target)) return sent
  return 'status' in live ? copyWith(sent, { status: live.status }) : without(sent, 'status')
}

function countGeneration(target: Target, next: ApiObject, live: ApiObject): ApiObject {
  if (!target.definition.hasGeneration || !countedDiffers(target, next, live)) return next
  // A difference that the request's version cannot represent is not a requested change.
  if (target.definition.custom && !desiredStateDiffers(target, inVersion(target, next), inVersion(target, live))) return next
  const metadata = copyWith(next.metadata, { generation: (live.metadata.generation ?? 0) + 1 })
  return copyWith(next, { metadata })
}

function countedDiffers(target: Target, next: ApiObject, live: ApiObject): boolean {
  const { generationCounts } = target.definition.strategy
  if (generationCounts === 'nothing') return false
  if (desiredStateDiffers(target, next, live)) return true
  if (generationCounts === undefined || target.subresource) return false
  return !jsonEqual(next.metadata[generationCounts] ?? {}, live.metadata[generationCounts] ?? {})
}

/** Step: a write that changes nothing ends here, with the stored object. */
export function stopUnchanged(write: WriteState<WriteAnswer>): void {
  const live = liveOf(write)
  const { object } = write
  const isSame = equalExcept(object, live, 'metadata') && equalExcept(object.metadata, live.metadata, 'resourceVersion')
  if (write.isOutdated || !isSame) return
  const row = rowOf(write)
  write.answer = answerWithRow(write, write.target.definition.conversion ? new ShownRow(row, live) : row)
}

/** Step: a dry run ends here, with what would be stored. */
export function stopDryRunOfChange(write: WriteState<WriteAnswer>): void {
  const { target, object, dryRun } = write
  if (!dryRun) return
  const row = rowOf(write)
  if (!isGone(write, object)) requireSize(write, object, row)
  write.answer = answerWithObject(target, atRevision(object, row))
}

/** Step: stores the change, or removes a marked object that nothing holds any more. */
export async function storeChange(write: WriteState<WriteAnswer>): Promise<void> {
  const { context, target, object, stored, caller } = write
  const row = rowOf(write)
  const collection = context.collectionOf(target.definition)
  const isOver = isGone(write, object)
  const result = isOver
    ? await collection.remove(row.key, row.revision, caller.transaction)
    : await collection.put(row.key, row.revision, stored, sizeLimitOf(write, row), caller.transaction)
  if (result.outcome === 'conflict') {
    write.hasConflict = true
  } else if (isOver) {
    write.answer = answerWithObject(target, atRevision(object, result.row))
  } else {
    return andThen(readBack(write, result.row), (row) => {
      write.answer = answerWithRow(write, row)
    })
  }
}

/** Whether a marked object can be removed: it has no finalizers left, and neither its strategy nor its grace period holds it. */
function isGone({ target }: Write, object: ApiObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata
  if (!deletionTimestamp || finalizers.length > 0 || isInGracePeriod({ target }, object)) return false
  return !target.definition.strategy.holdsDeletion?.(object)
}

/** A state at the revision of a row. */
export const atRevision = (object: ApiObject, row: Row): ApiObject =>
  copyWith(object, { metadata: copyWith(object.metadata, { resourceVersion: String(row.revision) }) })

/** Answers with the stored object, in the form of the path. */
function answerWithRow({ target }: Write, row: Row): WriteAnswer {
  return target.subresource?.scale ? answerWithObject(target, row.object) : written(row, false)
}

/** Answers with an object that is not stored, in the form of the path. */
function answerWithObject(target: Target, object: ApiObject): WriteAnswer {
  const scale = target.subresource?.scale
  return { object: scale ? toScale(inVersion(target, object), scale) : object, row: undefined, created: false }
}

/** The live object, once found. */
export function liveOf({ live }: WriteState): ApiObject {
  if (!live) throw new Error('this step is for writes of an object that is there')
  return live
}

/** The same as it is stored. */
export function currentOf({ current }: WriteState): ApiObject {
  if (!current) throw new Error('this step is for writes of an object that is there')
  return current
}

/** Its row. */
export function rowOf({ row }: WriteState): Row {
  if (!row) throw new Error('this step is for writes of an object that is there')
  return row
}
