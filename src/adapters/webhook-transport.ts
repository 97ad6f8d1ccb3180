/**
 * Calls webhooks over HTTPS by Node's own client, with the caBundle of each as its trust anchors.
 *
 * @module
 */

import type { Agent, RequestOptions } from 'node:https'
import { ByteBuffer, type Clock, check, systemClock } from '../meta/index.js'
import {
  type FinishedWebhookCall,
  type WebhookCall,
  WebhookError,
  type WebhookReply,
  type WebhookService,
  type WebhookTransport,
} from '../webhook/index.js'
import { createHostLookup } from './host-lookup.js'

/** Options of {@link createWebhookTransport}. */
export interface WebhookTransportOptions {
  /**
   * The address of a service, as an `https` URL without the service's path. Default `https://NAME.NAMESPACE.svc:PORT`, which
   * resolves within a cluster. The certificate has to be for `NAME.NAMESPACE.svc` either way, as in Kubernetes.
   */
  readonly resolveService?: (service: WebhookService) => string
  /** Measures the duration of calls; the machine's clock by default. */
  readonly clock?: Clock
}

const transportOptions = /* @__PURE__ */ check.members<keyof WebhookTransportOptions>({
  resolveService: check.callable,
  clock: check.clock,
})

/** Maximum reply size, and the default: no caller allows more. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024
/**
 * Maximum connections to one webhook; further calls wait. More than the writes that one user may have in progress by default, so that a
 * user whose calls are not answered does not take all of them; not many more, as handshakes hold the event loop.
 */
const MAX_CONNECTIONS = 128
/** Number of idle connections kept, and for how long. */
const MAX_IDLE_CONNECTIONS = 4
const IDLE_MS = 30_000
/** Failures of a connection that was open: a new connection may succeed. */
const CUT_OFF: readonly unknown[] = ['ECONNRESET', 'EPIPE']

/**
 * Makes the webhook transport of a plane: `createControlPlane({ webhooks: createWebhookTransport() })`.
 *
 * The certificate of the server is always verified, redirects are never followed, and connections are reused for calls of the
 * same webhook with the same credentials.
 *
 * @param options - Addresses of services.
 * @returns A transport that rejects when the server cannot be reached or trusted, when its answer breaks off or is longer than
 *   the call allows (64 MiB at most), and when the call is aborted. Of the body of a failure it returns as much as the call allows.
 */
export function createWebhookTransport(options: WebhookTransportOptions = {}): WebhookTransport {
  check.refuse('createWebhookTransport', transportOptions(options, ''))
  const { clock = systemClock } = options
  const resolveService = options.resolveService ?? (({ name, namespace, port }) => `https://${name}.${namespace}.svc:${port}`)
  const listeners = new Set<(call: FinishedWebhookCall) => void>()
  let agent: Agent | undefined
  const transport = async (call: WebhookCall) => {
    // Loaded with the first call, as hosts other than Node import this folder too.
    const [{ Agent, request }, { lookup }] = await Promise.all([import('node:https'), import('node:dns')])
    agent ??= withPoolPerPath(
      new Agent({
        keepAlive: true,
        maxSockets: MAX_CONNECTIONS,
        maxFreeSockets: MAX_IDLE_CONNECTIONS,
        timeout: IDLE_MS,
        lookup: createHostLookup(lookup, clock),
      }),
    )
    const place = placeOf(call, resolveService)
    const startedMs = clock.now()
    let status: number | undefined
    try {
      const reply = await post(request, call, { ...place, agent })
      status = reply.status
      return reply
    } finally {
      const finished = { host: place.url.host, status, seconds: (clock.now() - startedMs) / 1000 }
      for (const listener of listeners) listener(finished)
    }
  }
  return Object.assign(transport, {
    observe(listener: (call: FinishedWebhookCall) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}

/** Gives each webhook of a server its own pool of connections: calls of one do not wait for those of another, which may hang. */
function withPoolPerPath(agent: Agent): Agent {
  const nameOf = agent.getName.bind(agent)
  // Without the query: it has the timeout of the call.
  agent.getName = (options?: RequestOptions & { readonly pathname?: string }) => `${nameOf(options)}:${options?.pathname}`
  return agent
}

function placeOf(
  { server, serverName }: WebhookCall,
  resolveService: (service: WebhookService) => string,
): RequestOptions & { readonly url: URL } {
  if ('url' in server) return { url: secureUrl(server.url), ...(serverName !== undefined && { servername: serverName }) }
  const { service } = server
  const url = secureUrl(resolveService(service))
  // Resolved against the address, a path with two slashes at the start would name another host.
  url.pathname = service.path
  url.search = service.query ?? ''
  return { url, servername: serverName ?? `${service.name}.${service.namespace}.svc` }
}

/** Drops user information from a URL, as it would be sent as a credential. */
function secureUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'https:') throw new WebhookError('connection', 'the URL of a webhook has to begin with https://')
  url.username = ''
  url.password = ''
  return url
}

async function post(
  request: typeof import('node:https').request,
  call: WebhookCall,
  place: RequestOptions & { readonly url: URL },
): Promise<WebhookReply> {
  for (;;) {
    try {
      return await postOnce(request, call, place)
    } catch (error) {
      // The server closed an idle connection at the moment of its reuse. The number of such connections is limited.
      if (!(error instanceof StaleConnection)) throw error
    }
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** An idle connection was closed by the server. */
class StaleConnection extends Error {}

function postOnce(
  request: typeof import('node:https').request,
  { caBundle, identity, authorization, body, signal, maxReplyBytes = MAX_REPLY_BYTES }: WebhookCall,
  { url, ...place }: RequestOptions & { readonly url: URL },
): Promise<WebhookReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        ...place,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(authorization !== undefined && { authorization }),
        },
        signal,
        // An environment variable can turn this off for the process, but not for webhooks.
        rejectUnauthorized: true,
        ...(caBundle !== undefined && { ca: caBundle }),
        ...identity,
      },
      (incoming) => {
        answered = true
        const { statusCode: status = 0 } = incoming
        const answer = (body: Uint8Array) => resolve({ status, body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) })
        const reply = new ByteBuffer()
        const limit = Math.min(maxReplyBytes, MAX_REPLY_BYTES)
        incoming.on('data', (chunk: Buffer) => {
          reply.add(chunk)
          if (reply.length <= limit) return
          if (isSuccess(status)) {
            incoming.destroy(new WebhookError('reply', `the answer is longer than ${limit} bytes`))
          } else {
            // The status decides whether the call is repeated, however long the page of an error is.
            answer(reply.take().subarray(0, limit))
            incoming.destroy()
          }
        })
        incoming.on('end', () => answer(reply.take()))
        incoming.on('error', fail)
      },
    )
    let answered = false
    const fail = (error: NodeJS.ErrnoException) => {
      const isCutOff = CUT_OFF.includes(error.code)
      if (error instanceof WebhookError) reject(error)
      else if (isCutOff && outgoing.reusedSocket && !answered) reject(new StaleConnection())
      else reject(new WebhookError('connection', error.message, { cause: error, isTransient: isCutOff }))
    }
    outgoing.on('error', fail)
    // A server that switches protocols causes neither a response nor an error.
    outgoing.on('close', () => {
      if (!answered) reject(new WebhookError('connection', 'the connection was closed without an answer'))
    })
    outgoing.end(body)
  })
}
