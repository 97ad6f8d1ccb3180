/**
 * Routing of requests.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import type { RequestMetrics } from '../request-metrics.js'
import { deprecationWarning, findRoute, type RouteCatalog } from '../route.js'
import type { Stage } from '../stage.js'

/**
 * Finds the type, namespace and verb of a request. A request that names no resource is answered by the door.
 *
 * @param catalog - The types that are served.
 */
export const routing = (catalog: RouteCatalog): Stage => ({
  name: 'routing',
  handle(exchange, next) {
    const { request } = exchange
    const route = request.isResourceRequest ? findRoute(request, catalog) : undefined
    if (!route) return exchange.answer({ kind: 'unrouted' })
    exchange.target = route.target
    exchange.verb = route.verb
    return next(exchange)
  },
})

/** Options of {@link deprecation}. */
export interface DeprecationOptions {
  readonly dialect: Dialect
  readonly metrics: Pick<RequestMetrics, 'usedDeprecated'>
}

/**
 * Warns of each use of a deprecated version, counts it and records it.
 *
 * @param options - The plane's dialect and metrics.
 * @see Specification, "Signals on use of deprecated APIs"
 */
export const deprecation = ({ dialect: { groupDomain }, metrics }: DeprecationOptions): Stage => ({
  name: 'deprecation',
  handle(exchange, next) {
    const { target, door, audit } = exchange
    const warning = target && !door.isControlLoop ? deprecationWarning(target) : undefined
    if (target && warning !== undefined) {
      exchange.warn(warning)
      metrics.usedDeprecated(target)
      audit?.annotate(`${groupDomain}/deprecated`, 'true')
      const { removed } = target.version.life ?? {}
      if (removed !== undefined) audit?.annotate(`${groupDomain}/removed-release`, removed)
    }
    return next(exchange)
  },
})
