/**
 * Performs writes: runs the steps of a verb, one writer of an object at a time, until no other write comes in between.
 *
 * @module
 */

import { ApiError, andThen, type Status, TurnShare } from '../../meta/index.js'
import { type ConnectOptions, storagePrefixOf } from '../../resources/index.js'
import type { ListQuery } from '../../store/index.js'
import { bodyTypeOf, groupResourceOf, keyOf, type Write } from '../context.js'
import { listRows } from '../converted-selection.js'
import type { DeleteAnswer, DeleteOptions, WriteAnswer } from '../types.js'
import { optionsObject } from './connect.js'
import { success } from './delete.js'
import { besideUnknown } from './field-faults.js'
import { type WriteRequest, WriteState } from './state.js'
import { runSteps, type Steps } from './step.js'
import { untilStored } from './until-stored.js'
import { APPLY, CONNECT, CREATE, DELETE, PATCH, REVIEW, UPDATE, type Verb } from './verbs.js'

/**
 * Creates an object, or answers a create of a virtual type.
 *
 * @param write - The target, the caller, and whether it is a dry run.
 * @param request - The body, and options.
 * @throws {@link ApiError} 400, 403, 404, 409, 413 or 422.
 */
export const create = (write: Write, request: WriteRequest): Promise<WriteAnswer> =>
  change(bodyTypeOf(write.target).definition.review ? REVIEW : CREATE, write, request)

/** Replaces an object; see {@link create}. */
export const update = (write: Write, request: WriteRequest): Promise<WriteAnswer> => change(UPDATE, write, request)

/** Changes an object by a patch document, or applies a configuration; see {@link create}. @throws {@link ApiError} 415 as well. */
export const patch = (write: Write, request: WriteRequest): Promise<WriteAnswer> =>
  change(request.patch?.type === 'apply' ? APPLY : PATCH, write, request)

const change = (verb: Verb<WriteAnswer>, write: Write, request: WriteRequest): Promise<WriteAnswer> =>
  perform(verb, new WriteState(write, request))

/**
 * Runs the admission of a connect request.
 *
 * @param write - The subresource and the caller.
 * @param options - The options of the request.
 * @returns The options after mutation.
 * @throws {@link ApiError} As plugins refuse.
 */
export function connect(write: Write, options: ConnectOptions): Promise<ConnectOptions> {
  const state = new WriteState<ConnectOptions>(write, { options: {} }, 'CONNECT')
  state.object = optionsObject(write.target, options)
  return perform(CONNECT, state)
}

/**
 * Deletes one object: removes it, or marks it when finalizers or its strategy hold it.
 *
 * @param write - The target, the caller, and whether it is a dry run.
 * @param options - Preconditions, propagation, grace.
 * @throws {@link ApiError} 403, 404 or 409.
 * @see Specification, "Object deletion (two phases: finalization, removal)"
 */
export const deleteObject = (write: Write, options: DeleteOptions): Promise<DeleteAnswer> =>
  perform(DELETE, new WriteState(write, { options }, 'DELETE'))

/**
 * Deletes the objects of a selection, one after the other, in the order of the list.
 *
 * @param write - The collection, the caller, and whether it is a dry run.
 * @param options - For each object.
 * @param query - The selection; with a limit, one page of it. A version is an exact one, as for a page of a list.
 */
export async function deleteCollection(write: Write, options: DeleteOptions, query: ListQuery): Promise<Status> {
  const { context, target } = write
  const page = await listRows(context.collectionOf(target.definition), target, atExactVersion(query))
  const turn = new TurnShare()
  for (const { namespace, name } of page.rows) {
    if (turn.isSpent) await turn.next()
    await deleteIfThere({ ...write, target: { ...target, namespace, name }, isOfCollection: true }, options)
  }
  const { group, resource } = groupResourceOf(target)
  return success({ ...(group !== '' && { group }), kind: resource })
}

function atExactVersion(query: ListQuery): ListQuery {
  const { resourceVersion = '', resourceVersionMatch, continue: token = '' } = query
  const isFree = resourceVersion === '' || resourceVersion === '0' || token !== ''
  return isFree || resourceVersionMatch !== undefined ? query : { ...query, resourceVersionMatch: 'Exact' }
}

/**
 * Deletes one object; an object that another client has deleted meanwhile is no error.
 *
 * @param write - The object, the caller, and whether it is a dry run.
 * @param options - Preconditions, propagation, grace.
 * @throws {@link ApiError} 403 or 409.
 */
export async function deleteIfThere(write: Write, options: DeleteOptions): Promise<void> {
  try {
    await deleteObject(write, options)
  } catch (error) {
    if (!isGone(write, error)) throw error
  }
}

/** Whether an error says that this object is missing: a plugin may miss something else, such as its namespace. */
function isGone({ target }: Write, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status.reason !== 'NotFound') return false
  const { name, kind } = error.status.details ?? {}
  return name === target.name && kind === groupResourceOf(target).resource
}

/** Runs the steps of a verb until one of them has answered. */
async function perform<A>({ once, attempt }: Verb<A>, state: WriteState<A>): Promise<A> {
  try {
    await andThen(runSteps(once, state), () => {
      // Decoding a large body may have used up this turn of the event loop, so the attempt begins in another.
      const { turn } = state
      return turn?.isSpent ? turn.next().then(() => attempted(attempt, state)) : attempted(attempt, state)
    })
    return state.answer as A
  } catch (error) {
    state.end(error instanceof ApiError && error.status.code === 504)
    throw besideUnknown(error, state.sent.unknownFields)
  } finally {
    state.end()
  }
}

/** Attempts a write until it is stored, unless it has been answered. */
function attempted<A>(attempt: Steps<A>, state: WriteState<A>): Promise<void> | undefined {
  if (state.isOver) return undefined
  const { context, target, dryRun } = state
  const trying = () => untilStored(() => tryOnce(attempt, state))
  // A dry run needs no lock, and a create with generateName has no name to lock yet.
  const isAlone = dryRun || target.name === ''
  return isAlone ? trying() : context.locks.run(`${storagePrefixOf(target.definition)}/${keyOf(target)}`, trying)
}

/** One attempt. @returns Whether it succeeded. */
function tryOnce<A>(attempt: Steps<A>, state: WriteState<A>): boolean | Promise<boolean> {
  state.hasConflict = false
  state.turn?.begin()
  state.attempts += 1
  return andThen(runSteps(attempt, state), () => {
    if (state.hasConflict) state.end()
    return !state.hasConflict
  })
}
