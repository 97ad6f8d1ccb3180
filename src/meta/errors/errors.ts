/**
 * `ApiError`: every expected failure of the service, with the `Status` for the client.
 *
 * Codes, reasons and details follow the API conventions ("Response Status Kind").
 *
 * @module
 */

import { formatGroupResource, type GroupResource } from '../objects/gvk.js'
import * as check from '../options/option-checks.js'
import { shownCauses, shownDetails, shownMessage, shownName } from './error-bounds.js'
import type { FieldError } from './field-error.js'
import type { Status, StatusCause, StatusDetails, StatusReason } from './status.js'

/** Options of an {@link ApiError}. */
export interface ApiErrorInit {
  readonly code: number
  readonly reason?: StatusReason
  readonly message: string
  /** Maximum characters of the message. Default 48 Ki. */
  readonly maxMessageLength?: number
  readonly details?: StatusDetails
  /** Token to continue an expired list, as `metadata.continue`. */
  readonly continue?: string
  readonly cause?: unknown
}

/**
 * An expected failure. Its size is limited, whatever the client sent: a message of 48 Ki characters, 256 causes with 32 Ki
 * characters in all.
 *
 * Programs decide by `error.status.reason`; the message is for people.
 */
export class ApiError extends Error {
  /** The `Status` object of the answer. */
  readonly status: Status & { readonly code: number }

  /**
   * @param init - HTTP code, reason, message and details of the failure.
   */
  constructor(init: ApiErrorInit) {
    if (typeof init?.message !== 'string' || typeof init.code !== 'number')
      check.refuse('ApiError', check.wrong('an object with a code and a message', init, 'init'))
    if (init.reason !== undefined && typeof init.reason !== 'string')
      check.refuse('ApiError', check.wrong('a reason such as "Conflict"', init.reason, 'init.reason'))
    const { code, reason, message, maxMessageLength, details, continue: token, cause } = init
    const shown = shownMessage(message, maxMessageLength)
    super(shown, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.status = Object.freeze({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: token === undefined ? {} : { continue: token },
      status: 'Failure',
      message: shown,
      ...(reason && { reason: shownName(reason) as StatusReason }),
      ...(details && { details: shownDetails(details) }),
      code,
    })
  }
}

/** The `details` of an object, without absent members. */
const named = ({ group, resource }: GroupResource, name: string): StatusDetails => ({
  ...(name !== '' && { name }),
  ...(group !== '' && { group }),
  kind: resource,
})

/** 400: the request is malformed. */
export const badRequest = (message: string, cause?: unknown): ApiError =>
  new ApiError({ code: 400, reason: 'BadRequest', message, cause })

/** 401: the request has no valid credential. */
export const unauthorized = (message = 'Unauthorized'): ApiError => new ApiError({ code: 401, reason: 'Unauthorized', message })

/** 403: the request is valid, but not allowed; `detail` is the reason. */
export const forbidden = (resource: GroupResource, name: string, detail: string, causes?: readonly StatusCause[]): ApiError =>
  new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: `${formatGroupResource(resource)}${name === '' ? '' : ` "${name}"`} is forbidden: ${detail}`,
    details: { ...named(resource, name), ...(causes && { causes }) },
  })

/** 404: the object does not exist. */
export const notFound = (resource: GroupResource, name: string): ApiError =>
  new ApiError({
    code: 404,
    reason: 'NotFound',
    message: `${formatGroupResource(resource)} "${name}" not found`,
    details: named(resource, name),
  })

/** 404: the path or resource type does not exist. */
export const pathNotFound = (): ApiError =>
  new ApiError({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource', details: {} })

/** 405: the path does not support the method. */
export const methodNotAllowed = (): ApiError =>
  new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })

/** 405: a custom type does not support the verb. */
export const verbNotSupported = (resource: GroupResource, verb: string): ApiError =>
  new ApiError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `${verb} is not supported on resources of kind "${formatGroupResource(resource)}"`,
    details: named(resource, ''),
  })

/** 406: the server supports none of the accepted representations. */
export const notAcceptable = (offered: readonly string[]): ApiError =>
  new ApiError({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${offered.join(', ')}`,
  })

/** 409: the name is taken. */
export const alreadyExists = (resource: GroupResource, name: string): ApiError =>
  new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${formatGroupResource(resource)} "${name}" already exists`,
    details: named(resource, name),
  })

/** 409: the object is not in the expected state. */
export const conflict = (resource: GroupResource, name: string, detail: string): ApiError =>
  new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${formatGroupResource(resource)} "${name}": ${detail}`,
    details: named(resource, name),
  })

/** The message of a conflict with a stale `resourceVersion`. */
export const MODIFIED_MESSAGE = 'the object has been modified; please apply your changes to the latest version and try again'

/** 410: the requested version is no longer available. */
export const expired = (message: string): ApiError => new ApiError({ code: 410, reason: 'Expired', message })

/** 413: the body is larger than `limit` bytes. */
export const tooLarge = (message: string): ApiError => new ApiError({ code: 413, reason: 'RequestEntityTooLarge', message })

/** 413: an object exceeds the size limit of the storage. */
export const storedTooLarge = (bytes: number, limit: number): ApiError =>
  tooLarge(`Request entity too large: it takes ${bytes} bytes in the storage, limit is ${limit}`)

/** 415: the body's media type is not supported. */
export const unsupportedMediaType = (offered: readonly string[]): ApiError =>
  new ApiError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${offered.join(', ')}`,
  })

/** Joins texts: `a`, or `[a, b]`; each text once, and last the number of omitted ones. */
function together(texts: readonly string[], rest: string | undefined): string {
  const unique = [...new Set(texts), ...(rest === undefined ? [] : [rest])]
  return unique.length === 1 ? (unique[0] ?? '') : `[${unique.join(', ')}]`
}

const aKind = /* @__PURE__ */ check.fits(
  'an object with a group and a kind',
  (value) => check.isObject(value) && typeof value.group === 'string' && typeof value.kind === 'string',
)
const errorList = /* @__PURE__ */ check.listOf(check.object)

/**
 * 422: the object is invalid; one cause per error, up to a limit.
 *
 * @param kind - Group and kind of the object.
 * @param name - Its name; empty when it has none.
 * @param errors - The errors, at least one.
 */
export const invalid = (
  kind: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiError => {
  check.refuse('invalid', [...aKind(kind, 'kind'), ...check.text(name, 'name'), ...errorList(errors, 'errors')])
  const type = formatGroupResource({ group: kind.group, resource: kind.kind })
  const { causes, rest } = shownCauses(
    errors.map(({ reason, message, field }) => ({ reason, message, field })),
    errors.length,
  )
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `${type} "${shownName(name)}" is invalid: ${together(
      causes.map(({ field, message }) => `${field}: ${message}`),
      rest,
    )}`,
    details: {
      ...named({ group: kind.group, resource: kind.kind }, name),
      causes,
    },
  })
}

/** 429: too many concurrent requests; try again after some seconds. */
export const tooManyRequests = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError({ code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } })

/** 500: an internal error. The message contains no internals; the cause keeps them for the log. */
export const internalError = (cause: unknown): ApiError =>
  new ApiError({
    code: 500,
    reason: 'InternalError',
    message: 'Internal error occurred: the request could not be completed',
    details: { causes: [{ message: 'the request could not be completed' }] },
    cause,
  })

/** 503: temporarily unavailable. */
export const serviceUnavailable = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError({ code: 503, reason: 'ServiceUnavailable', message, details: { retryAfterSeconds } })

/** 504: the request exceeded its time limit. */
export const timedOut = (message: string): ApiError => new ApiError({ code: 504, reason: 'Timeout', message, details: {} })

/**
 * 504: a revision that is not reached yet.
 *
 * @see Specification, "Resource versions"
 */
export const resourceVersionTooLarge = (requested: string, current: number): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: `Too large resource version: ${requested}, current: ${current}`,
    details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
  })

const received = new WeakSet<ApiError>()

/**
 * Marks an error as the answer to a client's own request: it says nothing about any other request.
 *
 * @param error - The answer.
 * @returns The same error.
 */
export function markReceived(error: ApiError): ApiError {
  received.add(error)
  return error
}

/** Whether an error is the answer to a client's own request. */
export const isReceived = (error: unknown): error is ApiError => error instanceof ApiError && received.has(error)

/**
 * Converts a thrown value to an {@link ApiError}; unexpected ones become a 500.
 *
 * @param error - The caught value.
 */
export const toApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : internalError(error))

/**
 * An error and its causes, from the outermost to the innermost.
 *
 * @param error - The thrown value; undefined for none.
 * @param max - Maximum number of errors: a chain may be a circle.
 */
export function* errorChain(error: unknown, max: number): Iterable<unknown> {
  let one = error
  for (let count = 0; one !== undefined && count < max; count += 1) {
    yield one
    one = one instanceof Error ? one.cause : undefined
  }
}

/** The message of an error; any other thrown value as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
