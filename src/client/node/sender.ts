/**
 * Sends requests by Node's `http` and `https`, with certificates, proxies and kept-alive connections.
 *
 * @module
 */

import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { type HttpRequest, type HttpResponse, type HttpSender, notReached } from '../http/send.js'
import { SecureTunnelAgent, TunnelAgent } from './agents.js'
import { type Identity, type IdentitySource, sameIdentity } from './identity.js'
import { hostOf } from './tunnel-end.js'

/** What most often causes an error of Node, whose text names the library's internals, or only the effect. */
const HINTS: Readonly<Record<string, string>> = {
  EPROTO: 'the server does not speak TLS at this port: its address may begin with http://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS at this port: its address may begin with http://',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate: name its authority by ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in certificate chain: name its authority by ca',
}
const HUNG_UP = 'the server closed the connection: if it speaks TLS at this port, its address begins with https://'

function hintFor({ code = '', message }: Error & { readonly code?: string }, protocol: string): string | undefined {
  // Other failures of TLS have the same code.
  if (code === 'EPROTO' && !/wrong version number/.test(message)) return undefined
  return protocol === 'http:' && code === 'ECONNRESET' ? HUNG_UP : HINTS[code]
}

/** Connection options of a server. */
export interface NodeSenderOptions {
  /** Base address. */
  readonly server: URL
  /** CA certificates for the server, in PEM; those of Node by default. */
  readonly authorities: () => Promise<string | undefined>
  /** The client's certificate. When it changes, connections of the one before are closed. */
  readonly identity: IdentitySource
  /** The server name for SNI and the certificate check; its host by default. */
  readonly serverName: string | undefined
  /** Accepts any certificate. */
  readonly insecure: boolean
  readonly proxy: URL | undefined
}

/** Sends requests to one server. */
export class NodeSender implements HttpSender {
  readonly #options: NodeSenderOptions
  #agent: http.Agent | undefined
  #identity: Identity | undefined
  #authorities: string | undefined

  /** @param options - How to reach the server. */
  constructor(options: NodeSenderOptions) {
    this.#options = options
  }

  async send({ method, url, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
    const { server } = this.#options
    const agent = await this.#currentAgent()
    const lines: Record<string, string[]> = {}
    for (const [name, value] of headers) lines[name] = [...(lines[name] ?? []), value]
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (server.protocol === 'https:' ? https : http).request({
        method,
        host: hostOf(server),
        port: portOf(server),
        path: server.pathname.replace(/\/+$/, '') + url,
        headers: body ? { ...lines, 'content-length': body.length } : lines,
        agent,
        signal,
      })
      request.once('response', resolve)
      const fail = (error: Error) => reject(notReached({ method, url, signal }, error, hintFor(error, server.protocol)))
      request.on('error', fail)
      // A server that switches protocols causes neither a response nor an error.
      request.on('close', () => fail(new Error('the connection was closed without an answer')))
      request.end(body)
    })
    return {
      status: response.statusCode ?? 0,
      header: (name) => joined(response.headers[name]),
      headers: () => headersOf(response.headersDistinct),
      body: response,
    }
  }

  close(): void {
    this.#agent?.destroy()
    this.#agent = undefined
  }

  /** A certificate belongs to a connection, so connections with an outdated one are closed, even during an answer. */
  async #currentAgent(): Promise<http.Agent> {
    const identity = await this.#options.identity()
    const authorities = await this.#options.authorities()
    const isCurrent = sameIdentity(identity, this.#identity) && authorities === this.#authorities
    if (!isCurrent) this.close()
    this.#identity = identity
    this.#authorities = authorities
    this.#agent ??= this.#makeAgent(identity, authorities)
    return this.#agent
  }

  #makeAgent(identity: Identity | undefined, ca: string | undefined): http.Agent {
    const { server, proxy, serverName, insecure } = this.#options
    if (server.protocol !== 'https:') return proxy ? new TunnelAgent(proxy) : new http.Agent({ keepAlive: true })
    const options: https.AgentOptions = {
      keepAlive: true,
      rejectUnauthorized: !insecure,
      ...(ca !== undefined && { ca }),
      ...(serverName !== undefined && { servername: serverName }),
      ...identity,
    }
    try {
      // Reports a certificate and key that do not match once, and not for every connection.
      tls.createSecureContext({ ...identity, ...(ca !== undefined && { ca }) })
    } catch (error) {
      throw new RangeError(`the certificates cannot be used: ${(error as Error).message}`, { cause: error })
    }
    return proxy ? new SecureTunnelAgent(proxy, options) : new https.Agent(options)
  }
}

const headersOf = (headers: IncomingMessage['headersDistinct']): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value])))

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))
const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' || value === undefined ? value : value.join(', ')
