/**
 * Refusals of commits by networked engines.
 *
 * @module
 */

import { ApiError, tooLarge } from '../meta/index.js'

/** Seconds after which a retry makes sense: elections, restarts and failovers take about as long. */
const RETRY_AFTER_SECONDS = 2

/** Refuses while the engine cannot be reached: 503, nothing was written. */
export const unavailable = (cause?: unknown): ApiError =>
  new ApiError({
    code: 503,
    reason: 'ServiceUnavailable',
    message: 'the storage cannot be reached',
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  })

/** Refuses a commit whose outcome is unknown: 504. */
export const outcomeUnknown = (cause?: unknown): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: 'the storage did not confirm the write in time; it may have been made',
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  })

/** Refuses a write when the engine has no space: 507. */
export const outOfSpace = (cause?: unknown): ApiError =>
  new ApiError({ code: 507, message: 'the storage has no space left', cause })

/** Refuses a value beyond the engine's size limit: 413. */
export const valueTooLarge = (): ApiError => tooLarge('Request entity too large: the storage takes no value of this size')
