/**
 * The server: one HTTP request in, one response out, whatever happens in between.
 *
 * @module
 */

import {
  chosenAuditId,
  type Endpoints,
  type Exchange,
  type Logger,
  type RequestMetrics,
  type ServerLimits,
} from '../endpoints/index.js'
import {
  ANONYMOUS_USER,
  type Clock,
  check,
  copyWith,
  type Dialect,
  FLOW_RULES,
  type FlowRule,
  type Random,
  toApiError,
  type UserInfo,
} from '../meta/index.js'
import type { ResourceCatalog } from '../resources/index.js'
import { ListCache } from './answers/list-cache.js'
import { StreamRooms } from './answers/stream-room.js'
import { UnreadAnswers } from './answers/unread-answers.js'
import { compressed } from './content-coding.js'
import { checkHeaderLines } from './header-lines.js'
import type { RequestHandler, ServerRequest, ServerResponse } from './http.js'
import { HttpDoor, type HttpDoorParts, PLAIN_FORM } from './http-door.js'
import { Negotiator } from './negotiation.js'
import { parseRequest } from './parse-request.js'
import type { ParsedRequest } from './parsed-request.js'
import type { PathHandler } from './path-handler.js'
import { errorResponse, NO_CACHE } from './respond.js'
import { warningHeaders } from './warning-headers.js'

/** Options of a server. */
export interface ServerOptions {
  readonly endpoints: Endpoints
  readonly catalog: ResourceCatalog
  readonly dialect: Dialect
  readonly limits: ServerLimits
  readonly metrics: Pick<RequestMetrics, 'streamed'>
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  /** Asked in this order for paths that name no resource. */
  readonly pathHandlers: readonly PathHandler[]
}

const aRequest = check.fits(
  'a request as adapters make it: nodeHandler and fetchHandler of binnacle/adapters take those of servers',
  (value) => check.isObject(value) && typeof value.url === 'string' && Array.isArray(value.headers),
)

/**
 * Makes a request handler that never throws and never rejects, whatever a client sends.
 *
 * @param options - See {@link ServerOptions}.
 */
export function createServer({ endpoints, logger, random, ...options }: ServerOptions): RequestHandler {
  const { limits } = options
  const parts: HttpDoorParts = {
    ...options,
    negotiator: new Negotiator(options.dialect),
    lists: new ListCache(),
    rooms: new StreamRooms(limits.maxUnreadAnswerBytes),
    unread: new UnreadAnswers({
      maxBytes: limits.maxUnreadAnswerBytes,
      timeoutMs: limits.requestTimeoutMs,
      clock: options.clock,
    }),
    onFault: ({ request, auditId }, error) => logger.error('a response failed midway', { path: request.path, auditId, error }),
  }
  const held = (raw: ServerRequest, response: ServerResponse, { username }: UserInfo = ANONYMOUS_USER) =>
    raw.sharesConnection ? parts.unread.holdStream(response, username) : response
  const flows = new Map(FLOW_RULES.map((rule) => [rule, flowHeaders(rule, options.dialect)]))
  return {
    async handle(raw) {
      check.refuse('handle', aRequest(raw, 'request'))
      let request: ParsedRequest
      try {
        request = parseRequest(raw, limits.maxUrlLength)
        checkHeaderLines(raw, limits.maxHeaderLines)
      } catch (error) {
        return held(raw, unread(raw, random, await errorResponse(toApiError(error), PLAIN_FORM)))
      }
      const exchange = endpoints.begin(request, new HttpDoor(request, parts))
      const response = await endpoints.handle(exchange)
      return held(raw, complete(exchange, request, response, exchange.flow && flows.get(exchange.flow)), exchange.user)
    },
  }
}

/** The answer to an unreadable request. */
const unread = ({ headers }: ServerRequest, random: Random, response: ServerResponse): ServerResponse => ({
  ...response,
  headers: [...response.headers, ['audit-id', chosenAuditId(headers) ?? random.uuid()], NO_CACHE],
})

/** The level and rule of a request, in the headers of Kubernetes. */
const flowHeaders = ({ schemaUid, levelUid }: FlowRule, { name }: Dialect): ServerResponse['headers'] => [
  [`x-${name}-pf-flowschema-uid`, schemaUid],
  [`x-${name}-pf-prioritylevel-uid`, levelUid],
]

/** Adds the headers that every answer has. */
function complete(
  { auditId, warnings }: Exchange<ServerResponse>,
  request: ParsedRequest,
  response: ServerResponse,
  ofLevel: ServerResponse['headers'] = [],
): ServerResponse {
  // Most lists of headers are frozen, with which V8 has slow paths for `concat` and `some`.
  const headers = [...response.headers, ...ofLevel, ['audit-id', auditId] as const]
  if (!headers.some((header) => header[0] === 'cache-control')) headers.push(NO_CACHE)
  if (!warnings.isEmpty) headers.push(...warningHeaders(warnings))
  return compressed(request, copyWith(response, { headers }))
}
