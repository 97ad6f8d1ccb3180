/**
 * The ports of a plane: plain HTTP, and HTTPS with HTTP/2 and HTTP/1.1.
 *
 * @module
 */

import { constants } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
  type Http2Stream,
} from 'node:http2'
import type { Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { CertificateAndKey } from '../../crypto/index.js'
import { reasonOf } from '../command-error.js'
import { badFlag } from '../flags.js'
import { OpenConnections } from './open-connections.js'
import { answerUnreadRequests } from './unread-requests.js'

/** Answers the requests of either protocol. */
export type RequestListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void

/** An open port. */
export interface Listener {
  /** Such as `https://127.0.0.1:6443`; the wildcard address is shown as loopback. */
  readonly url: string
  /**
   * Accepts no new connections and closes each connection when its request is answered, or when it brings none for some seconds.
   *
   * @returns Resolves when all connections are closed.
   */
  close(): Promise<void>
  /** Closes the remaining connections. */
  destroy(): void
}

/** An address to listen on. */
export interface Address {
  readonly host: string
  readonly port: number
  /** Name of the port's flag, without the dashes. */
  readonly flag: string
}

/** Limits for clients. */
export interface ListenerLimits {
  /** The plane's time limit of a request, body included, in milliseconds. */
  readonly requestTimeoutMs: number
  /** Maximum concurrent streams of an HTTP/2 connection. */
  readonly maxStreams: number
}

/** Limits of a TLS listener, and what changes while it listens. */
export interface SecureListenerLimits extends ListenerLimits {
  /** Authorities of client certificates; none are requested when it is empty. */
  readonly clients?: { authorities(): string; onChange(listener: () => void): void }
  /** Calls back with each later certificate, which new connections get. */
  readonly onRenewal?: (listener: (pair: CertificateAndKey) => void) => void
}

/** Reference clients keep idle connections for 90 s; closing earlier would race with requests. */
const KEEP_ALIVE_MS = 95_000
/** Maximum size of the header; the plane answers a URL that is too long with a Status. */
const MAX_HEADER_BYTES = 1024 * 1024
/** Maximum header lines: more than a plane takes, so that the plane refuses them, with a Status. */
const MAX_HEADER_LINES = 2000
/** Time limit of the TLS handshake, and of the headers of a request, as in Kubernetes. */
const HEADERS_TIMEOUT_MS = 32_000
/** Added to the plane's own time limit, so that the plane answers first. */
const TIMEOUT_GRACE_MS = 10_000
/** Interval of checks for connections whose headers or bodies take too long. */
const CHECK_MS = 5_000
/**
 * Time for a request to arrive on a new connection of a closing listener, as Go's servers allow, and so Kubernetes: until its
 * header is read, a client that is about to send one cannot be distinguished from one that never will.
 */
const LAST_REQUEST_MS = 5_000
/** Interval in which a closing listener checks for connections whose last request was answered. */
const SWEEP_MS = 50

/**
 * Listens for plain HTTP.
 *
 * @throws {@link CommandError} when the port cannot be opened.
 */
export async function listenPlain(address: Address, limits: ListenerLimits, listener: RequestListener): Promise<Listener> {
  const server = createServer(http1Options(limits), listener)
  server.maxHeadersCount = MAX_HEADER_LINES
  server.on('checkContinue', listener)
  answerUnreadRequests(server)
  return listen({ server, scheme: 'http', address, closeIdle: () => server.closeIdleConnections() })
}

/** Limits of HTTP/1. 408 is the answer to headers and bodies that are too slow. */
const http1Options = ({ requestTimeoutMs }: ListenerLimits) => ({
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: Math.max(requestTimeoutMs, HEADERS_TIMEOUT_MS) + TIMEOUT_GRACE_MS,
  connectionsCheckingInterval: CHECK_MS,
})

/**
 * Listens for HTTPS; clients choose HTTP/2 or HTTP/1.1 while TLS is set up.
 *
 * @throws {@link CommandError} when the port cannot be opened.
 */
export async function listenSecure(
  address: Address,
  pair: CertificateAndKey,
  limits: SecureListenerLimits,
  listener: RequestListener,
): Promise<Listener> {
  let current = pair
  const secureContext = ({ certificatePem, privateKeyPem } = current) => ({
    cert: certificatePem,
    key: privateKeyPem,
    ...(limits.clients?.authorities() && {
      // Clients receive the names of these authorities, so that they can choose a certificate.
      ca: limits.clients.authorities(),
      // A session resumed by a ticket has the client's certificate, but no intermediate ones.
      secureOptions: constants.SSL_OP_NO_TICKET,
    }),
  })
  const server = createSecureServer(
    {
      ...secureContext(),
      // The plane refuses a bad certificate, with a Status, unless another credential of the request is valid.
      requestCert: limits.clients !== undefined && limits.clients.authorities() !== '',
      rejectUnauthorized: false,
      allowHTTP1: true,
      handshakeTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderListPairs: MAX_HEADER_LINES,
      settings: { maxHeaderListSize: MAX_HEADER_BYTES, maxConcurrentStreams: limits.maxStreams },
    },
    listener,
  )
  // A client certificate with a bad signature leaves an error in OpenSSL's queue, which Node would take for a failure of the
  // next read and end the connection. Reading the certificate clears the queue.
  server.prependListener('secureConnection', (socket: TLSSocket) => void socket.getPeerCertificate())
  limits.clients?.onChange(() => server.setSecureContext(secureContext()))
  limits.onRenewal?.((renewed) => {
    server.setSecureContext(secureContext(renewed))
    current = renewed
  })
  // The server passes HTTP/1.1 connections to Node's HTTP/1 implementation, which reads its own options there.
  Object.assign(server, http1Options(limits), { maxHeadersCount: MAX_HEADER_LINES })
  server.on('checkContinue', listener)
  answerUnreadRequests(server)
  const sessions = new Map<Http2Session, Streams>()
  server.on('session', (session) => {
    sessions.set(session, streamsOf(session))
    session.on('close', () => sessions.delete(session))
  })
  const closeIdle = () => {
    closeIdleConnections(server)
    for (const session of sessions.keys()) session.close()
  }
  const closeUnused = () => {
    for (const [session, { open }] of sessions) if (open === 0) session.destroy()
  }
  return listen({ server, scheme: 'https', address, closeIdle, closeUnused })
}

interface Streams {
  /** Those whose headers have arrived, and whose answer is not complete. */
  open: number
}

/** Counts the streams of an HTTP/2 connection, and closes an idle one; a connection with a silent watch is not idle. */
function streamsOf(session: Http2Session): Streams {
  const streams = { open: 0 }
  session.on('stream', (stream: Http2Stream) => {
    streams.open += 1
    stream.on('close', () => {
      streams.open -= 1
    })
  })
  session.setTimeout(KEEP_ALIVE_MS, () => {
    // `close` would wait for a stream whose headers never end.
    if (streams.open === 0) session.destroy()
  })
  return streams
}

/** The HTTP/1.1 connections of an HTTPS server; the method is missing in its type. */
const closeIdleConnections = (server: Http2SecureServer & { closeIdleConnections?: () => void }) =>
  server.closeIdleConnections?.()

interface Listening {
  readonly server: Server
  readonly scheme: 'http' | 'https'
  readonly address: Address
  /** Closes connections without a request in progress. */
  readonly closeIdle: () => void
  /** Closes HTTP/2 connections without a request in progress, whatever else they wait for. */
  readonly closeUnused?: () => void
}

async function listen({ server, scheme, address, closeIdle, closeUnused }: Listening): Promise<Listener> {
  const connections = new OpenConnections(server, scheme === 'https')
  server.listen(address.port, address.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw badFlag(address.flag, String(address.port), `cannot listen on ${address.host}: ${reasonOf(error)}`, error)
  }
  const host = address.host === '0.0.0.0' || address.host === '::' ? '127.0.0.1' : address.host
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      const gone = once(server, 'close')
      server.close()
      closeIdle()
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
      }, LAST_REQUEST_MS)
      const sweep = setInterval(() => {
        closeIdle()
        if (!isLate) return
        connections.closeUnused()
        closeUnused?.()
      }, SWEEP_MS)
      await gone
      clearTimeout(late)
      clearInterval(sweep)
    },
    destroy: () => connections.destroy(),
  }
}
