/**
 * Which patch language a request is written in.
 *
 * @module
 */

import { parseMediaType } from '../codec/index.js'
import { ApiError, PATCH_MEDIA_TYPES, type PatchType, unsupportedMediaType } from '../meta/index.js'
import type { RequestInfo } from './request-info.js'

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
