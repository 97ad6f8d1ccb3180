/**
 * The two ways in which a patch is refused.
 *
 * @module
 */

import { ApiError, badRequest } from '../meta/index.js'

/** 400: the body is no patch of this kind. */
export const unreadablePatch = (detail: string): ApiError => badRequest(`error decoding patch: ${detail}`)

/**
 * 422 with empty details: the body is a patch, and it cannot be done to this document. Nothing of it was done.
 *
 * @param detail - What did not fit.
 */
export const patchDoesNotFit = (detail: string): ApiError =>
  new ApiError({ code: 422, reason: 'Invalid', message: `the patch cannot be applied: ${detail}`, details: {} })
