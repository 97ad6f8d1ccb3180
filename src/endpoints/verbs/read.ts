/**
 * The verbs get and list.
 *
 * @module
 */

import { readListOptions, readVersionOptions } from '../options/index.js'
import type { Verb } from './verb.js'

/** Answers with one object. */
export const getObject: Verb = async ({ context, exchange, target }) => {
  const { door, request } = exchange
  const negotiating = door.negotiate('object', target)
  if (negotiating) await negotiating
  const answer = await context.registry.get(target, readVersionOptions(request.query))
  return exchange.answer({ kind: 'object', code: 200, target, answer })
}

/** Answers with a page of a collection. */
export const listObjects: Verb = async ({ context, exchange, target }) => {
  const { door, request } = exchange
  const negotiating = door.negotiate('list', target)
  if (negotiating) await negotiating
  const { limit, ...whole } = readListOptions(request.query)
  const isChunked = limit !== undefined && context.features.isEnabled('APIListChunking')
  const page = await context.registry.list(target, isChunked ? { ...whole, limit } : whole)
  return exchange.answer({ kind: 'list', target, page })
}
