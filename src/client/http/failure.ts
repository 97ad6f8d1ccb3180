/**
 * Converts the answer of a failed request to an `ApiError`.
 *
 * @module
 */

import { ApiError, detailsOf, getKey, reasonOfCode, type StatusReason } from '../../meta/index.js'

const MESSAGES: Readonly<Record<number, string>> = {
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
}

/**
 * Makes the error of a failed answer.
 *
 * @param code - HTTP status code.
 * @param body - Its body: a `Status`, or any other value.
 * @param retryAfter - The `Retry-After` header.
 */
export function failureOf(code: number, body: unknown, retryAfter?: string): ApiError {
  const seconds = retryAfterSeconds(retryAfter)
  const details = getKey(body, 'details')
  const known = detailsOf(details)
  const wait = known.retryAfterSeconds === undefined ? detailsOf({ retryAfterSeconds: seconds }) : {}
  if (getKey(body, 'kind') === 'Status') {
    const { reason, message, code: own } = body as { reason?: unknown; message?: unknown; code?: unknown }
    const token = getKey(getKey(body, 'metadata'), 'continue')
    return new ApiError({
      code: typeof own === 'number' && own >= 400 ? own : code,
      ...(typeof reason === 'string' && { reason: reason as StatusReason }),
      message: typeof message === 'string' ? message : `the server answered with status ${code}`,
      ...((details || seconds) && { details: { ...known, ...wait } }),
      ...(typeof token === 'string' && { continue: token }),
    })
  }
  const reason = reasonOfCode(code)
  return new ApiError({
    code,
    ...(reason && { reason }),
    message: MESSAGES[code] ?? `the server answered with status ${code}, and did not say why`,
    details: { ...wait },
  })
}

/** Only seconds are read: a date needs a common clock. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (!header || !/^\d{1,6}$/.test(header)) return undefined
  return Number(header)
}
