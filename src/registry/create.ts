/**
 * The verb create.
 *
 * @module
 */

import { ApiError, type ApiObject, alreadyExists, badRequest, methodNotAllowed } from '../meta/index.js'
import type { Row } from '../store/index.js'
import { requireSameNamespace } from './address.js'
import { admit } from './admission.js'
import { authorizeChange } from './authorize.js'
import { defaulted, refuseInvalid, strategyContext, validateCommon } from './complete.js'
import { groupResourceOf, keyOf, type Write, written } from './context.js'
import { type DecodedObject, decodeObject } from './decode-object.js'
import { settleNew } from './metadata.js'
import { mutated } from './mutate.js'
import { requireNamespace } from './namespaces.js'
import { trackWrite } from './ownership.js'
import { answerReview } from './review.js'
import { requireRoom, roomFor } from './room.js'
import type { DecodedBody, Target, WriteAnswer, WriteOptions } from './types.js'

/** How often a taken generated name is replaced by another. */
const NAME_ATTEMPTS = 8

/**
 * Creates an object.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param body - The object as it was sent.
 * @param options - Options of the write.
 * @throws {@link ApiError} 400, 403, 404, 409 or 422.
 */
export async function create(write: Write, body: DecodedBody, options: WriteOptions): Promise<WriteAnswer> {
  const { target, caller } = write
  if (target.subresource) throw methodNotAllowed()
  requireCreatable(target)
  const decoded = decodeObject(target, caller, body, { fieldValidation: options.fieldValidation ?? 'Warn' })
  return target.definition.review ? answerReview(write, target.definition.review, decoded) : createDecoded(write, decoded)
}

/** Creates an object that was read already, such as by a PUT on a name that does not exist. */
export async function createDecoded(write: Write, decoded: DecodedObject): Promise<WriteAnswer> {
  const { context, target } = write
  // An apply of what is not there gets here too.
  requireCreatable(target)
  await checkPlace(write, decoded.object)
  for (let attempt = 1; ; attempt++) {
    const object = await prepare(write, decoded)
    const name = object.metadata.name ?? ''
    const existing = await context.collectionOf(target.definition).get(keyOf(target, name))
    const row = existing ? undefined : await store(write, name, object)
    if (row === 'dry-run') return { object, row: undefined, created: true }
    if (row) return written(row, true)
    const generated = !decoded.object.metadata.name
    if (!generated || attempt === NAME_ATTEMPTS) throw refuseTaken(write, name, existing)
  }
}

/** Nothing new is made of a type that is on its way out. */
function requireCreatable({ definition }: Target): void {
  if (definition.verbs.includes('create')) return
  if (!definition.custom) throw methodNotAllowed()
  throw new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'create not allowed while custom resource definition is terminating',
    details: { ...(definition.group !== '' && { group: definition.group }), kind: definition.names.plural },
  })
}

async function checkPlace({ context, target }: Write, object: ApiObject): Promise<void> {
  const { name = '', generateName = '', resourceVersion } = object.metadata
  requireSameNamespace(target, object)
  if (resourceVersion) throw badRequest('resourceVersion should not be set on objects to be created')
  await requireNamespace(context, target, name || generateName)
}

/** Everything up to the storing: metadata, defaults, what plugins and the kind settle, and the judgement. */
async function prepare(write: Write, decoded: DecodedObject): Promise<ApiObject> {
  const { strategy } = write.target.definition
  const { turn } = write
  const about = strategyContext(write)
  if (turn.isSpent) await turn.next()
  const complete = defaulted(write, decoded.object)
  if (turn.isSpent) await turn.next()
  const tracked = { ...decoded, object: decoded.isOwned ? complete : trackWrite(write, complete) }
  const mutating = mutated(write, 'CREATE', tracked)
  const wanted = mutating instanceof Promise ? await mutating : mutating
  const settled = settleNew(write, wanted.object)
  const object = strategy.prepareForCreate?.(settled, about) ?? settled
  const authorizing = authorizeChange(write, object)
  if (authorizing) await authorizing
  const preparing = strategy.prepareToValidate?.(object)
  if (preparing) await preparing
  if (turn.isSpent) await turn.next()
  const errors = [...validateCommon(write, object, wanted), ...(strategy.validateCreate?.(object, about) ?? [])]
  refuseInvalid(write, object.metadata.name ?? '', errors, wanted)
  const admitting = admit(write, 'CREATE', object)
  if (admitting) await admitting
  if (turn.isSpent) await turn.next()
  return object
}

async function store(write: Write, name: string, object: ApiObject): Promise<Row | 'dry-run' | undefined> {
  const { context, target, dryRun } = write
  if (dryRun) {
    requireRoom(write, object)
    return 'dry-run'
  }
  const result = await context.collectionOf(target.definition).put(keyOf(target, name), 0, object, roomFor(write))
  return result.outcome === 'committed' ? result.row : undefined
}

function refuseTaken({ target }: Write, name: string, existing: Row | undefined): ApiError {
  const taken = alreadyExists(groupResourceOf(target), name)
  if (!existing?.object.metadata.deletionTimestamp) return taken
  return new ApiError({ ...taken.status, message: `object is being deleted: ${taken.message}` })
}
