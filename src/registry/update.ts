/**
 * The verb update, and the steps that it shares with patch: every change of an existing object goes through here.
 *
 * @module
 */

import {
  type ApiObject,
  conflict,
  type FieldError,
  invalid,
  invalidField,
  jsonEqual,
  methodNotAllowed,
  notFound,
  validateObjectMetaUpdate,
} from '../meta/index.js'
import { fromScale, toScale } from '../resources/index.js'
import type { Row } from '../store/index.js'
import { requireSameAddress } from './address.js'
import { admit } from './admission.js'
import { authorizeChange, authorizeCreate } from './authorize.js'
import { defaulted, refuseInvalid, strategyContext, validateCommon } from './complete.js'
import { groupResourceOf, inTargetVersion, type Write, written } from './context.js'
import { createDecoded } from './create.js'
import { type DecodedObject, decodeObject } from './decode-object.js'
import {
  desiredStateDiffers,
  expectedRevision,
  hasStatusSubresource,
  requireRevision,
  settleUpdated,
  without,
} from './metadata.js'
import { mutated } from './mutate.js'
import { readOwners, trackWrite, withManagedFields } from './ownership.js'
import { isOutdated, liveRow } from './read-through.js'
import { requireRoom, roomFor } from './room.js'
import type { DecodedBody, Target, WriteAnswer, WriteOptions } from './types.js'
import { inLine } from './write-lines.js'

/**
 * Replaces an object.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param body - The whole new object.
 * @param options - Options of the write.
 * @throws {@link ApiError} 400, 404, 409 or 422.
 */
export async function update(write: Write, body: DecodedBody, options: WriteOptions): Promise<WriteAnswer> {
  const { target, caller } = write
  if (target.subresource && !target.subresource.verbs.includes('update')) throw methodNotAllowed()
  const decoded = decodeObject(target, caller, body, { fieldValidation: options.fieldValidation ?? 'Warn' })
  requireSameAddress(target, decoded.object)
  return await inLine(write, async () => {
    const row = await liveRow(write)
    if (!row) return createMissing(write, decoded)
    requireUid(write, decoded.object, row)
    return await replace(write, row, decoded)
  })
}

/** PUT on a name that does not exist creates the object, where the kind allows it. */
async function createMissing(write: Write, decoded: DecodedObject): Promise<WriteAnswer> {
  const { target } = write
  if (target.subresource || !target.definition.strategy.allowCreateOnUpdate) throw notFound(groupResourceOf(target), target.name)
  await authorizeCreate(write)
  requireRevision(target, undefined, expectedRevision(decoded.object.metadata.resourceVersion))
  return createDecoded(write, decoded)
}

function requireUid({ target }: Write, object: ApiObject, row: Row): void {
  const { uid } = object.metadata
  const live = row.object.metadata.uid ?? ''
  if (!uid || uid === live) return
  throw conflict(
    groupResourceOf(target),
    target.name,
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live}`,
  )
}

/**
 * Tries once to put a new state in the place of a live one.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param row - The live object.
 * @param decoded - The new state, as sent or as patched, in the target's version.
 * @returns Undefined when another write came first: read again and retry, which refuses a write that depends on a version.
 * @throws {@link ApiError} 400, 409 or 422.
 */
export async function replace(write: Write, row: Row, decoded: DecodedObject): Promise<WriteAnswer | undefined> {
  const { target, dryRun } = write
  requireRevision(target, row, requireVersion(write, decoded.object))
  const next = await prepare(write, row, decoded)
  if (!isOutdated(row) && jsonEqual(atVersionOf(next, row.object), row.object)) return answerWithRow(write, row)
  if (dryRun) {
    if (!isGone(write, next)) requireRoom(write, next, row)
    return answerWithObject(target, atRevision(next, row))
  }
  const result = await commit(write, row, next)
  if (result.outcome === 'conflict') return undefined
  return isGone(write, next) ? answerWithObject(target, atRevision(next, result.row)) : answerWithRow(write, result.row)
}

/** A state as it would be if writing it had changed nothing. */
const atVersionOf = (object: ApiObject, { metadata: { resourceVersion } }: ApiObject): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, ...(resourceVersion !== undefined && { resourceVersion }) },
})

const atRevision = (object: ApiObject, row: Row): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(row.revision) },
})

/** The version that the update depends on; some kinds do not take an update that depends on none. */
function requireVersion({ target }: Write, object: ApiObject): number | undefined {
  const expected = expectedRevision(object.metadata.resourceVersion)
  if (expected === undefined && target.definition.strategy.allowUnconditionalUpdate === false && !target.subresource?.scale) {
    const { group, resource } = groupResourceOf(target)
    throw invalid({ group, kind: resource }, target.name, [
      invalidField('metadata.resourceVersion', 0, 'must be specified for an update'),
    ])
  }
  return expected
}

/** Everything up to the storing: metadata, what the path may change, defaults, what plugins and the kind settle, the judgement. */
async function prepare(write: Write, row: Row, decoded: DecodedObject): Promise<ApiObject> {
  const { target, turn } = write
  const { strategy } = target.definition
  const live = row.object
  const about = strategyContext(write)
  if (turn.isSpent) await turn.next()
  const complete = defaulted(write, decoded.isOwned ? decoded.object : sentObject(write, live, decoded.object))
  const reading = decoded.isOwned ? undefined : readOwners(write, row)
  if (reading) await reading
  if (turn.isSpent) await turn.next()
  const tracked = { ...decoded, object: decoded.isOwned ? complete : trackWrite(write, complete, live) }
  if (turn.isSpent) await turn.next()
  const mutating = mutated(write, 'UPDATE', tracked, live)
  const wanted = mutating instanceof Promise ? await mutating : mutating
  const sent = settleUpdated(target, wanted.object, live)
  // What a path may not change, it may not take over either, but the managers of what it does change are stored.
  const allowed = withManagedFields(allowedChange(write, sent, live), sent.metadata.managedFields)
  const settled = strategy.prepareForUpdate?.(allowed, live, about) ?? allowed
  const next = countGeneration(write, settled, live)
  const authorizing = authorizeChange(write, next, live)
  if (authorizing) await authorizing
  const preparing = strategy.prepareToValidate?.(next)
  if (preparing) await preparing
  if (turn.isSpent) await turn.next()
  const errors: FieldError[] = [
    ...validateObjectMetaUpdate(next.metadata, live.metadata),
    ...validateCommon(write, next, wanted, live),
    ...(strategy.validateUpdate?.(next, live, about) ?? []),
  ]
  refuseInvalid(write, row.name, errors, wanted)
  const admitting = admit(write, 'UPDATE', next, live)
  if (admitting) await admitting
  if (turn.isSpent) await turn.next()
  return next
}

/** What the write means for the whole object: a Scale stands for the live object with another count. */
function sentObject({ target }: Write, live: ApiObject, sent: ApiObject): ApiObject {
  const scale = target.subresource?.scale
  return scale ? fromScale(inTargetVersion(target, live), sent, scale) : sent
}

/** A subresource changes its own part; the object itself changes all but a status that is kept apart. */
function allowedChange({ target }: Write, sent: ApiObject, live: ApiObject): ApiObject {
  if (target.subresource?.merge) return target.subresource.merge(live, sent)
  if (!hasStatusSubresource(target)) return sent
  return 'status' in live ? { ...sent, status: live.status } : without(sent, 'status')
}

function countGeneration({ target }: Write, next: ApiObject, live: ApiObject): ApiObject {
  if (!target.definition.hasGeneration || !desiredStateDiffers(target, next, live)) return next
  return { ...next, metadata: { ...next.metadata, generation: (live.metadata.generation ?? 0) + 1 } }
}

/** An object that waits for its end is over when nothing holds it any more. */
function isGone({ target }: Write, object: ApiObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata
  if (!deletionTimestamp || finalizers.length > 0) return false
  return !target.definition.strategy.holdsDeletion?.(object)
}

function commit(write: Write, row: Row, next: ApiObject) {
  const collection = write.context.collectionOf(write.target.definition)
  if (isGone(write, next)) return collection.remove(row.key, row.revision)
  return collection.put(row.key, row.revision, next, roomFor(write, row))
}

/** Answers with what is stored, in the form that the path has. */
function answerWithRow({ target }: Write, row: Row): WriteAnswer {
  return target.subresource?.scale ? answerWithObject(target, row.object) : written(row, false)
}

/** Answers with what would be stored, or was until now, in the form that the path has. */
function answerWithObject(target: Target, object: ApiObject): WriteAnswer {
  const scale = target.subresource?.scale
  return { object: scale ? toScale(inTargetVersion(target, object), scale) : object, row: undefined, created: false }
}
