/**
 * Dispatches a routed request to its verb, after the last stage.
 *
 * @module
 */

import { andThen, lazily } from '../../meta/index.js'
import type { ResourceVerb } from '../../resources/index.js'
import type { Exchange } from '../exchange.js'
import { getObject, listObjects } from './read.js'
import type { Verb, VerbContext } from './verb.js'
import { watchObjects } from './watch.js'

type Writes = typeof import('./writes.js')

/** Write verbs, and the options and bodies that they read, are loaded with the first write. */
const writing = lazily(() => import('./writes.js'))

function written(verb: keyof Writes): Verb {
  return (call) => andThen(writing(), (writes) => writes[verb](call))
}

const VERBS: Readonly<Record<ResourceVerb, Verb>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: written('createObject'),
  update: written('updateObject'),
  patch: written('patchObject'),
  delete: written('deleteObject'),
  deletecollection: written('deleteCollection'),
}
const connect = written('connectObject')

/**
 * Makes the function that performs the verb of a routed request.
 *
 * @param context - What verbs need.
 */
export function dispatchVerb(context: VerbContext): <A>(exchange: Exchange<A>) => A | Promise<A> {
  return (exchange) => {
    const { target, verb } = exchange
    if (!target || !verb) throw new Error('a request has come past the stage that routes it')
    return (target.subresource?.connect ? connect : VERBS[verb])({ context, exchange, target })
  }
}
