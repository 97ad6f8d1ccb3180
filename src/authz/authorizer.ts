/**
 * The interface of everything that can tell whether a user may do something, and the two that need no rules.
 *
 * @module
 */

import type { Attributes } from '../meta/index.js'

/** What an authorizer concluded. `noOpinion` from all is a refusal. */
export type AuthorizationDecision =
  | { readonly decision: 'allow'; readonly reason?: string }
  | { readonly decision: 'deny'; readonly reason?: string }
  | { readonly decision: 'noOpinion'; readonly reason?: string }

/** Decides what a user may do. */
export interface Authorizer {
  authorize(attributes: Attributes): AuthorizationDecision | Promise<AuthorizationDecision>
}

/** Allows everything. */
export const alwaysAllow: Authorizer = Object.freeze({ authorize: () => ({ decision: 'allow' as const }) })

/** Refuses everything. */
export const alwaysDeny: Authorizer = Object.freeze({
  authorize: () => ({ decision: 'noOpinion' as const, reason: 'Everything is forbidden.' }),
})
