/**
 * Failures that are not answers of a plane.
 *
 * @module
 */

import { ApiError, type GroupVersionKind, type GroupVersionResource } from '../meta/index.js'

/** The plane was not reached, or the connection broke before the answer was complete. See the cause. */
export class ConnectionError extends Error {
  /**
   * @param message - The attempt, and the failure.
   * @param cause - The underlying failure.
   */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ConnectionError'
  }
}

/**
 * Whether a version was too old to continue from: list again.
 *
 * @param error - The caught error.
 */
export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status.code === 410

/**
 * Whether a plane has not reached a version: it lags behind, or is not the one that the version is from.
 *
 * @param error - The caught error.
 */
export const isAhead = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status.code === 504 &&
  error.status.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') === true

/**
 * Whether a write lost against another one: read again, and decide anew.
 *
 * @param error - The caught error.
 */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status.reason === 'Conflict'

/**
 * Whether the object does not exist.
 *
 * @param error - The caught error.
 */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status.code === 404

/**
 * Whether the name of a new object is taken.
 *
 * @param error - The caught error.
 */
export const isAlreadyExists = (error: unknown): boolean => error instanceof ApiError && error.status.reason === 'AlreadyExists'

/**
 * Whether the same request may succeed later: the plane was not reached, or was overloaded.
 *
 * @param error - The caught error.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof ApiError && (error.status.code === 429 || error.status.code >= 500)
}

/** Whether a plane refused a query, such as an older one that does not know it. */
export const isRefusedQuery = (error: unknown): boolean =>
  error instanceof ApiError && (error.status.code === 400 || error.status.code === 422)

/**
 * 404: the plane does not serve a type. Worded as kubectl's message, which names the type.
 *
 * @param name - The requested type.
 * @param hint - What to do about it, if that is known.
 */
export function typeNotServed(name: GroupVersionKind | GroupVersionResource, hint = ''): ApiError {
  const version = JSON.stringify(name.group === '' ? name.version : `${name.group}/${name.version}`)
  const message =
    'kind' in name
      ? `no matches for kind ${JSON.stringify(name.kind)} in version ${version}`
      : `the server doesn't have a resource type ${JSON.stringify(name.resource)} in version ${version}`
  return new ApiError({ code: 404, reason: 'NotFound', message: message + hint, details: {} })
}
