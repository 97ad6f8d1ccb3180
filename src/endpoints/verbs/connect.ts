/**
 * Requests to subresources that connect.
 *
 * @module
 */

import { requireAccess } from '../../authz/index.js'
import { ANONYMOUS_USER, ApiError, onAbort } from '../../meta/index.js'
import type { Connect, ConnectOptions } from '../../resources/index.js'
import { Connection } from '../connection.js'
import { requestHeaders, responseHeaders } from '../connection-headers.js'
import { readConnectOptions } from '../options/index.js'
import { attributesOf } from '../stages/authorization.js'
import { type Call, callerOf, requireStreamSlot, streamSeconds, streamWeight, type Verb, watcherOf } from './verb.js'

/** The host of forwarded requests, which never exists (RFC 6761 §6.4): the handler knows the backend. */
const NOWHERE = 'http://proxy.invalid'

/**
 * Connects: admission comes first, then the handler of the subresource.
 *
 * A connection lasts and counts as a watch does, and holds no seat, as it may be idle for long.
 */
export const connectObject: Verb = async (call) => {
  const { context, exchange, target } = call
  const caller = callerOf(call)
  const connect = target.subresource?.connect
  if (!connect) throw new Error('a request was taken for one that connects')
  const url = addressOf(call)
  const sent = optionsOf(call, connect, url)
  connect.check?.(sent, target.name)
  if (connect.needsCreate) await requireCreate(call)
  const { options, object, destination } = await context.registry.connect(target, caller, sent)
  // Checked in the same turn in which it is opened, or concurrent requests would all pass.
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

/** The gate of {@link Connect.needsCreate}, named for WebSocket clients, whose requests are all GET. */
const CREATE_GATE = 'AuthorizePodWebsocketUpgradeCreatePermission'

async function requireCreate({ context: { authorizer, features }, exchange }: Call<unknown>): Promise<void> {
  const { request, user = ANONYMOUS_USER } = exchange
  if (!authorizer || request.verb === 'create' || !features.isEnabled(CREATE_GATE)) return
  await requireAccess(authorizer, { ...attributesOf(request, user), verb: 'create' })
}

/** The URL for the handler. Dots in the path are resolved here, so that admission judges the path that is forwarded. */
function addressOf({ exchange: { request, door } }: Call<unknown>): URL {
  const question = door.uri.indexOf('?')
  return new URL(`${NOWHERE}${request.rawRest}${question < 0 ? '' : door.uri.slice(question)}`)
}

function optionsOf({ exchange: { request } }: Call<unknown>, connect: Connect, { pathname }: URL): ConnectOptions {
  const { path: _, ...options } = readConnectOptions(connect.parameters, request.query)
  return connect.hasSubpaths && request.rawRest !== '' ? { ...options, path: decodeURIComponent(pathname) } : options
}

/** Registers a connection until its end. */
function open(call: Call<unknown>, { endsCleanly }: Connect): Connection {
  const { context, exchange } = call
  const { clock, logger, watches, metrics } = context
  const { signal } = exchange.door
  const meter = metrics.openWatch(exchange.request)
  const connection = new Connection({
    endsCleanly,
    onFailure: (error) => logger.error('a connection failed', { path: exchange.request.path, auditId: exchange.auditId, error }),
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
  watches.add(connection, watcherOf(call), streamWeight(call))
  exchange.liftTimeLimit?.()
  exchange.slot?.release()
  if (signal?.aborted) connection.abort()
  return connection
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The request for the handler. */
function requestOf({ exchange: { door, request } }: Call<unknown>, url: URL, signal: AbortSignal): Request {
  const { method } = request
  const body = BODILESS.has(method) ? undefined : door.openBody()
  // Authenticators have headers of their own, such as `x-api-key`, which later stages and handlers must not see.
  const headers = requestHeaders(door.headers.filter(([name]) => request.header(name) !== undefined))
  // The client follows redirects of the backend. A streamed body needs `duplex`, which is missing in the types.
  const init: RequestInit & { readonly duplex: 'half' } = { method, headers, signal, redirect: 'manual', duplex: 'half' }
  return new Request(url, body ? { ...init, body } : init)
}
