/**
 * Requests that cannot be read as HTTP/1: they are answered with a Status, as all that the plane refuses is.
 *
 * @module
 */

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Server, Socket } from 'node:net'
import { ApiError, badRequest, methodNotAllowed } from '../../meta/index.js'

/** What Node says of a request that it could not read. */
interface ReadError extends Error {
  readonly code?: string
}

/** The answer that a connection is at, as Node keeps it there. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/**
 * Answers on connections of a server whose requests Node cannot read, and ends them.
 *
 * @param server - The server. HTTP/2 clients get an error of that protocol.
 */
export function answerUnreadRequests(server: Server): void {
  server.on('clientError', (error: ReadError, socket: Answering) => {
    const before = socket._httpMessage
    // No answer can be sent on a closed connection, nor after the headers of another answer.
    if (!socket.writable || error.code === 'ECONNRESET' || before?.headersSent) socket.destroy()
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
    // Node knows the methods of the HTTP registry, and none beside them.
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
