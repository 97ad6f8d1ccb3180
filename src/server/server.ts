/**
 * The server: one request in, one response out, whatever happens in between.
 *
 * @module
 */

import { ApiError, type Random, serviceUnavailable, toApiError } from '../meta/index.js'
import { compressed } from './content-coding.js'
import { createExchange, type Exchange, type ExchangeHandler } from './exchange.js'
import { checkHeaderLines } from './header-lines.js'
import type { RequestHandler, ServerRequest, ServerResponse } from './http.js'
import type { ServerLimits } from './limits.js'
import type { Logger } from './logger.js'
import type { Negotiator } from './negotiation.js'
import { parseRequest } from './parse-request.js'
import type { ParsedRequest } from './parsed-request.js'
import { errorResponse } from './respond.js'

/** What a server is made from. */
export interface ServerOptions {
  /** The filters, and what answers after them. */
  readonly chain: ExchangeHandler
  readonly negotiator: Negotiator
  readonly limits: ServerLimits
  readonly logger: Logger
  readonly random: Random
  /** True when nothing can be answered any more. */
  readonly isClosed: () => boolean
  /** Is told of each answer: the request, where it could be read, and the status. */
  readonly onAnswer: (request: ParsedRequest, status: number, startedMs: number) => void
  readonly now: () => number
}

const JSON_FORM = Object.freeze({ format: 'json', pretty: false } as const)
/** An audit id that a client may choose: short, and safe in a header and in a log. */
const AUDIT_ID = /^[\x21-\x7e]{1,64}$/

/**
 * Makes a request handler that never throws and never rejects.
 *
 * @param options - See {@link ServerOptions}.
 */
export function createServer(options: ServerOptions): RequestHandler {
  const { chain, limits, onAnswer, isClosed, now } = options
  return {
    async handle(raw) {
      const startedMs = now()
      let exchange: Exchange | undefined
      let response: ServerResponse
      try {
        exchange = createExchange(parseRequest(raw, limits.maxUrlLength))
        checkHeaderLines(raw, limits.maxHeaderLines)
        if (isClosed()) throw serviceUnavailable('the server is shut down', 1)
        response = await chain(exchange)
      } catch (error) {
        response = await failed(options, raw, exchange, error)
      }
      if (exchange) onAnswer(exchange.request, response.status, startedMs)
      return complete(options, raw, exchange, response)
    },
  }
}

async function failed(
  { negotiator, logger }: ServerOptions,
  raw: ServerRequest,
  exchange: Exchange | undefined,
  thrown: unknown,
): Promise<ServerResponse> {
  const error = toApiError(thrown)
  if (!(thrown instanceof ApiError) || error.status.code === 500) {
    logger.error('a request failed', { method: raw.method, path: exchange?.request.path, error: thrown })
  }
  // Whoever is not known is told so in one form only.
  if (!exchange || error.status.code === 401) return errorResponse(error, JSON_FORM)
  try {
    return await errorResponse(error, await negotiator.chooseForError(exchange.request, exchange.textOnly))
  } catch (cause) {
    logger.error('a failure could not be written in the form asked for', { error: cause })
    return errorResponse(error, JSON_FORM)
  }
}

/** Adds the headers that every answer has. */
function complete(
  { random }: ServerOptions,
  raw: ServerRequest,
  exchange: Exchange | undefined,
  response: ServerResponse,
): ServerResponse {
  const headers = [...response.headers]
  headers.push(['audit-id', auditId(raw, random)])
  if (!headers.some(([name]) => name === 'cache-control')) headers.push(['cache-control', 'no-cache, private'])
  if (!exchange) return { ...response, headers }
  headers.push(...exchange.warnings.headers())
  return compressed(exchange.request, { ...response, headers })
}

function auditId({ headers }: ServerRequest, random: Random): string {
  for (const [name, value] of headers) if (name === 'audit-id' && AUDIT_ID.test(value)) return value
  return random.uuid()
}
