/**
 * The one way of a request, whichever door it came in by.
 *
 * @module
 */

import type { Auditor } from '../audit/index.js'
import { ApiError, type Clock, type Random, serviceUnavailable, toApiError } from '../meta/index.js'
import { type Door, Exchange } from './exchange.js'
import type { Logger } from './logger.js'
import type { RequestInfo } from './request-info.js'
import type { RequestMetrics } from './request-metrics.js'
import { composeStages, type Stage } from './stage.js'
import { noteAnswer, noteRefusal } from './stages/audit.js'
import { type RequestTrace, RequestTracer, traced } from './trace.js'

/** What the way of requests is made from. */
export interface EndpointsOptions {
  /** What each request passes, in this order. */
  readonly stages: readonly Stage[]
  /** What answers in the end. */
  readonly last: <A>(exchange: Exchange<A>) => Promise<A>
  readonly metrics: Pick<RequestMetrics, 'observe'>
  /** Records requests; without it none is recorded. */
  readonly auditor?: Auditor | undefined
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  /** Takes the trace of each request that was answered; without it nothing is noted. */
  readonly trace?: (trace: RequestTrace) => void
  /** True when nothing can be answered any more. */
  readonly isClosed: () => boolean
}

/** Takes requests from doors. */
export interface Endpoints {
  /** Starts the way of a request; it goes on with {@link Endpoints.handle}. */
  begin<A>(request: RequestInfo, door: Door<A>): Exchange<A>
  /**
   * Has a request answered by its door.
   *
   * @returns What the door's `answer` or `refuse` returns. Rejects only when `refuse` does.
   */
  handle<A>(exchange: Exchange<A>): Promise<A>
}

/**
 * Makes the way of requests.
 *
 * @param options - See {@link EndpointsOptions}.
 */
export function createEndpoints(options: EndpointsOptions): Endpoints {
  const { stages, last, metrics, logger, clock, random, isClosed, trace, auditor } = options
  const chain = composeStages(trace ? stages.map(traced) : stages, last)
  const refusalOf = ({ request, auditId }: Exchange, thrown: unknown): ApiError => {
    const error = toApiError(thrown)
    if (!(thrown instanceof ApiError) || error.status.code === 500) {
      logger.error('a request failed', { method: request.method, path: request.path, auditId, error: thrown })
    }
    return error
  }
  const tell = (told: RequestTrace) => {
    try {
      trace?.(told)
    } catch (error) {
      logger.error('the taker of traces failed', { auditId: told.auditId, error })
    }
  }
  return {
    begin: (request, door) => new Exchange(request, door, random),
    async handle(exchange) {
      const startedMs = clock.now()
      exchange.startedMs = startedMs
      const tracer = trace && new RequestTracer()
      exchange.tracer = tracer
      try {
        if (isClosed()) throw serviceUnavailable('the server is shut down', 1)
        const answer = await chain(exchange)
        const kept = noteAnswer(exchange)
        if (kept) await kept
        return answer
      } catch (thrown) {
        const error = refusalOf(exchange, thrown)
        exchange.code = error.status.code
        tracer?.refused(error)
        if (auditor) await noteRefusal(auditor, exchange, error)
        return await exchange.door.refuse(exchange, error)
      } finally {
        metrics.observe(exchange.request, exchange.code, (clock.now() - startedMs) / 1000)
        if (tracer) tell(tracer.finish(exchange))
      }
    },
  }
}
