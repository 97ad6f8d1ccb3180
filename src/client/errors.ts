/**
 * Failures that are no answers of a plane.
 *
 * @module
 */

import { ApiError, type GroupVersionKind, type GroupVersionResource } from '../meta/index.js'

/** The plane was not reached, or the connection broke before its answer was complete. See the cause. */
export class ConnectionError extends Error {
  /**
   * @param message - What was tried, and the failure.
   * @param cause - The failure below.
   */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ConnectionError'
  }
}

/**
 * Tells whether a version was too old to go on from: list again.
 *
 * @param error - What was caught.
 */
export const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status.code === 410

/**
 * Tells whether a write lost against another one: read again, and decide anew.
 *
 * @param error - What was caught.
 */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status.reason === 'Conflict'

/**
 * Tells whether there is no such object.
 *
 * @param error - What was caught.
 */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status.code === 404

/**
 * Tells whether the name of a new object is taken.
 *
 * @param error - What was caught.
 */
export const isAlreadyExists = (error: unknown): boolean => error instanceof ApiError && error.status.reason === 'AlreadyExists'

/**
 * Tells whether the same request may do better later: the plane was not reached, or had too much to do.
 *
 * @param error - What was caught.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof ApiError && (error.status.code === 429 || error.status.code >= 500)
}

/** Whether a plane did not accept a query, such as one that it is too old to know. */
export const isRefusedQuery = (error: unknown): boolean =>
  error instanceof ApiError && (error.status.code === 400 || error.status.code === 422)

/**
 * 404: the plane does not serve a type. Worded as by kubectl, which names it.
 *
 * @param name - What was looked for.
 */
export function typeNotServed(name: GroupVersionKind | GroupVersionResource): ApiError {
  const version = JSON.stringify(name.group === '' ? name.version : `${name.group}/${name.version}`)
  const message =
    'kind' in name
      ? `no matches for kind ${JSON.stringify(name.kind)} in version ${version}`
      : `the server doesn't have a resource type ${JSON.stringify(name.resource)} in version ${version}`
  return new ApiError({ code: 404, reason: 'NotFound', message, details: {} })
}
