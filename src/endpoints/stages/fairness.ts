/**
 * The stage `fairness`: a request waits until its user has a seat for it.
 *
 * @module
 */

import { ANONYMOUS_USER, type UserInfo } from '../../meta/index.js'
import type { Exchange } from '../exchange.js'
import { ruleOf } from '../flow/levels.js'
import type { Stage } from '../stage.js'

/** Continues a request that has a seat of its user; others wait for one. */
export const fairness: Stage = {
  name: 'fairness',
  handle(exchange, next) {
    const waiting = takeSeat(exchange, exchange.user ?? ANONYMOUS_USER)
    return waiting ? waiting.then(() => next(exchange)) : next(exchange)
  },
}

/**
 * Takes a seat of a user for a request, or moves the request to that user's seats.
 *
 * @returns Undefined when it has one, or needs none; else a promise of it.
 * @throws ApiError 429 when the queue is full.
 */
export function takeSeat<A>(exchange: Exchange<A>, user: UserInfo): Promise<void> | undefined {
  if (!exchange.slot) return undefined
  exchange.flow = ruleOf(user)
  return exchange.slot.takeSeat(user)
}
