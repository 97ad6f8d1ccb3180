/**
 * Agents of Node's `http` and `https` whose connections go through a proxy.
 *
 * @module
 */

import http, { type ClientRequestArgs } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { openTunnel } from './tunnel.js'

type Done = (error: Error | null, stream: Duplex) => void

const endOf = ({ host, port }: ClientRequestArgs) => ({ host: host ?? '', port: Number(port) })

/** The stream of a failure is not used, but the type of the callback requires one. */
const refuse = (done: Done | undefined) => (error: Error) => (done as ((error: Error) => void) | undefined)?.(error)

/** Reaches a server without TLS through a proxy. */
export class TunnelAgent extends http.Agent {
  readonly #proxy: URL
  readonly #closed = new AbortController()

  /** @param proxy - The proxy. */
  constructor(proxy: URL) {
    super({ keepAlive: true })
    this.#proxy = proxy
  }

  override createConnection(options: ClientRequestArgs, done?: Done): undefined {
    openTunnel(this.#proxy, endOf(options), this.#closed.signal).then((socket) => done?.(null, socket), refuse(done))
  }

  /** Also ends tunnels that are still being opened, which the platform's agents do not track. */
  override destroy(): void {
    this.#closed.abort()
    super.destroy()
  }
}

/** Reaches a server with TLS through a proxy: the proxy sees the name of the server, and only encrypted traffic. */
export class SecureTunnelAgent extends https.Agent {
  readonly #proxy: URL
  readonly #closed = new AbortController()

  /**
   * @param proxy - The proxy.
   * @param options - TLS options for the server.
   */
  constructor(proxy: URL, options: https.AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  override createConnection(options: https.RequestOptions, done?: Done): undefined {
    openTunnel(this.#proxy, endOf(options), this.#closed.signal).then((socket) => {
      done?.(null, tls.connect({ ...(options as tls.ConnectionOptions), socket }))
    }, refuse(done))
  }

  /** Also ends tunnels that are still being opened, which the platform's agents do not track. */
  override destroy(): void {
    this.#closed.abort()
    super.destroy()
  }
}
