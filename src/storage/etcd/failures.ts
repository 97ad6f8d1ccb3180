/**
 * What went wrong at etcd, in our words.
 *
 * @module
 */

import { ApiError, tooLarge } from '../../meta/index.js'

/** Seconds after which trying again makes sense: elections and restarts take about as long. */
const RETRY_AFTER_SECONDS = 2

/** A failed call. */
export interface Failure {
  /** Whether it is certain that the call changed nothing. */
  readonly isCertain: boolean
  /** Whether another member, or the same one later, may do better. */
  readonly isPassing: boolean
  /** What a client is told. */
  readonly error: ApiError
}

/** Refuses while the engine cannot be asked: 503, nothing was written. */
export const unavailable = (cause?: unknown): ApiError =>
  new ApiError({
    code: 503,
    reason: 'ServiceUnavailable',
    message: 'the storage cannot be reached',
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  })

/** Refuses a commit whose fate is not known: 504. */
export const outcomeUnknown = (cause?: unknown): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: 'the storage did not confirm the write in time; it may have been made',
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    cause,
  })

/** What etcd says when it refuses, having done nothing, and what that means. */
const REFUSALS: readonly (readonly [says: RegExp, make: (cause: unknown) => ApiError])[] = [
  [/request is too large|larger than max/, () => tooLarge('Request entity too large: the storage takes no value of this size')],
  [/database space exceeded/, (cause) => outOfSpace(cause)],
]

/** Codes of gRPC for calls that nobody answered: cancelled, unknown, deadline exceeded, aborted, internal, unavailable. */
const UNANSWERED = /^(1|2|4|10|13|14) [A-Z_]+: /

/** Says that the call never left this machine, or that etcd did not look at it. */
const NOT_BEGUN =
  /No connection established|Name resolution failed|already closed|too many requests|invalid auth token|revision of auth store/

const outOfSpace = (cause: unknown): ApiError => new ApiError({ code: 507, message: 'the storage has no space left', cause })

/** Whether etcd says that a revision is compacted. */
export const isCompacted = (error: unknown): boolean => error instanceof Error && /has been compacted/.test(error.message)

/**
 * Judges a failed call.
 *
 * @param error - What it was rejected with.
 */
export function judge(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const refusal = REFUSALS.find(([says]) => says.test(message))
  if (refusal) return { isCertain: true, isPassing: false, error: refusal[1](error) }
  const isNotBegun = NOT_BEGUN.test(message)
  const isPassing = isNotBegun || UNANSWERED.test(message)
  return { isCertain: isNotBegun || !isPassing, isPassing, error: unavailable(error) }
}
