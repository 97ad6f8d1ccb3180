/**
 * Routing of requests.
 *
 * @module
 */

import { findRoute, type RouteCatalog } from '../route.js'
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
