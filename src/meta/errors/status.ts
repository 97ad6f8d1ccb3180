/**
 * `Status`: the body of an error, or of a completed delete.
 *
 * @module
 * @see API conventions, "Response Status Kind"
 */

/** The machine-readable reasons of a failure. */
export type StatusReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServiceUnavailable'
  | 'ServerTimeout'
  | 'Timeout'
  | 'StoreReadError'

/** One cause of a failure, usually one field. */
export interface StatusCause {
  readonly reason?: string
  readonly message?: string
  readonly field?: string
}

/** Details of a failure (or a deletion). */
export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  /** The plural resource name, or the kind where Kubernetes uses that (Invalid, failed preconditions). */
  readonly kind?: string
  readonly uid?: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

/** The `Status` object: the body of every error, and of a completed delete. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: Readonly<Record<string, unknown>>
  readonly status: 'Success' | 'Failure'
  readonly message?: string
  readonly reason?: StatusReason
  readonly details?: StatusDetails
  /** HTTP status code. */
  readonly code?: number
}
