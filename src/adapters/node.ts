/**
 * A control plane behind Node servers: http, https, http2, Express, Connect, and Fastify by its raw request.
 *
 * @module
 */

import type { Expanded } from '../meta/index.js'
import type { RequestHandler, ServerResponse } from '../server/index.js'
import { checkHandler } from './check-handler.js'
import { discardBody } from './discard-body.js'
import { isGone, type NodeRequest, type NodeResponse } from './node-messages.js'
import { inItsTurn, noteAnswered, noteAnswering, whenOver } from './node-pipelining.js'
import { AdaptedNodeRequest } from './node-request.js'
import { sendNodeResponse } from './node-response.js'
import { keepTickClass } from './node-ticks.js'
import { onceAllAreDone, onceAllAreRead } from './node-turns.js'

// When the module is loaded: memory may be collected before the first handler is made.
keepTickClass()

/** Handles requests of a Node server. */
export type NodeHandler = Expanded<(request: NodeRequest, response: NodeResponse) => void>

/**
 * Makes a listener for requests of Node servers.
 *
 * It answers every request. As Express or Connect middleware it may be mounted at a path, before any body parser. With Fastify,
 * pass `request.raw` and `reply.raw` after `reply.hijack()`, on an instance whose content type parsers leave bodies unread.
 *
 * @param handler - A control plane.
 * @returns A request listener.
 * @throws TypeError for any other value, such as the promise of a plane.
 */
export function nodeHandler(handler: RequestHandler): NodeHandler {
  checkHandler('nodeHandler', handler)
  return (request, response) => {
    // At once, as a host may change the request after this call.
    const adapted = new AdaptedNodeRequest(request, response)
    const begin = () => {
      // A request that was cancelled at once (HTTP/2 rapid reset) causes no work.
      if (isGone(response)) return
      handler.handle(adapted).then(
        (answer) =>
          onceAllAreDone(() => {
            adapted.answering()
            send(response, answer)
          }),
        // A request handler should never reject; if it does, its client must not wait forever.
        () => response.destroy(),
      )
    }
    if (adapted.sharesConnection) inItsTurn(response, begin)
    else onceAllAreRead(begin)
  }
}

function send(response: NodeResponse, answer: ServerResponse): void {
  if (answer.onOver) whenOver(response, answer.onOver)
  noteAnswering(response, answer.body.length ?? Number.POSITIVE_INFINITY)
  try {
    sendNodeResponse(response, answer)
  } catch (error) {
    sendInstead(response, answer, error)
  }
  noteAnswered(response)
}

/** Answers 500 when the host refuses the headers of an answer. A partly sent answer is broken off. */
function sendInstead(response: NodeResponse, { headers, body, onUnsendable }: ServerResponse, error: unknown): void {
  const instead = onUnsendable?.(error)
  if (!instead || response.headersSent) {
    response.destroy()
    return
  }
  try {
    discardBody(body)
    for (const [name] of [...headers, ['content-length']]) response.removeHeader(name)
    sendNodeResponse(response, instead)
  } catch {
    response.destroy()
  }
}
