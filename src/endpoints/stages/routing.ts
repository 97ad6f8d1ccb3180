/**
 * Where a request goes.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
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

/**
 * Warns of every use of a deprecated version, and has it written down.
 *
 * @param dialect - The plane's words.
 * @see Specification, "Signals on use of deprecated APIs"
 */
export const deprecation = ({ groupDomain }: Dialect): Stage => ({
  name: 'deprecation',
  handle(exchange, next) {
    const warning = exchange.target && deprecationWarning(exchange.target)
    if (warning !== undefined) {
      exchange.warn(warning)
      exchange.audit?.annotate(`${groupDomain}/deprecated`, 'true')
      const removed = exchange.target?.version.life?.removed
      if (removed !== undefined) exchange.audit?.annotate(`${groupDomain}/removed-release`, removed)
    }
    return next(exchange)
  },
})
