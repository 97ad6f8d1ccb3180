/**
 * The verbs get and list.
 *
 * @module
 */

import { readListOptions, readVersionOptions } from '../../registry/index.js'
import { listResponse, objectResponse } from '../answers/answers.js'
import type { VerbHandler } from './context.js'

/** Answers with one object. */
export const getObject: VerbHandler = async ({ context, exchange: { request }, target }) => {
  const representation = await context.negotiator.choose(request, 'object', target)
  const answer = await context.registry.get(target, readVersionOptions(request.query))
  return objectResponse(200, target, answer, { representation, query: request.query, clock: context.clock })
}

/** Answers with a page of a collection. */
export const listObjects: VerbHandler = async ({ context, exchange: { request }, target }) => {
  const representation = await context.negotiator.choose(request, 'list', target)
  const page = await context.registry.list(target, readListOptions(request.query))
  const onFault = (error: unknown) => context.logger.error('a list failed half-way', { path: request.path, error })
  const shown = { representation, query: request.query, clock: context.clock }
  return listResponse(target, page, shown, { lists: context.lists, onFault })
}
