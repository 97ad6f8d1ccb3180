/**
 * The two kinds of refusal of a patch.
 *
 * @module
 */

import { ApiError, badRequest } from '../meta/index.js'

/** 400: the body is not a patch of this kind. */
export const unreadablePatch = (detail: string): ApiError => badRequest(`error decoding patch: ${detail}`)

/**
 * 422 with empty details: the body is a patch, and it cannot be applied to this document. Nothing of it was applied.
 *
 * @param detail - The part that cannot be applied.
 * @param cause - Distinguishes the error, if necessary.
 */
export const patchDoesNotFit = (detail: string, cause?: unknown): ApiError =>
  new ApiError({ code: 422, reason: 'Invalid', message: `the patch cannot be applied: ${detail}`, details: {}, cause })

/** Cause of a patch whose `test` has failed. */
const FAILED_TEST = 'the test failed'

/** 422: a `test` of a JSON patch has failed (RFC 6902 §4.6). */
export const failedTest = (): ApiError => patchDoesNotFit(FAILED_TEST, FAILED_TEST)

/** Whether a JSON patch was refused only because one of its tests has failed. */
export const isFailedTest = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof ApiError && error.cause.cause === FAILED_TEST
