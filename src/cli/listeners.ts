/**
 * The ports that a plane listens on: plain HTTP, and HTTPS that speaks HTTP/2 and HTTP/1.1.
 *
 * @module
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2'
import type { Server, Socket } from 'node:net'
import type { CertificateAndKey } from '../crypto/index.js'
import { reasonOf } from './command-error.js'
import { badFlag } from './flags.js'

/** Answers the requests of either protocol. */
export type RequestListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void

/** A port that is being listened on. */
export interface Listener {
  /** Such as `https://127.0.0.1:6443`; an address that means all of them is shown as loopback. */
  readonly url: string
  /**
   * Takes no new connections and lets go of each connection when its request is answered.
   *
   * @returns Resolves when all connections are gone.
   */
  close(): Promise<void>
  /** Breaks off the connections that are left. */
  destroy(): void
}

/** Where to listen. */
export interface Address {
  readonly host: string
  readonly port: number
  /** Name of the flag that gave the port, without the dashes. */
  readonly flag: string
}

/** Reference clients keep idle connections for 90 s; closing earlier would meet requests on their way. */
const KEEP_ALIVE_MS = 95_000
/** Room for header lines; what is wrong with a long URL is told by the service, with a Status. */
const MAX_HEADER_BYTES = 1024 * 1024
/** How often a listener that closes looks for connections whose last request was answered. */
const SWEEP_MS = 50

/**
 * Listens for plain HTTP.
 *
 * @throws {@link CommandError} when the port cannot be had.
 */
export async function listenPlain(address: Address, listener: RequestListener): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES }, listener)
  return listen({ server, scheme: 'http', address, closeIdle: () => server.closeIdleConnections() })
}

/**
 * Listens for HTTPS; clients choose HTTP/2 or HTTP/1.1 while TLS is set up.
 *
 * @throws {@link CommandError} when the port cannot be had.
 */
export async function listenSecure(address: Address, pair: CertificateAndKey, listener: RequestListener): Promise<Listener> {
  const server = createSecureServer(
    {
      cert: pair.certificatePem,
      key: pair.privateKeyPem,
      allowHTTP1: true,
      settings: { maxHeaderListSize: MAX_HEADER_BYTES },
    },
    listener,
  )
  // The server hands HTTP/1.1 connections to Node's other implementation, which looks for its own options there.
  Object.assign(server, { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES })
  const sessions = new Set<Http2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  const closeIdle = () => {
    closeIdleConnections(server)
    for (const session of sessions) session.close()
  }
  return listen({ server, scheme: 'https', address, closeIdle })
}

/** The HTTP/1.1 connections of an HTTPS server; its type does not tell that it has the method. */
const closeIdleConnections = (server: Http2SecureServer & { closeIdleConnections?: () => void }) =>
  server.closeIdleConnections?.()

interface Listening {
  readonly server: Server
  readonly scheme: 'http' | 'https'
  readonly address: Address
  /** Closes connections that serve no request now. */
  readonly closeIdle: () => void
}

async function listen({ server, scheme, address, closeIdle }: Listening): Promise<Listener> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
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
      const sweep = setInterval(closeIdle, SWEEP_MS)
      await gone
      clearInterval(sweep)
    },
    destroy() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
