/**
 * How many requests are worked on at once.
 *
 * @module
 */

import { tooManyRequests } from '../../meta/index.js'
import { type Filter, isLongRunning } from '../exchange.js'
import type { ServerLimits } from '../limits.js'
import type { Metrics } from '../metrics/index.js'

/** Counts the requests that are being answered. */
export class InFlight {
  reads = 0
  writes = 0
  #waiting: (() => void)[] = []

  /** Resolves when no request is being answered; at once when there is none. */
  whenIdle(): Promise<void> {
    return this.reads + this.writes === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Wakes those who wait for the last request. */
  settle(): void {
    if (this.reads + this.writes > 0) return
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A busy server is not a dead one: these are always answered. */
const HEALTH_PATH = /^\/(?:healthz|livez|readyz)(?:\/|$)/

/**
 * Refuses with 429 what is too much at once. Watches have a limit of their own, and health checks none.
 *
 * @param inFlight - The counters.
 * @param limits - How many reads and writes are taken on.
 * @param metrics - Shows how many there are.
 */
export function limitInFlight(inFlight: InFlight, limits: ServerLimits, metrics: Pick<Metrics, 'begin'>): Filter {
  return async (exchange, next) => {
    const { request } = exchange
    if (isLongRunning(request)) return next(exchange)
    const kind = READ_METHODS.has(request.method) ? 'reads' : 'writes'
    const limit = kind === 'reads' ? limits.maxReadsInFlight : limits.maxWritesInFlight
    if (inFlight[kind] >= limit && !HEALTH_PATH.test(request.path)) {
      throw tooManyRequests('too many requests at once, please try again later', 1)
    }
    inFlight[kind] += 1
    const end = metrics.begin(kind === 'reads' ? 'readOnly' : 'mutating')
    try {
      return await next(exchange)
    } finally {
      inFlight[kind] -= 1
      end()
      inFlight.settle()
    }
  }
}
