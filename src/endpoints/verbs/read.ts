/**
 * The verbs get and list.
 *
 * @module
 */

import { andThen } from '../../meta/index.js'
import { readListOptions, readVersionOptions } from '../options/index.js'
import type { Verb } from './verb.js'

/** Answers with one object. */
export const getObject: Verb = ({ context, exchange, target }) =>
  andThen(exchange.door.negotiate('object', target), () =>
    andThen(context.registry.get(target, readVersionOptions(exchange.request.query)), (answer) =>
      exchange.answer({ kind: 'object', code: 200, target, answer }),
    ),
  )

/** Answers with a page of a collection. */
export const listObjects: Verb = ({ context, exchange, target }) =>
  andThen(exchange.door.negotiate('list', target), async () => {
    const { limit, ...whole } = readListOptions(exchange.request.query)
    const isChunked = limit !== undefined && context.features.isEnabled('APIListChunking')
    const page = await context.registry.list(target, isChunked ? { ...whole, limit } : whole)
    return exchange.answer({ kind: 'list', target, page })
  })
