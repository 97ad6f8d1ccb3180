/**
 * Converts a request of a Node server. Parts that a handler may not need are computed on demand.
 *
 * @module
 */

import type { EventEmitter } from 'node:events'
import type { Http2ServerRequest } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { ServerRequest } from '../server/index.js'
import { openNodeBody, readNodeBody } from './node-body.js'
import { isGone, type NodeRequest, type NodeResponse } from './node-messages.js'
import { isLastAnswer, noteArrived } from './node-pipelining.js'

/** A Node request as a server request. */
export class AdaptedNodeRequest implements ServerRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly sharesConnection: boolean
  readonly #request: NodeRequest
  readonly #response: NodeResponse
  #abort: AbortController | undefined
  #giveUpBody: (() => void) | undefined
  #isHandedOn = false
  #certificates: readonly Uint8Array[] | undefined

  constructor(request: NodeRequest, response: NodeResponse) {
    this.method = request.method ?? 'GET'
    // A host that mounts the handler below a path removes that path from `url`.
    this.url = request.url ?? '/'
    this.headers = headerLines(request.rawHeaders)
    this.sharesConnection = noteArrived(response)
    this.#request = request
    this.#response = response
  }

  get lacksHeaders(): boolean {
    return mayLackHeaders(this.#request)
  }

  readBody(maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array | 'too-large'> {
    return readNodeBody(this.#request, {
      maxBytes,
      onBytes,
      begin: () => askForBody(this.#request, this.#response),
      onBegun: (giveUp) => {
        this.#giveUpBody = giveUp
      },
    })
  }

  openBody(): ReadableStream<Uint8Array> | undefined {
    this.#isHandedOn = true
    return openNodeBody(this.#request, () => askForBody(this.#request, this.#response))
  }

  abandonBody(): void {
    this.#giveUpBody?.()
    closeAfterAnswer(this.#response)
  }

  /** Called before the answer is sent. A connection with an unread request body is not reused, nor one of a closing server. */
  answering(): void {
    const hasUnreadBody = this.#isHandedOn && !this.#request.complete
    if (hasUnreadBody || isLastAnswer(this.#response)) closeAfterAnswer(this.#response)
  }

  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController()
      this.#abort = abort
      if (isGone(this.#response)) abort.abort()
      else {
        this.#response.once('close', () => {
          // Also emitted after a whole response, when nothing is left to end; the reason of an abort is slow to make.
          if (!this.#response.writableEnded) abort.abort()
        })
      }
    }
    return this.#abort.signal
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket?.remoteAddress
  }

  get peerCertificates(): readonly Uint8Array[] {
    this.#certificates ??= certificatesOf(this.#request)
    return this.#certificates
  }

  get connection(): object | undefined {
    return connectionOf(this.#request)
  }
}

/** Node's default limit of header lines, as names and values. */
const RAW_HEADERS = 2000

/**
 * Whether Node may have dropped header lines. For HTTP/1 it silently drops those beyond the server's `maxHeadersCount`; for
 * HTTP/2 it refuses the whole stream.
 */
function mayLackHeaders(request: NodeRequest): boolean {
  if ('stream' in request) return false
  const socket = request.socket as { readonly server?: { readonly maxHeadersCount?: unknown } } | undefined
  const count = socket?.server?.maxHeadersCount
  const most = typeof count === 'number' ? count * 2 : RAW_HEADERS
  return most > 0 && request.rawHeaders.length >= most
}

/**
 * Sends `100 Continue` to a client that waits for it (RFC 9110 §10.1.1). Node has done so already unless its server has a
 * listener for `checkContinue`.
 */
function askForBody(request: NodeRequest, response: NodeResponse): void {
  if (request.headers.expect === undefined || isGone(response) || response.headersSent) return
  if (!/^100-continue$/i.test(request.headers.expect)) return
  const server = 'stream' in request ? serverOf(request) : (request.socket as { readonly server?: EventEmitter }).server
  if (server?.listenerCount('checkContinue')) response.writeContinue()
}

/** The server of an HTTP/2 request; Node's types lack it. */
const serverOf = ({ stream }: Http2ServerRequest): EventEmitter | undefined =>
  (stream?.session as { readonly server?: EventEmitter } | undefined)?.server

/** Closes the connection (or the HTTP/2 stream) with the answer, as part of a body is still arriving. */
function closeAfterAnswer(response: NodeResponse): void {
  if (!('stream' in response)) {
    response.shouldKeepAlive = false
    return
  }
  // The response itself would report that only when the stream is closed.
  const { stream } = response
  stream?.once('finish', () => stream.close())
}

/** Header lines as received: everywhere else Node joins repeated ones. */
function headerLines(raw: readonly string[]): [string, string][] {
  const lines: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    // Pseudo-headers of HTTP/2 are the request line, not headers.
    if (name.charCodeAt(0) !== COLON) lines.push([name.toLowerCase(), raw[at + 1] ?? ''])
  }
  return lines
}

const COLON = ':'.charCodeAt(0)

/** Limit of a certificate chain; no valid chain is as long. */
const MAX_CHAIN = 16

/** The certificates of open connections: reading them takes longer than many requests. */
const known = new WeakMap<object, readonly Uint8Array[]>()

/** The socket of a request over HTTP/2 is a proxy of its session's. */
const connectionOf = (request: NodeRequest): object | undefined =>
  ('stream' in request ? request.stream?.session : request.socket) ?? undefined

/** The same list instance for each request of a connection, so that it is verified once. */
function certificatesOf(request: NodeRequest): readonly Uint8Array[] {
  const connection = connectionOf(request)
  if (!connection) return []
  let chain = known.get(connection)
  if (!chain) {
    chain = readChain(request.socket as Partial<TLSSocket>)
    known.set(connection, chain)
  }
  return chain
}

function readChain(socket: Partial<TLSSocket>): readonly Uint8Array[] {
  const chain: Uint8Array[] = []
  let certificate = socket.getPeerCertificate?.(true)
  while (certificate?.raw && chain.length < MAX_CHAIN) {
    chain.push(new Uint8Array(certificate.raw))
    const issuer = certificate.issuerCertificate
    // A root names itself as its issuer.
    if (!issuer || issuer === certificate) break
    certificate = issuer
  }
  return chain
}
