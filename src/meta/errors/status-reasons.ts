/**
 * The usual reasons of HTTP status codes in this API.
 *
 * @module
 */

import type { StatusReason } from './status.js'

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/**
 * The usual reason of a failure.
 *
 * @param code - An HTTP status code.
 * @returns Undefined for a code without a reason.
 */
export const reasonOfCode = (code: number): StatusReason | undefined => REASONS[code]
