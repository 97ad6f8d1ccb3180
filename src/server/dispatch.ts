/**
 * The end of the filter chain: hands a request to the verb that it names, or to the handlers of other paths.
 *
 * @module
 */

import { ANONYMOUS_USER, lazily, pathNotFound } from '../meta/index.js'
import { deprecationWarning, findRoute } from '../registry/index.js'
import type { ResourceVerb } from '../resources/index.js'
import { mayBeBinary } from './binary-form.js'
import type { ExchangeHandler } from './exchange.js'
import type { ServerResponse } from './http.js'
import type { ParsedRequest } from './parsed-request.js'
import { textResponse } from './respond.js'
import type { VerbContext, VerbHandler } from './verbs/context.js'
import { getObject, listObjects } from './verbs/read.js'
import { watchObjects } from './verbs/watch.js'

/** Answers requests for paths of its own: discovery, health, metrics and the like. */
export interface PathHandler {
  /** @returns The answer, or undefined when the path is not one of its own. */
  handle(request: ParsedRequest): Promise<ServerResponse | undefined> | ServerResponse | undefined
}

type Writes = typeof import('./verbs/writes.js')

/** Verbs that write, and the options and bodies that they read, are loaded with the first write. */
const writing = lazily(() => import('./verbs/writes.js'))

function written(verb: keyof Writes): VerbHandler {
  return (call) => {
    const writes = writing()
    return writes instanceof Promise ? writes.then((loaded) => loaded[verb](call)) : writes[verb](call)
  }
}

const VERBS: Readonly<Record<ResourceVerb, VerbHandler>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: written('createObject'),
  update: written('updateObject'),
  patch: written('patchObject'),
  delete: written('deleteObject'),
  deletecollection: written('deleteCollection'),
}

/**
 * Makes the last handler of the chain.
 *
 * @param context - What verbs work with.
 * @param handlers - Asked in this order for paths that name no resource.
 */
export function dispatcher(context: VerbContext, handlers: readonly PathHandler[]): ExchangeHandler {
  return async (exchange) => {
    const { request } = exchange
    if (!request.isResourceRequest) {
      for (const handler of handlers) {
        const response = await handler.handle(request)
        if (response) return response
      }
      return nothingThere(request, context)
    }
    const route = findRoute(request, context.registry.catalog)
    if (!route) return nothingThere(request, context)
    const { target, verb } = route
    exchange.textOnly = !mayBeBinary(target)
    const warning = deprecationWarning(target)
    if (warning !== undefined) exchange.warnings.add(warning)
    const { authorizer } = context
    const caller = { user: exchange.user ?? ANONYMOUS_USER, warn: exchange.warnings.add, ...(authorizer && { authorizer }) }
    // A promise that is returned as it is takes two turns more than one that is awaited.
    return await VERBS[verb]({ context, exchange, target, caller })
  }
}

/** A `Status` within groups that are served, and plain text elsewhere: clients of the field tell the two apart. */
function nothingThere({ segments }: ParsedRequest, { registry }: VerbContext): ServerResponse {
  const [root, second] = segments
  const isKnown = root === 'api' ? registry.catalog.hasGroup('') : root === 'apis' && registry.catalog.hasGroup(second ?? '')
  if (isKnown && second !== undefined) throw pathNotFound()
  return textResponse(404, '404 page not found\n')
}
