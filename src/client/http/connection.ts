/**
 * Connections to subresources over HTTP: the body is streamed.
 *
 * @module
 */

import { byteStream, notify, onAbort, serviceUnavailable } from '../../meta/index.js'
import { ConnectionError } from '../errors.js'
import { resourcePath } from '../paths.js'
import type { ConnectRequest } from '../transport.js'
import { type ExchangeOptions, exchange } from './exchange.js'
import { readWarnings } from './warnings.js'

/** Options of connections. */
export interface ConnectParts extends ExchangeOptions {
  /** Sent with every request; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Time limit until an answer begins, in milliseconds, unless a request has its own. */
  readonly timeoutMs: number
}

/**
 * Connects to a subresource. No request is repeated: the handler may have acted, whatever the answer is.
 *
 * @param options - How to send.
 * @param closed - Aborts when the client is closed, which ends the connection.
 * @param request - The request. Its time limit ends when the answer begins.
 */
export async function connectTo(options: ConnectParts, closed: AbortSignal, request: ConnectRequest): Promise<Response> {
  const { method, path, search, headers, body, auditId, signal, timeoutMs = options.timeoutMs } = request
  signal?.throwIfAborted()
  const end = new AbortController()
  const close = () => end.abort(serviceUnavailable('the client is closed', 1))
  const stops = [onAbort(closed, close), ...(signal ? [onAbort(signal, () => end.abort(signal.reason))] : [])]
  const stop = () => {
    for (const stopListening of stops) stopListening()
  }
  if (closed.aborted) close()
  const cancel = options.clock.setTimeout(() => end.abort(new ConnectionError(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const lines = [...options.headers, ...headers, ...(auditId === undefined ? [] : [['audit-id', auditId] as const])]
    const url = `${resourcePath(request)}${path}${search}`
    const response = await exchange(options, { method, url, headers: lines, body, signal: end.signal }, 1)
    if (request.onWarning)
      for (const text of readWarnings(response.header('warning'))) notify('onWarning', request.onWarning, text)
    const isEmpty = method === 'HEAD' || BODILESS.has(response.status)
    if (isEmpty) stop()
    const passed = isEmpty ? null : byteStream(whileRead(response.body, stop))
    return new Response(passed, { status: response.status, headers: response.headers() })
  } catch (error) {
    stop()
    end.signal.throwIfAborted()
    throw error
  } finally {
    cancel()
  }
}

/** Statuses of answers without a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205])

async function* whileRead(body: AsyncIterable<Uint8Array>, stop: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError('the connection broke in the midst of the answer', error)
  } finally {
    stop()
  }
}
