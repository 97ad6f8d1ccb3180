/**
 * Converts failures of etcd to API errors.
 *
 * @module
 */

import { ApiError, messageOf } from '../../meta/index.js'
import { outOfSpace, unavailable, valueTooLarge } from '../refusals.js'

/** A failed call. */
export interface Failure {
  /** Whether it is certain that the call changed nothing. */
  readonly isCertain: boolean
  /** Whether another member, or the same one later, may succeed. */
  readonly isPassing: boolean
  /** The message for clients. */
  readonly error: ApiError
}

/** Error messages of etcd for requests that it refused without an effect, and their meaning. */
const REFUSALS: readonly (readonly [says: RegExp, make: (cause: unknown) => ApiError])[] = [
  [/request is too large|larger than max/, valueTooLarge],
  [/database space exceeded/, outOfSpace],
]

/** gRPC status codes of calls without an answer: cancelled, unknown, deadline exceeded, aborted, internal, unavailable. */
const UNANSWERED = /^(1|2|4|10|13|14) [A-Z_]+: /

/** Errors of calls that never left this machine, or that etcd did not process. */
const NOT_BEGUN =
  /No connection established|Name resolution failed|already closed|too many requests|invalid auth token|revision of auth store/

/** Whether a write was refused because the quota of etcd is used up. */
export const isOutOfSpace = (error: unknown): boolean => error instanceof ApiError && error.status.code === 507

/** Whether etcd reports that a revision is compacted. */
export const isCompacted = (error: unknown): boolean => error instanceof Error && /has been compacted/.test(error.message)

/**
 * Classifies a failed call.
 *
 * @param error - The rejection.
 */
export function judge(error: unknown): Failure {
  const message = messageOf(error)
  const refusal = REFUSALS.find(([says]) => says.test(message))
  if (refusal) return { isCertain: true, isPassing: false, error: refusal[1](error) }
  const isNotBegun = NOT_BEGUN.test(message)
  const isPassing = isNotBegun || UNANSWERED.test(message)
  return { isCertain: isNotBegun || !isPassing, isPassing, error: unavailable(error) }
}
