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

/** How many there are, those that are not worked on yet, and whether the connection is read no further. */
interface Queue {
  length: number
  isHeld: boolean
  readonly waiting: (() => void)[]
}
const queues = new WeakMap<Socket, Queue>()

/** Callbacks of {@link whenOver}, by connection: a response that is still behind others gets no `close` event when its connection ends. */
const overCallbacks = new WeakMap<Socket, Set<() => void>>()

/** Whether other requests of the connection are not answered yet, or may be. Asked when a request comes. */
export const sharesConnection = (response: NodeResponse): boolean => 'stream' in response || isBehind(response)

/** A response has the connection from the start, or once those ahead of it are sent. */
const isBehind = (response: HttpResponse): boolean => response.socket === null

/**
 * Begins a request, or does so when others of its connection that came before are answered. Nothing more is read of a connection while
 * many wait. Asked when a request comes.
 */
export function inItsTurn(response: NodeResponse, begin: () => void): void {
  if ('stream' in response || !isBehind(response)) {
    begin()
    return
  }
  const { socket } = response.req
  const queue = queues.get(socket) ?? { length: 0, isHeld: false, waiting: [] }
  queues.set(socket, queue)
  queue.length += 1
  if (queue.length >= MOST_BEHIND && !queue.isHeld) {
    queue.isHeld = true
    // Node reads on at the end of each request: of those that it has read already, this comes after the last.
    process.nextTick(() => socket.pause())
  }
  response.once('close', () => {
    queue.length -= 1
    queue.waiting.shift()?.()
    if (!queue.isHeld || queue.waiting.length > 0) return
    queue.isHeld = false
    socket.resume()
  })
  if (queue.length - queue.waiting.length > MOST_AT_ONCE) queue.waiting.push(begin)
  else begin()
}

/**
 * Calls back once when a response was sent, or its connection has ended.
 *
 * @param response - The response.
 * @param callback - Called once.
 */
export function whenOver(response: NodeResponse, callback: () => void): void {
  if (isGone(response)) callback()
  else if ('stream' in response) response.once('close', callback)
  else {
    const all = callbacksOf(response.req.socket)
    const over = () => {
      if (all.delete(over)) callback()
    }
    all.add(over)
    response.once('close', over)
  }
}

function callbacksOf(socket: Socket): Set<() => void> {
  const known = overCallbacks.get(socket)
  if (known) return known
  const all = new Set<() => void>()
  overCallbacks.set(socket, all)
  socket.once('close', () => {
    for (const over of all) over()
  })
  return all
}
