/**
 * One request over HTTP, repeated where that is right: credentials renewed, a busy server asked again.
 *
 * @module
 */

import { decodeJson } from '../../codec/index.js'
import type { ApiError, Clock, Random } from '../../meta/index.js'
import { BackOff, pause } from '../back-off.js'
import { ConnectionError } from '../errors.js'
import { retryAfterMs } from '../retry-after.js'
import { readWhole } from './body.js'
import type { Credentials } from './credentials.js'
import { failureOf } from './failure.js'
import type { HttpRequest, HttpResponse, HttpSender } from './send.js'

/** How often a request is sent at most. */
const ATTEMPTS = 10

/** What requests are sent with. */
export interface ExchangeOptions {
  readonly sender: HttpSender
  readonly credentials: Credentials
  readonly clock: Clock
  readonly random: Random
}

/** A request without its credential. */
export type PlainRequest = HttpRequest

/**
 * Sends a request until it is answered, within limits.
 *
 * A server that is busy says when to come back (`Retry-After`), and is asked again then, whatever the request does: it was
 * not carried out. A read whose connection broke is sent again; a write might have happened, so the caller has to decide.
 *
 * @param options - How to send.
 * @param request - The request.
 * @returns The answer, a success.
 * @throws {@link ApiError} for any other answer, {@link ConnectionError} when there is none.
 */
export async function exchange(options: ExchangeOptions, request: PlainRequest): Promise<HttpResponse> {
  const { clock, random, credentials } = options
  const backOff = new BackOff({ random, initialMs: 100, maxMs: 5_000 })
  let renewed = false
  for (let attempt = 1; ; attempt++) {
    let failure: ApiError | ConnectionError
    try {
      const response = await sendOnce(options, request)
      if (response.status >= 200 && response.status < 300) return response
      failure = await readFailure(response)
    } catch (error) {
      if (!(error instanceof ConnectionError) || request.method !== 'GET') throw error
      failure = error
    }
    if (isUnauthorized(failure)) {
      // Nothing was done for somebody unknown, so a new credential may try the same again; once.
      const another = credentials.rejected?.() === true
      if (renewed || !another) throw failure
      renewed = true
      continue
    }
    const delayMs = failure instanceof ConnectionError ? backOff.nextMs() : retryAfterMs(failure)
    const again = failure instanceof ConnectionError ? attempt < 3 : delayMs !== undefined && isBusy(failure)
    if (!again || delayMs === undefined || attempt >= ATTEMPTS) throw failure
    await pause(clock, delayMs, request.signal)
    request.signal.throwIfAborted()
  }
}

const isUnauthorized = (failure: ApiError | ConnectionError): boolean =>
  !(failure instanceof ConnectionError) && failure.status.code === 401

const isBusy = ({ status }: ApiError): boolean => status.code === 429 || status.code >= 500

async function sendOnce({ sender, credentials }: ExchangeOptions, request: PlainRequest): Promise<HttpResponse> {
  const authorization = await credentials.authorization(request.signal)
  request.signal.throwIfAborted()
  const headers = authorization === undefined ? request.headers : [...request.headers, ['authorization', authorization] as const]
  try {
    return await sender.send({ ...request, headers })
  } catch (error) {
    request.signal.throwIfAborted()
    throw error instanceof ConnectionError
      ? error
      : new ConnectionError(`${request.method} ${pathOf(request)} failed: ${reasonOf(error)}`, error)
  }
}

/** Continue tokens and the like are of no use in a message. */
const pathOf = ({ url }: PlainRequest): string => url.split('?', 1)[0] ?? ''

/** Platforms hide the reason that people look for one level down. */
function reasonOf(error: unknown): string {
  const cause = (error as { readonly cause?: unknown } | undefined)?.cause
  const shown = cause instanceof Error && cause.message !== '' ? cause : error
  return shown instanceof Error ? shown.message : String(shown)
}

async function readFailure(response: HttpResponse): Promise<ApiError> {
  let body: unknown
  try {
    body = decodeJson(await readWhole(response.body, 4 * 1024 * 1024)).value
  } catch {
    body = undefined // what a gateway says instead is no Status
  }
  return failureOf(response.status, body, response.header('retry-after'))
}
