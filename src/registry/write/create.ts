/**
 * Steps of creates: namespace, server-owned fields and name of a new object.
 *
 * @module
 */

import { ApiError, alreadyExists, andThen, badRequest, copyWith, forbidden, methodNotAllowed } from '../../meta/index.js'
import type { ResourceDefinition } from '../../resources/index.js'
import { groupResourceOf, keyOf, strategyContext, written } from '../context.js'
import { requireNamespace } from '../namespaces.js'
import type { WriteAnswer } from '../types.js'
import { requireSameNamespace } from './address.js'
import { decodeObject } from './decode-object.js'
import { completeAsSent } from './defaults.js'
import { metadataForCreate, without } from './metadata.js'
import { requireSize, sizeLimitOf } from './size-limit.js'
import type { WriteState } from './state.js'
import { readBack } from './versions.js'

const TYPE_TERMINATING = 'create not allowed while custom resource definition is terminating'

/** A custom type takes no new objects once its definition is being deleted. */
const isTerminating = ({ custom, verbs }: ResourceDefinition): boolean => custom && !verbs.includes('create')

/** How often a generated name that is taken is replaced. */
const NAME_ATTEMPTS = 8

/** Step: refuses to create a subresource, or an object of a built-in type that takes no new ones. */
export function requireCreatable({ target }: WriteState): void {
  const { definition } = target
  if (target.subresource?.virtualType) return
  if (target.subresource) throw methodNotAllowed()
  if (!definition.verbs.includes('create') && !definition.custom) throw methodNotAllowed()
}

/** Step: reads the body. Deletion fields are dropped before field ownership is determined: no new object has them. */
export function decodeBody(write: WriteState): void {
  const { target, caller, body, options } = write
  const sent = decodeObject(target, caller, body, { fieldValidation: options.fieldValidation ?? 'Warn' })
  write.sent = sent
  caller.noteObject?.(sent.object, () => completeAsSent(write))
  const { metadata } = sent.object
  if (metadata.deletionTimestamp === undefined && metadata.deletionGracePeriodSeconds === undefined) return
  const unmarked = without(metadata, 'deletionTimestamp', 'deletionGracePeriodSeconds')
  write.sent = copyWith(sent, { object: copyWith(sent.object, { metadata: unmarked }) })
}

/** Step: the object has to match the address, its type must not be terminating, and its namespace has to exist. */
export function requirePlace({ context, target, sent, dryRun }: WriteState): Promise<void> | void {
  const { name = '', generateName = '' } = sent.object.metadata
  requireSameNamespace(target, sent.object)
  if (isTerminating(target.definition)) throw forbidden(groupResourceOf(target), name, TYPE_TERMINATING)
  const check = () => requireNamespace(context, target, name || generateName)
  const { provideNamespace } = context.admission
  if (!provideNamespace || !target.definition.namespaced || dryRun) return check()
  return provideNamespace(target.namespace).then(check)
}

/** Step: sets server-owned metadata, and prepares the object by the strategy of its kind. */
export function prepareNew(write: WriteState): void {
  const { strategy } = write.target.definition
  const completed = metadataForCreate(write, write.object)
  write.object = strategy.prepareForCreate?.(completed, strategyContext(write)) ?? completed
}

/** Step: refuses a name that is taken. A generated one is replaced, a few times. */
export function requireFreeName(write: WriteState): Promise<void> | void {
  const { context, target, object } = write
  const name = object.metadata.name ?? ''
  return andThen(context.collectionOf(target.definition).newest(keyOf(target, name)), (row) => {
    if (row) nameIsTaken(write, row.object.metadata.deletionTimestamp !== undefined)
  })
}

/** Step: a new object has no version to depend on. */
export function requireNoVersion({ sent }: WriteState): void {
  if (sent.object.metadata.resourceVersion) throw badRequest('resourceVersion should not be set on objects to be created')
}

/** Step: a dry run ends here, with what would be stored. */
export function stopDryRunOfNew(write: WriteState<WriteAnswer>): void {
  if (!write.dryRun) return
  requireSize(write, write.object)
  write.answer = { object: write.object, row: undefined, created: true }
}

/** Step: stores a new object. */
export async function storeNew(write: WriteState<WriteAnswer>): Promise<void> {
  const { context, target, stored, caller } = write
  const name = stored.metadata.name ?? ''
  const collection = context.collectionOf(target.definition)
  const result = await collection.put(keyOf(target, name), 0, stored, sizeLimitOf(write), caller.transaction)
  if (result.outcome === 'conflict') return nameIsTaken(write, false)
  return andThen(readBack(write, result.row), (row) => {
    write.answer = written(row, true)
  })
}

/** Retries with another name or, for an apply, as an update of the object that now exists; or refuses. */
function nameIsTaken(write: WriteState, isBeingDeleted: boolean): void {
  const { target, sent, patch, attempts } = write
  const isGenerated = !sent.object.metadata.name && attempts < NAME_ATTEMPTS
  if (isGenerated || (patch && !isBeingDeleted)) {
    write.hasConflict = true
    return
  }
  const taken = alreadyExists(groupResourceOf(target), write.object.metadata.name ?? '')
  if (!isBeingDeleted) throw taken
  throw new ApiError({ ...taken.status, message: `object is being deleted: ${taken.message}` })
}
