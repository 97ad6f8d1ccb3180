/**
 * Where a request goes.
 *
 * @module
 */

import { deprecationWarning, findRoute, type RouteCatalog } from '../route.js'
import type { Stage } from '../stage.js'

/**
 * Finds the type, the place and the verb that a request names. What names no resource is for the door itself to answer.
 *
 * @param catalog - The types that are served.
 */
export const routing = (catalog: RouteCatalog): Stage => ({
  name: 'routing',
  handle(exchange, next) {
    const { request } = exchange
    const route = request.isResourceRequest ? findRoute(request, catalog) : undefined
    if (!route) return Promise.resolve(exchange.answer({ kind: 'unrouted' }))
    exchange.target = route.target
    exchange.verb = route.verb
    return next(exchange)
  },
})

/** Warns of every use of a deprecated version. */
export const deprecation: Stage = {
  name: 'deprecation',
  handle(exchange, next) {
    const warning = exchange.target && deprecationWarning(exchange.target)
    if (warning !== undefined) exchange.warn(warning)
    return next(exchange)
  },
}
