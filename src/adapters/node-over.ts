/**
 * When answers of connections with many requests are over: of HTTP/2, and of HTTP/1.1 where the next request comes before the answer
 * to the one ahead of it (RFC 9112 §9.3.2). Node reads all of these, and keeps their answers until it is their turn.
 *
 * @module
 */

import type { Socket } from 'node:net'
import { isGone, type NodeResponse } from './node-messages.js'

/** Answers that wait behind others, by connection: of those Node tells nobody that the connection has ended. */
const waiting = new WeakMap<object, Set<() => void>>()

/** Whether other requests of the connection are not answered yet, or may be. Asked when a request comes. */
export const sharesConnection = (response: NodeResponse): boolean => 'stream' in response || response.socket === null

/**
 * Calls back once when a response was sent, or its connection has ended.
 *
 * @param response - The response.
 * @param callback - Called once.
 */
export function whenOver(response: NodeResponse, callback: () => void): void {
  if (isGone(response)) callback()
  else if ('stream' in response) response.once('close', callback)
  else if (response.req.socket.destroyed) callback()
  else {
    const all = waitingOn(response.req.socket)
    const over = () => {
      if (all.delete(over)) callback()
    }
    all.add(over)
    response.once('close', over)
  }
}

function waitingOn(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const all = new Set<() => void>()
  waiting.set(socket, all)
  socket.once('close', () => {
    for (const over of all) over()
  })
  return all
}
