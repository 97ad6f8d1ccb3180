/**
 * One request over HTTP, repeated where that is safe: with renewed credentials, or when a server was busy.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import { type ApiError, BackOff, type Clock, markReceived, pause, type Random } from '../../meta/index.js'

import { ConnectionError } from '../errors.js'
import { retryAfterMs } from '../retry-after.js'
import { readWhole } from './body.js'
import type { HttpCredentials } from './credentials.js'
import { failureOf } from './failure.js'
import { type HttpRequest, type HttpResponse, type HttpSender, httpResponseOf } from './send.js'

/** Maximum number of attempts. */
const ATTEMPTS = 10

/** Options of requests. */
export interface ExchangeOptions {
  readonly sender: HttpSender
  readonly credentials: HttpCredentials
  readonly clock: Clock
  readonly random: Random
}

/**
 * Sends a request until it is answered, within limits.
 *
 * A busy server says when to try again (`Retry-After`), and the request is repeated whatever its verb, as it was not carried out.
 * A read whose connection broke before the answer began is repeated; a write may have happened, so the caller has to decide.
 *
 * @param options - How to send.
 * @param request - The request, without its credential.
 * @param attempts - Maximum number of attempts, not counting one with another credential.
 * @returns The answer, with a status of success.
 * @throws {@link ApiError} for any other status, {@link ConnectionError} without an answer. When the time limit is over before the
 *   next attempt, the failure of the last one.
 */
export async function exchange(options: ExchangeOptions, request: HttpRequest, attempts = ATTEMPTS): Promise<HttpResponse> {
  const { clock, random, credentials } = options
  const backOff = new BackOff({ random, initialMs: 100, maxMs: 5_000 })
  let renewed = false
  for (let attempt = 1; ; attempt++) {
    let failure: ApiError | ConnectionError
    /** Undefined when the failure is final. */
    let delayMs: number | undefined
    // A credential may need a run of a plugin, which an aborted request must not start.
    request.signal.throwIfAborted()
    const authorization = await credentials.authorization(request.signal)
    try {
      const response = await sendOnce(options.sender, request, authorization)
      if (response.status >= 200 && response.status < 300) return response
      const refusal = await readFailure(response)
      failure = refusal
      if (isBusy(refusal)) delayMs = retryAfterMs(refusal) ?? (asksAtOnce(response) ? backOff.nextMs() : undefined)
    } catch (error) {
      if (!(error instanceof ConnectionError) || request.method !== 'GET') throw error
      failure = error
      if (attempt < 3) delayMs = backOff.nextMs()
    }
    if (isUnauthorized(failure)) {
      // A 401 has no effects, so the request may be retried once with a new credential.
      const another = credentials.rejected?.(authorization) === true
      if (renewed || !another) throw failure
      renewed = true
      continue
    }
    if (delayMs === undefined || attempt >= attempts) throw failure
    await pause(clock, delayMs, request.signal)
    if (isTimeLimit(request.signal)) throw failure
    request.signal.throwIfAborted()
  }
}

const isUnauthorized = (failure: ApiError | ConnectionError): boolean =>
  !(failure instanceof ConnectionError) && failure.status.code === 401

/** Whether `Retry-After` is 0, which a `Status` cannot say. */
const asksAtOnce = (response: HttpResponse): boolean => /^0+$/.test(response.header('retry-after') ?? '')

/** Whether a request was aborted by its time limit. */
export const isTimeLimit = ({ reason }: AbortSignal): boolean => reason instanceof ConnectionError

const isBusy = ({ status }: ApiError): boolean => status.code === 429 || status.code >= 500

function sendOnce(sender: HttpSender, request: HttpRequest, authorization: string | undefined): Promise<HttpResponse> {
  request.signal.throwIfAborted()
  if (authorization === undefined) return sender.send(request)
  return sender.send({ ...request, headers: [...request.headers, ['authorization', authorization]] })
}

/**
 * Checks the status of an answer that did not come through {@link exchange}.
 *
 * @param response - The answer.
 * @returns The same answer, with a status of success.
 * @throws {@link ApiError} for any other status.
 */
export async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await readFailure(httpResponseOf(response))
}

async function readFailure(response: HttpResponse): Promise<ApiError> {
  let body: unknown
  try {
    body = decodeJson(await readWhole(response.body, 4 * 1024 * 1024)).value
  } catch {
    body = undefined // the error page of a gateway is no Status
  }
  return markReceived(failureOf(response.status, body, response.header('retry-after')))
}
