/**
 * The patch languages, and what tells them apart.
 *
 * @module
 */

import { parseMediaType } from '../codec/index.js'
import { ApiError, unsupportedMediaType } from '../meta/index.js'
import type { PatchType } from '../registry/index.js'
import type { RequestInfo } from './request-info.js'

/** The media type of each patch language, in the order that refusals list them. */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

const PATCH_TYPES: ReadonlyMap<string, PatchType> = new Map(
  Object.entries(PATCH_MEDIA_TYPES).map(([type, mediaType]) => [mediaType, type as PatchType]),
)

/**
 * The patch language that a request's media type names.
 *
 * @param request - The request.
 * @param custom - Whether the type is a custom one, which has no strategic merge.
 * @throws {@link ApiError} 415 when it names none.
 */
export function patchTypeOf(request: RequestInfo, custom: boolean): PatchType {
  const type = PATCH_TYPES.get(parseMediaType(request.header('content-type') ?? '')?.type ?? '')
  if (type === undefined) {
    throw new ApiError({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} })
  }
  if (type === 'strategic' && custom) {
    throw unsupportedMediaType([...PATCH_TYPES.keys()].filter((mediaType) => mediaType !== PATCH_MEDIA_TYPES.strategic))
  }
  return type
}
