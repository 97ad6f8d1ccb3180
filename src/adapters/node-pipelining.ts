/**
 * Concurrent requests of one connection: HTTP/2 streams, and HTTP/1.1 pipelining, where the next request arrives before the
 * previous answer (RFC 9112 §9.3.2). Node reads all of these, and sends their answers in order.
 *
 * @module
 */

import type { ServerResponse as HttpResponse } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { isGone, type NodeResponse } from './node-messages.js'
import { StartQueue } from './start-queue.js'

/** Pipelined requests of an HTTP/1.1 connection that run at once (ours). */
const MOST_AT_ONCE = 32
/** Pipelined requests at which reading from the connection is paused (ours). */
const MOST_BEHIND = 64
/** Maximum unsent bytes of an answer for the next request to count as not pipelined (ours). */
const MOST_ON_THE_WAY = 64 * 1024

/** Unsent bytes of answers far below those at which Node pauses a connection (ours). */
const MUCH = 4 * 1024

/** An HTTP/1.1 connection, and its pipelined requests. */
class Connection {
  /** Whether the newest request is answered, except for unsent bytes. */
  isAnswered = false
  readonly #socket: Socket
  /** Responses of pipelined requests. */
  readonly #behind = new Set<HttpResponse>()
  /** Pipelined requests that are not started yet. */
  readonly #waiting: StartQueue = new StartQueue((): boolean => this.#behind.size - this.#waiting.size < MOST_AT_ONCE)
  #isHeld = false
  #isBuffered = false

  constructor(socket: Socket) {
    this.#socket = socket
    const server = serverOf(socket)
    if (server?.listening) listened.add(server)
    socket.once('close', () => this.#end())
  }

  /**
   * Registers a request, and returns whether others are ahead of it. Node emits a client's next request before the event that the
   * last bytes of an answer were sent, so a request whose answer is being sent is not ahead.
   */
  take(response: HttpResponse): boolean {
    const isFollowing = this.isAnswered && this.#behind.size === 0 && this.#socket.writableLength <= MOST_ON_THE_WAY
    this.isAnswered = false
    if (this.#socket.writableLength > MUCH) this.expectMuch()
    if (isFollowing || !isBehind(response)) return false
    this.expectMuch()
    this.#behind.add(response)
    return true
  }

  /**
   * Makes Node pass data to its parser through the socket. Node pauses both when a request comes before the event that the last
   * 16 KiB of answers were sent. A parser that reads from a TLS connection directly still gets what is decrypted then, cannot parse
   * it as it is paused, and breaks the connection off; a paused socket buffers it. Node does so for sockets with listeners for data.
   * It takes longer, so connections with short answers, one after the other, go without.
   */
  expectMuch(): void {
    if (this.#isBuffered || !('encrypted' in this.#socket)) return
    this.#isBuffered = true
    this.#socket.on('data', () => {})
  }

  /** Whether the server is closing, and a response is the last one of the requests that were read. */
  endsWith(response: HttpResponse): boolean {
    const server = serverOf(this.#socket)
    if (!server || server.listening || !listened.has(server) || this.#isHeld || isBehind(response)) return false
    for (const other of this.#behind) if (other !== response) return false
    return true
  }

  /** Starts a pipelined request after the earlier ones, when some of them are answered. */
  enqueue(response: HttpResponse, begin: () => void): void {
    if (this.#behind.size >= MOST_BEHIND && !this.#isHeld) {
      this.#isHeld = true
      // Node resumes reading at the end of each request, so this runs after the last one that it has read already.
      process.nextTick(() => this.#socket.pause())
    }
    response.once('close', () => this.#dequeue(response))
    this.#waiting.add(begin)
  }

  #dequeue(response: HttpResponse): void {
    this.#behind.delete(response)
    this.#waiting.next()
    if (!this.#isHeld || this.#waiting.size > 0) return
    this.#isHeld = false
    this.#socket.resume()
  }

  /** Node closes only the response that has the socket, and those whose predecessors have ended: the others are ended here. */
  #end(): void {
    for (const response of this.#behind) {
      if (!isBehind(response)) continue
      response.destroy()
      response.emit('close')
    }
  }
}

const connections = new WeakMap<Socket, Connection>()
/** Servers that have listened; to others, a program of its own hands their connections. */
const listened = new WeakSet<object>()

/** The server of a connection, in Node's internal property. */
const serverOf = (socket: Socket) => (socket as Socket & { readonly server?: { readonly listening?: boolean } }).server

function connectionOf({ req: { socket } }: HttpResponse): Connection {
  let connection = connections.get(socket)
  if (!connection) {
    connection = new Connection(socket)
    connections.set(socket, connection)
  }
  return connection
}

/** A response gets the socket at the start, or once all earlier ones are sent. */
const isBehind = (response: HttpResponse): boolean => response.socket === null

/** Registers a request. Returns whether its connection has, or may have, other unanswered requests. */
export const noteArrived = (response: NodeResponse): boolean => 'stream' in response || connectionOf(response).take(response)

/** Streams of HTTP/2 connections that are not started yet. The host limits their number. */
const streams = new WeakMap<Http2Session, StartQueue>()

function streamsOf(session: Http2Session): StartQueue {
  const known = streams.get(session)
  if (known) return known
  const queue = new StartQueue()
  streams.set(session, queue)
  return queue
}

/**
 * Starts a request that shares its connection, in turn with those of other connections, and perhaps only when earlier ones are
 * answered. Reading from a connection pauses while many wait.
 */
export function inItsTurn(response: NodeResponse, begin: () => void): void {
  if (!('stream' in response)) connectionOf(response).enqueue(response, begin)
  else if (response.stream?.session) streamsOf(response.stream.session).add(begin)
}

/**
 * Whether a connection is to be closed with a response that is about to be sent, as its server accepts no more: a client that is
 * told so sends no further request on it, which might arrive as it is closed.
 */
export const isLastAnswer = (response: NodeResponse): boolean =>
  !('stream' in response) && connectionOf(response).endsWith(response)

/** Records that a response of a length is about to be sent. */
export function noteAnswering(response: NodeResponse, length: number): void {
  if ('stream' in response || length <= MUCH) return
  const connection = connectionOf(response)
  // In the middle of a body Node would not go on with it.
  if (response.req.complete) connection.expectMuch()
  else response.req.once('end', () => connection.expectMuch())
}

/** Records that the last bytes of a response were passed to Node. */
export function noteAnswered(response: NodeResponse): void {
  if (!('stream' in response) && response.writableEnded && !isBehind(response)) connectionOf(response).isAnswered = true
}

/**
 * Calls back once when a response was sent, or its connection has ended.
 *
 * @param response - The response.
 * @param callback - Called once.
 */
export function whenOver(response: NodeResponse, callback: () => void): void {
  if (isGone(response)) callback()
  else response.once('close', callback)
}
