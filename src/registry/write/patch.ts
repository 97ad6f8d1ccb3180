/**
 * Steps of patches: a document of changes is applied to the live object.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  badRequest,
  invalidField,
  isRecord,
  methodNotAllowed,
  notFound,
  PATCH_MEDIA_TYPES,
  requireFewNumberNames,
  unsupportedMediaType,
} from '../../meta/index.js'
import { compileStrategicType, jsonPatched, mergePatched, type StrategicType, strategicMergePatched } from '../../patch/index.js'
import { inVersion, type ResourceVersion, toScale } from '../../resources/index.js'
import { bodyFormOf, groupResourceOf } from '../context.js'
import type { DecodedBody, Target } from '../types.js'
import { decodeObject, unknownFieldsOf } from './decode-object.js'
import { besideUnknown, reportFields } from './field-faults.js'
import type { WriteState } from './state.js'
import { liveOf } from './update.js'

/** The patch languages that every type takes, as media types. */
const OFFERED = [PATCH_MEDIA_TYPES.json, PATCH_MEDIA_TYPES.merge, PATCH_MEDIA_TYPES.apply]

/** Step: refuses a patch of a subresource that takes none. */
export function requirePatchable({ target }: WriteState): void {
  if (target.subresource && !target.subresource.verbs.includes('patch')) throw methodNotAllowed()
}

/** Step: the object has to exist. */
export function requireLive(write: WriteState): void {
  const { target, row } = write
  if (!row) throw notFound(groupResourceOf(target), target.name)
}

/** Step: applies the patch to the live object. */
export function applyPatch(write: WriteState): void {
  const { target } = write
  const live = inVersion(target, liveOf(write))
  const scale = target.subresource?.scale
  write.patched = patched(write, scale ? toScale(live, scale) : live)
  // Several patches could add what one body cannot have, and a short JSON patch can copy it many times.
  if (write.turn || write.patch?.type === 'json') requireFewNumberNames(write.patched)
}

/** Step: reads the patched object as the body of an update is read. */
export function decodePatched(write: WriteState): void {
  const { target, caller, patch, patched: value, options } = write
  const operations = patch?.type === 'json' ? patch.body : undefined
  // Those of a JSON patch are of its operations, not of the object.
  const body: DecodedBody = { value, duplicateFields: operations ? [] : (patch?.body.duplicateFields ?? []) }
  const level = options.fieldValidation ?? 'Warn'
  try {
    write.sent = decodeObject(target, caller, body, {
      fieldValidation: level,
      unreadable: unreadableResult,
      patch: operations,
    })
  } catch (error) {
    // Decoding may have failed before it reported the unknown fields, which the client is told of first.
    const unknown = isRecord(value) ? unknownFieldsOf(target, value) : []
    if (level === 'Strict') reportFields({ form: bodyFormOf(target), caller, body, unknown, level, patch: operations })
    throw besideUnknown(error, unknown)
  }
}

function patched({ target, patch }: WriteState, live: ApiObject): unknown {
  const value = patch?.body.value
  switch (patch?.type) {
    case 'json':
      return fitting(() => jsonPatched(live, value, { lenient: true }))
    case 'merge':
      // RFC 7396 would replace the object by a scalar or a list, so such a patch is refused up front.
      if (!isRecord(value)) throw badRequest('a merge patch has to be a JSON object')
      return mergePatched(live, value, true)
    case 'strategic':
      if (target.definition.custom) throw unsupportedMediaType(OFFERED)
      return strategicMergePatched(live, value, strategicTypeOf(target))
    default:
      throw new Error('an apply has steps of its own')
  }
}

/** An error that a patch does not apply, in the wording that clients print; the cause is kept. */
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

/** The type of a version for strategic merge patches, compiled once. A Scale is shallow and needs no schema. */
function strategicTypeOf({ version, subresource }: Target): StrategicType {
  if (subresource?.kind || !version.schema) return compileStrategicType({})
  let type = strategicTypes.get(version)
  if (!type) {
    type = compileStrategicType(version.schema.document, { definitions: version.schema.components })
    strategicTypes.set(version, type)
  }
  return type
}

/** A patch that changes the kind of the object, or produces a wrong type. */
function unreadableResult(message: string): ApiError {
  const error = invalidField('patch', '', message)
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: ` "" is invalid: ${error.field}: ${error.message}`,
    details: { causes: [error] },
  })
}
