/**
 * Errors for clients when a webhook denies a request, or fails.
 *
 * @module
 */

import { ApiError, detailsOf, isRecord, messageOf, type StatusReason, type UnknownRecord } from '../../meta/index.js'
import { WebhookError } from '../../webhook/index.js'

/** The kind of webhook requests and responses. */
export const REVIEW_KIND = 'AdmissionReview'

/** An invalid or missing answer of a webhook; its failurePolicy applies. */
export class UnusableAnswer extends Error {}

/**
 * Describes why a call failed.
 *
 * @param error - The thrown error.
 * @param url - URL of the webhook, for people.
 */
export function callFailure(error: unknown, url: string): string {
  if (error instanceof UnusableAnswer) return error.message
  if (!(error instanceof WebhookError)) return `failed to call webhook: ${messageOf(error)}`
  return `failed to call webhook: ${describe(error, url)}`
}

const UNAVAILABLE = 503

/** The status code of a failed call in metrics: the one in the webhook's answer, or 503. */
export const failureCode = (error: unknown): number =>
  error instanceof WebhookError && error.failure === 'status' ? (error.status ?? UNAVAILABLE) : UNAVAILABLE

function describe({ failure, status = 0, message }: WebhookError, url: string): string {
  switch (failure) {
    case 'timeout':
      return `Post ${JSON.stringify(url)}: context deadline exceeded`
    case 'connection':
      return `Post ${JSON.stringify(url)}: ${message}`
    case 'status':
      return statusText(status)
    default:
      return message
  }
}

function statusText(status: number): string {
  if (status >= 500) return 'an error on the server ("unknown") has prevented the request from succeeding'
  if (status === 404) return 'the server could not find the requested resource'
  if (status === 401) return 'the server has asked for the client to provide credentials'
  return `the server rejected our request for an unknown reason: it answered with status ${status}`
}

/**
 * The error of a webhook that denies a request.
 *
 * @param name - Name of the webhook.
 * @param status - The status in its answer.
 */
export function webhookDenied(name: string, { code, reason, message, details }: Readonly<UnknownRecord>): ApiError {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`
  const why = typeof message === 'string' && message !== '' ? message : typeof reason === 'string' ? reason : ''
  const isCode = typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599
  return new ApiError({
    code: isCode ? code : 400,
    message: why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    ...(typeof reason === 'string' && reason !== '' && { reason: reason as StatusReason }),
    ...(isRecord(details) && { details: detailsOf(details) }),
  })
}
