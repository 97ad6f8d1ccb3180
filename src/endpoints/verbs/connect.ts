/**
 * Requests of subresources that connect.
 *
 * @module
 */

import { ApiError, onAbort } from '../../meta/index.js'
import type { Connect, ConnectOptions } from '../../resources/index.js'
import { Connection } from '../connection.js'
import { requestHeaders, responseHeaders } from '../connection-headers.js'
import { readConnectOptions } from '../options/index.js'
import { type Call, callerOf, requireStreamSlot, streamSeconds, type Verb, watcherOf } from './verb.js'

/** Addresses of requests that are handed on have a host that never is one (RFC 6761 §6.4): the handler knows where to. */
const NOWHERE = 'http://proxy.invalid'

/**
 * Connects: what the plane has to say of it comes first, then the handler of the subresource.
 *
 * A connection lasts as long as a watch at the longest, counts as one, and holds no seat: it may go on for long without doing anything.
 */
export const connectObject: Verb = async (call) => {
  const { context, exchange, target } = call
  const caller = callerOf(call)
  const connect = target.subresource?.connect
  if (!connect) throw new Error('a request was taken for one that connects')
  const url = addressOf(call)
  const sent = optionsOf(call, connect, url)
  connect.check?.(sent, target.name)
  const { options, object, destination } = await context.registry.connect(target, caller, sent)
  // Asked in the same turn in which it is opened, or all who come at once would pass.
  requireStreamSlot(call)
  const connection = open(call, connect)
  const { user, warn } = caller
  const { namespace } = target
  const { signal } = connection
  const answer = async () =>
    connect.open(requestOf(call, url, signal), { user, namespace, ...destination, object, options, warn, signal })
  try {
    const response = await connection.answered(answer)
    if (response.status === 0) throw new ApiError({ code: 502, message: 'whom the request was handed to was not reached' })
    const body = connection.pass(response.body)
    return await exchange.answer({ kind: 'connection', status: response.status, headers: responseHeaders(response), body })
  } catch (error) {
    connection.abort()
    throw error
  }
}

/** The address as the handler gets it. Dots in the path are resolved here, so that admission judges the path that is handed on. */
function addressOf({ exchange: { request, door } }: Call<unknown>): URL {
  const question = door.uri.indexOf('?')
  return new URL(`${NOWHERE}${request.rawRest}${question < 0 ? '' : door.uri.slice(question)}`)
}

function optionsOf({ exchange: { request } }: Call<unknown>, connect: Connect, { pathname }: URL): ConnectOptions {
  const { path: _, ...options } = readConnectOptions(connect.parameters, request.query)
  return connect.hasSubpaths && request.rawRest !== '' ? { ...options, path: decodeURIComponent(pathname) } : options
}

/** Records a connection, and sees to its end. */
function open(call: Call<unknown>, { endsCleanly }: Connect): Connection {
  const { context, exchange } = call
  const { clock, watches, metrics } = context
  const { signal } = exchange.door
  const meter = metrics.openWatch(exchange.request)
  const connection = new Connection({
    endsCleanly,
    onEnd() {
      endTimer()
      stopListening?.()
      watches.remove(connection)
      meter.end()
      exchange.audit?.over()?.catch(() => {})
    },
  })
  const endTimer = clock.setTimeout(() => connection.end(), streamSeconds(context) * 1000)
  const stopListening = signal && onAbort(signal, () => connection.abort())
  watches.add(connection, watcherOf(call))
  exchange.liftTimeLimit?.()
  exchange.slot?.release()
  if (signal?.aborted) connection.abort()
  return connection
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The request as the handler gets it. */
function requestOf({ exchange: { door, request } }: Call<unknown>, url: URL, signal: AbortSignal): Request {
  const { method } = request
  const body = BODILESS.has(method) ? undefined : door.openBody()
  // Authenticators have headers of their own, such as `x-api-key`: these are hidden from all who come after them.
  const headers = requestHeaders(door.headers.filter(([name]) => request.header(name) !== undefined))
  // Where a backend redirects to is for the client to follow. A body that is streamed has to say so (`duplex`), which types do not know.
  const init: RequestInit & { readonly duplex: 'half' } = { method, headers, signal, redirect: 'manual', duplex: 'half' }
  return new Request(url, body ? { ...init, body } : init)
}
