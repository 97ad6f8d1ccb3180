/**
 * Requests that are not valid HTTP/1: they are answered with a Status, like all other refusals.
 *
 * @module
 */

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Server, Socket } from 'node:net'
import { ApiError, badRequest, methodNotAllowed } from '../../meta/index.js'

/** Node's error for an unreadable request. */
interface ReadError extends Error {
  readonly code?: string
}

/** A connection with its current answer, in Node's internal property; with TLS, also whether the handshake is not over. */
export type Answering = Socket & { readonly _httpMessage?: ServerResponse | null; readonly secureConnecting?: boolean }

/**
 * Answers unreadable requests of a server, and closes their connections.
 *
 * @param server - The server. HTTP/2 clients get an HTTP/2 error.
 */
export function answerUnreadRequests(server: Server): void {
  server.on('clientError', (error: ReadError, socket: Answering) => {
    const before = socket._httpMessage
    // No answer can be sent on a closed connection, before the end of a handshake, nor after the headers of another answer.
    const isUnready = !socket.writable || socket.secureConnecting === true
    if (isUnready || error.code === 'ECONNRESET' || before?.headersSent) socket.destroy()
    else if (before) before.once('finish', () => refuse(socket, error))
    else refuse(socket, error)
  })
}

function refuse(socket: Socket, error: ReadError): void {
  const { status } = refusalOf(error)
  const body = JSON.stringify(status)
  const head = [
    `HTTP/1.1 ${status.code} ${STATUS_CODES[status.code]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refusalOf({ code }: ReadError): ApiError {
  switch (code) {
    // Node supports only registered HTTP methods.
    case 'HPE_INVALID_METHOD':
      return methodNotAllowed()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError({ code: 408, reason: 'Timeout', message: 'the request did not come in time' })
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError({ code: 431, message: 'the header lines of the request are too long' })
    default:
      return badRequest('the request cannot be read as HTTP')
  }
}
