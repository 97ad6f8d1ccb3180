/**
 * `--access-log`: a line for each request.
 *
 * @module
 */

import { type Clock, systemClock } from '../../meta/index.js'
import type { RequestHandler, ServerRequest, ServerResponse } from '../../server/index.js'
import { jsonLine } from './json-logger.js'
import { printLine } from './print-line.js'

/** Limit for a path and a User-Agent in a line: both are untrusted text. */
const MAX_TEXT = 1000

/** The fields of an access log line. */
interface Access {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  /** Milliseconds until the end of the answer was passed on; for a watch, its whole duration. */
  readonly durationMs: number
  readonly remoteAddress: string
  readonly userAgent: string
  /** The audit id, which audit events, traces and errors have too. */
  readonly auditId: string
}

/** Output and clock of lines about requests. */
export interface LineOptions {
  readonly clock?: Clock
  readonly write?: (line: string) => void
}

/**
 * Prints a line for each request when it is over. No field of a line contains credentials.
 *
 * @param handler - Answers the requests.
 * @param format - `text`, or `json` for one object per line.
 * @param options - `clock` and `write` default to the machine's and to standard output.
 */
export function withAccessLog(
  handler: RequestHandler,
  format: 'text' | 'json',
  { clock = systemClock, write = printLine }: LineOptions = {},
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

/** The answer, and a callback when all of it was passed on or its client has disconnected. */
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
