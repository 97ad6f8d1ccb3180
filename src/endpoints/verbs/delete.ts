/**
 * The verbs delete and deletecollection.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import type { DeleteOptions } from '../../registry/index.js'
import { deleteOptionsFromBody, deleteOptionsFromQuery, readListOptions } from '../options/index.js'
import { type Call, callerOf, type Verb } from './verb.js'

/** Deletes an object, or marks it for deletion. */
export const deleteObject: Verb = async (call) => {
  const { context, exchange, target } = call
  const { door } = exchange
  await door.negotiate('object', target)
  const result = await context.registry.delete(target, callerOf(call), await readOptions(call))
  if (result.outcome === 'removed') return exchange.answer({ kind: 'status', status: result.status })
  return exchange.answer({ kind: 'object', code: 200, target, answer: result.answer })
}

/**
 * Deletes the objects of a selection.
 *
 * @see Specification, "Endpoints": the answer is a Status, where Kubernetes answers with the deleted items.
 */
export const deleteCollection: Verb = async (call) => {
  const { context, exchange, target } = call
  const { door, request } = exchange
  await door.negotiate('list', target)
  const query = readListOptions(request.query)
  const status = await context.registry.deleteCollection(target, callerOf(call), await readOptions(call), query)
  return exchange.answer({ kind: 'status', status })
}

async function readOptions<A>({ context: { dialect }, exchange }: Call<A>): Promise<DeleteOptions> {
  const body = await exchange.door.readOptions(exchange)
  if (isRecord(body?.value)) exchange.audit?.noteBody({ kind: 'DeleteOptions', apiVersion: 'v1', ...body.value })
  const { query } = exchange.request
  return body ? deleteOptionsFromBody(body, query, dialect) : deleteOptionsFromQuery(query, dialect)
}
