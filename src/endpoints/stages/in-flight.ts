/**
 * The stage `limits`: counts the requests in flight, and bounds them.
 *
 * @module
 */

import { andFinally, PLANE_USER } from '../../meta/index.js'
import type { FlowControl } from '../flow/flow-control.js'
import { PROBES } from '../flow/levels.js'
import { isLongRunning, isReadMethod } from '../request-info.js'
import type { RequestMetrics } from '../request-metrics.js'
import type { Stage } from '../stage.js'

/** Counts the requests in flight. */
export class InFlight {
  reads = 0
  writes = 0
  /** Requests of the plane itself, such as of its control loops. */
  own = 0
  #waiting: (() => void)[] = []

  /** Resolves when no request is in flight. */
  whenIdle(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves the waiting promises after the last request. */
  wakeIfIdle(): void {
    if (this.#count > 0) return
    for (const wake of this.#waiting.splice(0)) wake()
  }

  get #count(): number {
    return this.reads + this.writes + this.own
  }
}

/** Health checks are always answered, as a busy server is not a dead one. */
const HEALTH_PATH = /^\/(?:healthz|livez|readyz)(?:\/|$)/

/** Options of {@link limitInFlight}. */
export interface InFlightOptions {
  readonly inFlight: InFlight
  readonly control: FlowControl
  /** Counts the requests. */
  readonly metrics: Pick<RequestMetrics, 'begin' | 'end'>
}

/**
 * The stage `limits`: gives each request a slot until its work is over; 429 when there are too many. Health checks need none. Nor
 * does the plane itself: its requests may be part of one that holds the last seat. Watches are not counted.
 *
 * @param options - See {@link InFlightOptions}.
 */
export function limitInFlight({ inFlight, control, metrics }: InFlightOptions): Stage {
  return {
    name: 'limits',
    handle(exchange, next) {
      const { request, door } = exchange
      const isRead = isReadMethod(request.method)
      const kind = isRead ? 'readOnly' : 'mutating'
      const isOwn = door.user === PLANE_USER
      const isHealthCheck = !request.isResourceRequest && HEALTH_PATH.test(request.path)
      const isExempt = isOwn || isHealthCheck
      if (isHealthCheck) exchange.flow = PROBES
      if (!isExempt) exchange.slot = control.acquire(request, kind, door)
      const isCounted = !isLongRunning(request)
      const counted = isOwn ? 'own' : isRead ? 'reads' : 'writes'
      if (isCounted) {
        inFlight[counted] += 1
        metrics.begin(kind)
      }
      return andFinally(
        () => next(exchange),
        () => {
          exchange.slot?.release()
          if (!isCounted) return
          inFlight[counted] -= 1
          metrics.end(kind)
          inFlight.wakeIfIdle()
        },
      )
    },
  }
}
