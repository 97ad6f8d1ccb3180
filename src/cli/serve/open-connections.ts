/**
 * The open connections of a port, and which of them have no request in progress.
 *
 * Node closes only connections that have been used: one on which nothing has arrived yet, half a request or half a TLS handshake,
 * stays open. So does one that the server has ended but its client has not.
 *
 * @module
 */

import type { Server, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Answering } from './unread-requests.js'

/** Time in which a client has to close a connection that the server has ended. */
const LINGER_MS = 5_000

/** The connections of one server. */
export class OpenConnections {
  /** Those that the server has accepted; those of TLS are below the ones that requests come on. */
  readonly #accepted = new Set<Socket>()
  /** Of TLS, those whose handshake is not over, by their addresses. */
  readonly #handshaking = new Map<string, Socket>()
  /** Those that requests come on. */
  readonly #ready = new Set<Socket>()

  /** @param server - A server that does not listen yet. */
  constructor(server: Server, isSecure: boolean) {
    server.on('connection', (socket: Socket) => {
      keep(this.#accepted, socket)
      if (!isSecure) {
        this.#add(socket)
        return
      }
      const addresses = addressesOf(socket)
      this.#handshaking.set(addresses, socket)
      socket.on('close', () => {
        if (this.#handshaking.get(addresses) === socket) this.#handshaking.delete(addresses)
      })
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      this.#handshaking.delete(addressesOf(socket))
      this.#add(socket)
    })
  }

  /** Closes connections without a request in progress; those of HTTP/2 end with their sessions. */
  closeUnused(): void {
    for (const socket of this.#handshaking.values()) socket.destroy()
    for (const socket of this.#ready) if (!isHttp2(socket) && !(socket as Answering)._httpMessage) socket.destroy()
  }

  /** Closes all. */
  destroy(): void {
    for (const socket of this.#accepted) socket.destroy()
  }

  #add(socket: Socket): void {
    keep(this.#ready, socket)
    socket.once('finish', () => {
      const late = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(late))
    })
  }
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
}

/** Distinguishes the open connections of a server. */
const addressesOf = ({ localAddress, remoteAddress, remotePort }: Socket): string =>
  `${localAddress} ${remoteAddress} ${remotePort}`

const isHttp2 = (socket: Socket): boolean => (socket as Partial<TLSSocket>).alpnProtocol === 'h2'
