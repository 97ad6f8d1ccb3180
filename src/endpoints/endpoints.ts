/**
 * The path of every request, over HTTP or in process.
 *
 * @module
 */

import type { Auditor } from '../audit/index.js'
import { ApiError, type Clock, isThenable, type Random, serviceUnavailable, toApiError, tryThen } from '../meta/index.js'
import { type Door, Exchange } from './exchange.js'
import type { Logger } from './logger.js'
import type { RequestInfo } from './request-info.js'
import type { RequestMetrics } from './request-metrics.js'
import { composeStages, type Stage } from './stage.js'
import { noteAnswer, noteRefusal } from './stages/audit.js'
import { type RequestTrace, RequestTracer, traced } from './trace.js'

/** What the endpoints are made from. */
export interface EndpointsOptions {
  /** The stages that each request passes, in this order. */
  readonly stages: readonly Stage[]
  /** Answers the request after the last stage. */
  readonly last: <A>(exchange: Exchange<A>) => A | Promise<A>
  readonly metrics: Pick<RequestMetrics, 'observe'>
  /** Records requests; undefined when auditing is off. */
  readonly auditor?: Auditor | undefined
  readonly logger: Logger
  readonly clock: Clock
  readonly random: Random
  /** Takes the trace of each answered request; undefined when tracing is off. */
  readonly trace?: (trace: RequestTrace) => void
  /** True once the plane is closed. */
  readonly isClosed: () => boolean
}

/** Takes requests from doors. */
export interface Endpoints {
  /** Starts a request, which {@link Endpoints.handle} continues. */
  begin<A>(request: RequestInfo, door: Door<A>): Exchange<A>
  /**
   * Runs the stages, and has the door answer.
   *
   * @returns What the door's `answer` or `refuse` returns, at once if nothing had to be awaited. Rejects only when `refuse` does, and
   *   never throws.
   */
  handle<A>(exchange: Exchange<A>): A | Promise<A>
}

/**
 * Makes the endpoints.
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
    const failed = (error: unknown) => logger.error('a trace handler failed', { auditId: told.auditId, error })
    tryThen(
      () => trace?.(told),
      () => {},
      failed,
    )
  }
  const observe = (exchange: Exchange, tracer: RequestTracer | undefined) => {
    const { request, code, answerBytes, startedMs, door, target } = exchange
    // The plane's own loops watch all types: their requests say nothing of who still needs a deprecated version.
    const isOwnUse = door.isControlLoop && target?.version.deprecated === true
    if (!isOwnUse) metrics.observe(request, code, (clock.now() - startedMs) / 1000, answerBytes)
    if (tracer) tell(tracer.finish(exchange))
  }
  const conclude = async <A>(exchange: Exchange<A>, pending: A | Promise<A>, tracer: RequestTracer | undefined): Promise<A> => {
    try {
      const answer = await pending
      if (auditor) await noteAnswer(exchange)
      return answer
    } catch (thrown) {
      const error = refusalOf(exchange, thrown)
      exchange.code = error.status.code
      tracer?.refused(error)
      if (auditor) await noteRefusal(auditor, exchange, error)
      return await exchange.door.refuse(exchange, error)
    } finally {
      observe(exchange, tracer)
    }
  }
  return {
    begin: (request, door) => new Exchange(request, door, random),
    handle<A>(exchange: Exchange<A>) {
      exchange.startedMs = clock.now()
      const tracer = trace && new RequestTracer()
      exchange.tracer = tracer
      let answer: A | Promise<A>
      try {
        if (isClosed()) throw serviceUnavailable('the server is shut down', 1)
        answer = chain(exchange)
      } catch (thrown) {
        answer = Promise.reject(thrown)
      }
      if (auditor || isThenable(answer)) return conclude(exchange, answer, tracer)
      observe(exchange, tracer)
      return answer
    },
  }
}
