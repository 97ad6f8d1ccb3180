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
 * @param cause - Told apart by it, if it has to be.
 */
export const patchDoesNotFit = (detail: string, cause?: unknown): ApiError =>
  new ApiError({ code: 422, reason: 'Invalid', message: `the patch cannot be applied: ${detail}`, details: {}, cause })

/** Why a patch does not fit whose `test` has failed. */
const FAILED_TEST = 'the test failed'

/** 422: a `test` of a JSON patch has failed (RFC 6902 §4.6). */
export const failedTest = (): ApiError => patchDoesNotFit(FAILED_TEST, FAILED_TEST)

/** Whether a JSON patch was not applied as one of its tests has failed, and for no other reason. */
export const isFailedTest = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof ApiError && error.cause.cause === FAILED_TEST
