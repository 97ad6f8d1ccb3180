/**
 * Answers while a plane is starting: its progress, and 503 to everything else.
 *
 * @module
 */

import { type Clock, serviceUnavailable, toApiError } from '../../meta/index.js'
import type { RequestHandler, ServerRequest, ServerResponse } from '../http.js'
import { parseRequest } from '../parse-request.js'
import { errorResponse } from '../respond.js'
import { createHealth, type Health } from './health.js'

/** Options of {@link createStartingHandler}. */
export interface StartingOptions {
  readonly clock: Clock
  /** Milliseconds for which `/livez` passes while the plane starts. */
  readonly livezGraceMs: number
}

/** Longest URL that is read. */
const MAX_URL_LENGTH = 32 * 1024
/** The check that fails until the plane has started. */
const START = 'poststarthook/start'
const PLAIN = { format: 'json', pretty: false } as const

/**
 * Makes the handler of requests that come while the state is being loaded. `/healthz` and `/readyz` say that it is not over, and so
 * does
 * `/livez` once the grace period is.
 *
 * @param options - See {@link StartingOptions}.
 * @see Specification, "Health endpoints"
 */
export function createStartingHandler({ clock, livezGraceMs }: StartingOptions): RequestHandler {
  const startedMs = clock.now()
  const healthThat = (passes: boolean): Health => createHealth({ checks: () => [{ name: START, check: () => passes }] })
  const [waits, trusts] = [healthThat(false), healthThat(true)]
  return {
    async handle(raw: ServerRequest): Promise<ServerResponse> {
      try {
        const request = parseRequest(raw, MAX_URL_LENGTH)
        const isTrusted = request.segments[0] === 'livez' && clock.now() - startedMs < livezGraceMs
        const answer = await (isTrusted ? trusts : waits).handle(request)
        if (answer) return answer
        throw serviceUnavailable('the server is starting', 1)
      } catch (error) {
        return errorResponse(toApiError(error), PLAIN)
      }
    },
  }
}
