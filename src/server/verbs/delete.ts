/**
 * The verbs delete and deletecollection.
 *
 * @module
 */

import { type DeleteOptions, deleteOptionsFromBody, deleteOptionsFromQuery, readListOptions } from '../../registry/index.js'
import { objectResponse } from '../answers/answers.js'
import { decodeOptionalBody } from '../body.js'
import { valueResponse } from '../respond.js'
import type { Call, VerbHandler } from './context.js'

/** Deletes an object, or marks it for deletion. */
export const deleteObject: VerbHandler = async (call) => {
  const { context, exchange, target, caller } = call
  const representation = await context.negotiator.choose(exchange.request, 'object', target)
  const result = await context.registry.delete(target, caller, await readOptions(call))
  if (result.outcome === 'removed') return valueResponse(200, result.status, representation)
  const shown = { representation, query: exchange.request.query, clock: context.clock }
  return objectResponse(200, target, result.answer, shown)
}

/**
 * Deletes what a selection holds.
 *
 * @see Specification, "Endpoints": the answer is a Status, where the field answers with the deleted items.
 */
export const deleteCollection: VerbHandler = async (call) => {
  const { context, exchange, target, caller } = call
  const representation = await context.negotiator.choose(exchange.request, 'list', target)
  const query = readListOptions(exchange.request.query)
  const status = await context.registry.deleteCollection(target, caller, await readOptions(call), query)
  return valueResponse(200, status, representation)
}

async function readOptions({ context, exchange }: Call): Promise<DeleteOptions> {
  const { dialect, limits } = context
  const body = await decodeOptionalBody(exchange, { dialect, maxBodyBytes: limits.maxBodyBytes })
  return body ? deleteOptionsFromBody(body, dialect) : deleteOptionsFromQuery(exchange.request.query, dialect)
}
