/**
 * Requests and responses of Node servers, of HTTP/1 and of the compatibility API of HTTP/2.
 *
 * @module
 */

import type { ServerResponse as HttpResponse, IncomingMessage } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Expanded } from '../meta/index.js'

/** Requests of `node:http` and `node:https`, or of the compatibility API of `node:http2`. */
export type NodeRequest = Expanded<IncomingMessage | Http2ServerRequest>
/** Responses of the same servers. */
export type NodeResponse = Expanded<HttpResponse | Http2ServerResponse>

/** Whether the client or the host has ended a response. */
export const isGone = (response: NodeResponse): boolean =>
  'stream' in response
    ? response.stream === undefined || response.stream.destroyed
    : // A pipelined response has no connection until the earlier ones are sent, and no event when that ends.
      response.destroyed || (response.socket === null && response.req.socket.destroyed)
