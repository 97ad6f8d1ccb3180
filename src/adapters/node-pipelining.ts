/**
 * Many requests of one connection: of HTTP/2, and of HTTP/1.1 where the next request comes before the answer to the one ahead of it
 * (RFC 9112 §9.3.2). Node reads all of these, and keeps their answers until it is their turn.
 *
 * @module
 */

import type { ServerResponse as HttpResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isGone, type NodeResponse } from './node-messages.js'

/** Requests behind others of their HTTP/1.1 connection that are worked on at once (ours). */
const MOST_AT_ONCE = 32
/** How many there may be before the connection is read no further (ours). */
const MOST_BEHIND = 64
/** Bytes of an answer that may still be unsent when the next request counts as coming after it (ours). */
const MOST_ON_THE_WAY = 64 * 1024

/** An HTTP/1.1 connection, and those of its requests that came before others were answered. */
class Connection {
  /** Whether the newest request is answered, but for unsent bytes. */
  isAnswered = false
  readonly #socket: Socket
  /** Responses to requests that are behind others. */
  readonly #behind = new Set<HttpResponse>()
  /** Those that are not worked on yet. */
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.once('close', () => this.#end())
  }

  /**
   * Takes a request that has come, and returns whether others are ahead of it. Node emits a client's next request before the event
   * that
   * the last bytes of an answer were sent, so a request whose answer is being sent is not ahead.
   */
  take(response: HttpResponse): boolean {
    const isFollowing = this.isAnswered && this.#behind.size === 0 && this.#socket.writableLength <= MOST_ON_THE_WAY
    this.isAnswered = false
    if (isFollowing || !isBehind(response)) return false
    this.#behind.add(response)
    return true
  }

  /** Begins a request that is behind others, or does so when some of these are answered. */
  enqueue(response: HttpResponse, begin: () => void): void {
    if (this.#behind.size >= MOST_BEHIND && !this.#isHeld) {
      this.#isHeld = true
      // Node resumes reading at the end of each request: this comes after the last of those that it has read already.
      process.nextTick(() => this.#socket.pause())
    }
    response.once('close', () => this.#dequeue(response))
    if (this.#behind.size - this.#waiting.length > MOST_AT_ONCE) this.#waiting.push(begin)
    else begin()
  }

  #dequeue(response: HttpResponse): void {
    this.#behind.delete(response)
    this.#waiting.shift()?.()
    if (!this.#isHeld || this.#waiting.length > 0) return
    this.#isHeld = false
    this.#socket.resume()
  }

  /** Node closes only the response that has the socket, and those whose predecessors have ended: nothing would end the others. */
  #end(): void {
    for (const response of this.#behind) {
      if (!isBehind(response)) continue
      response.destroy()
      response.emit('close')
    }
  }
}

const connections = new WeakMap<Socket, Connection>()

function connectionOf({ req: { socket } }: HttpResponse): Connection {
  let connection = connections.get(socket)
  if (!connection) {
    connection = new Connection(socket)
    connections.set(socket, connection)
  }
  return connection
}

/** A response has the connection from the start, or once those ahead of it are sent. */
const isBehind = (response: HttpResponse): boolean => response.socket === null

/** Takes note that a request has come. Tells whether other requests of its connection are not answered yet, or may be. */
export const noteArrived = (response: NodeResponse): boolean => 'stream' in response || connectionOf(response).take(response)

/**
 * Begins a request that shares its connection, or does so when others that came before are answered. Nothing more is read of a
 * connection while many wait.
 */
export function inItsTurn(response: NodeResponse, begin: () => void): void {
  if ('stream' in response) begin()
  else connectionOf(response).enqueue(response, begin)
}

/** Takes note that the last bytes of a response were handed to Node. */
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
