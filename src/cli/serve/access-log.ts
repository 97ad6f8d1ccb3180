/**
 * `--access-log`: a line for each request.
 *
 * @module
 */

import { type Clock, systemClock } from '../../meta/index.js'
import type { RequestHandler, ServerRequest, ServerResponse } from '../../server/index.js'
import { jsonLine } from './json-logger.js'

/** Limit for a path and a User-Agent in a line: both are untrusted text. */
const MAX_TEXT = 1000

/** What the log says of a request. */
interface Access {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  /** Milliseconds until the last of the answer was handed on: of a watch, as long as it lasted. */
  readonly durationMs: number
  readonly remoteAddress: string
  readonly userAgent: string
  /** The id under which audit, traces and errors know the request. */
  readonly auditId: string
}

/** Where a line goes to, and what time it is. */
export interface AccessLogOptions {
  readonly clock?: Clock
  readonly write?: (line: string) => void
}

/**
 * Has a line printed for each request when it is over. Credentials are in none of what a line holds.
 *
 * @param handler - Answers the requests.
 * @param format - `text`, or `json` for one object a line.
 * @param options - `clock` and `write` default to the machine's and to standard output.
 */
export function withAccessLog(
  handler: RequestHandler,
  format: 'text' | 'json',
  { clock = systemClock, write = (line) => console.log(line) }: AccessLogOptions = {},
): RequestHandler {
  return {
    async handle(request) {
      const startMs = clock.now()
      const { remoteAddress } = request
      const answer = await handler.handle(request)
      return whenOver(answer, () => {
        const access = describe(request, answer, { startMs, nowMs: clock.now(), remoteAddress })
        write(format === 'json' ? jsonLine(clock.now(), 'info', 'request', { ...access }) : textLine(clock.now(), access))
      })
    },
  }
}

/** The answer, and a call when all of it was handed on or its client has left. */
function whenOver(answer: ServerResponse, call: () => void): ServerResponse {
  const { body } = answer
  if (body instanceof Uint8Array) {
    call()
    return answer
  }
  return {
    ...answer,
    body: {
      ...(body.isLarge && { isLarge: true }),
      start(sink) {
        const release = body.start(sink)
        return () => {
          release()
          call()
        }
      },
    },
  }
}

interface Circumstances {
  readonly startMs: number
  readonly nowMs: number
  readonly remoteAddress: string | undefined
}

function describe(
  request: ServerRequest,
  { status, headers }: ServerResponse,
  { startMs, nowMs, remoteAddress }: Circumstances,
): Access {
  const find = (lines: ServerRequest['headers'], wanted: string) => lines.find(([name]) => name === wanted)?.[1] ?? ''
  return {
    method: short(request.method),
    path: short(request.url),
    status,
    durationMs: nowMs - startMs,
    remoteAddress: remoteAddress ?? '',
    userAgent: short(find(request.headers, 'user-agent')),
    auditId: find(headers, 'audit-id'),
  }
}

const textLine = (nowMs: number, { method, path, status, durationMs, remoteAddress, userAgent, auditId }: Access): string =>
  `${new Date(nowMs).toISOString()} access ${method} ${path} from ${remoteAddress || 'somewhere'}: ${status} in ${durationMs} ms by ${JSON.stringify(userAgent)} [${auditId}]`.replace(
    /\p{Cc}/gu,
    ' ',
  )

const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
