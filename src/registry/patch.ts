/**
 * The verb patch: a change written as a document of its own, applied to the live object until no other write interferes.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  badRequest,
  type Dialect,
  invalidField,
  isRecord,
  methodNotAllowed,
  notFound,
  unsupportedMediaType,
} from '../meta/index.js'
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  compileStrategicType,
  type StrategicType,
} from '../patch/index.js'
import { type ResourceVersion, toScale } from '../resources/index.js'
import { requireSameAddress } from './address.js'
import { applyConfiguration } from './apply.js'
import { groupResourceOf, inTargetVersion, type Write } from './context.js'
import { decodeObject } from './decode-object.js'
import { liveRow } from './read-through.js'
import type { DecodedBody, PatchRequest, PatchType, Target, WriteAnswer, WriteOptions } from './types.js'
import { replace } from './update.js'
import { inLine } from './write-lines.js'

/** The patch languages that every type takes, as media types. */
const OFFERED = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'] as const

/**
 * Patches an object.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param request - The patch and its language.
 * @param options - Options of the write.
 * @throws {@link ApiError} 400, 404, 409, 415 or 422.
 */
export async function patch(write: Write, request: PatchRequest, options: WriteOptions): Promise<WriteAnswer> {
  const { target } = write
  if (target.subresource && !target.subresource.verbs.includes('patch')) throw methodNotAllowed()
  const { type, body } = request
  if (type === 'apply') return applyConfiguration(write, request, options)
  return await inLine(write, async () => {
    const row = await liveRow(write)
    if (!row) throw notFound(groupResourceOf(target), target.name)
    const { turn } = write
    const live = inTargetVersion(target, row.object)
    if (turn.isSpent) await turn.next()
    const scale = target.subresource?.scale
    const patched = changed(write, type, body, scale ? toScale(live, scale) : live)
    if (turn.isSpent) await turn.next()
    const decoded = decodeObject(
      target,
      write.caller,
      { value: patched, duplicateFields: body.duplicateFields },
      { fieldValidation: options.fieldValidation ?? 'Warn', unreadable: unreadablePatch },
    )
    requireSameAddress(target, decoded.object)
    return await replace(write, row, decoded)
  })
}

function changed({ context, target }: Write, type: Exclude<PatchType, 'apply'>, body: DecodedBody, live: ApiObject): unknown {
  switch (type) {
    case 'json':
      return fitting(() => applyJsonPatch(live, body.value))
    case 'merge':
      // RFC 7396 would put a text or a list in the object's place; that is no object, so it is refused up front.
      if (!isRecord(body.value)) throw badRequest('a merge patch has to be a JSON object')
      return applyMergePatch(live, body.value)
    case 'strategic':
      if (target.definition.custom) throw unsupportedMediaType(OFFERED)
      return applyStrategicMergePatch(live, body.value, strategicTypeOf(target, context.dialect))
  }
}

/** Says in the field's words, which clients print, that a patch does not fit; what did not fit stays as the cause. */
function fitting(apply: () => unknown): unknown {
  try {
    return apply()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.reason !== 'Invalid') throw error
    const message = 'the server rejected our request due to an error in our request'
    throw new ApiError({ ...error.status, message, cause: error })
  }
}

const strategicTypes = new WeakMap<ResourceVersion, StrategicType>()

/** The type of a version as strategic patches see it, compiled once. A Scale is shallow and needs no schema. */
function strategicTypeOf({ version, subresource }: Target, dialect: Dialect): StrategicType {
  if (subresource?.kind || !version.schema) return compileStrategicType({}, { dialect })
  let type = strategicTypes.get(version)
  if (!type) {
    type = compileStrategicType(version.schema.document, { components: version.schema.components, dialect })
    strategicTypes.set(version, type)
  }
  return type
}

/** A patch that turns the object into one of another kind, or puts a value of the wrong type into it. */
function unreadablePatch(message: string): ApiError {
  const error = invalidField('patch', '', message)
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: ` "" is invalid: ${error.field}: ${error.message}`,
    details: { causes: [error] },
  })
}
