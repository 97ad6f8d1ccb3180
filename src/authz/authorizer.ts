/**
 * The interface of authorizers, and the two trivial ones: always allow and always deny.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../meta/index.js'
import type { AccessExplanation } from './explanation.js'
import type { UserRules } from './rules.js'

/** The decision of an authorizer. If every authorizer returns `noOpinion`, the request is refused. */
export type AuthorizationDecision =
  | { readonly decision: 'allow'; readonly reason?: string }
  | {
      readonly decision: 'deny' | 'noOpinion'
      readonly reason?: string
      /** One line that says why the decision is incomplete, such as a failed call; a retry may decide differently. */
      readonly evaluationError?: string
    }

/** Decides what a user may do. */
export interface Authorizer {
  /** Name of the authorizer in explanations. */
  readonly name?: string
  authorize(attributes: Attributes): AuthorizationDecision | Promise<AuthorizationDecision>
  /**
   * Lists the rules of a user within a namespace, for SelfSubjectRulesReview. Absent when decisions are not based on rules.
   */
  rulesFor?(user: UserInfo, namespace: string): UserRules | Promise<UserRules>
  /** Explains a decision. Absent when the decision needs no explanation. */
  explain?(attributes: Attributes): AccessExplanation | Promise<AccessExplanation>
}

/** Allows everything. */
export const alwaysAllow: Authorizer = Object.freeze({
  name: 'AlwaysAllow',
  authorize: () => ({ decision: 'allow' as const }),
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
})

/** Refuses everything. */
export const alwaysDeny: Authorizer = Object.freeze({
  name: 'AlwaysDeny',
  authorize: () => ({ decision: 'noOpinion' as const, reason: 'Everything is forbidden.' }),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
})

const UNLISTED: UserRules = Object.freeze({
  resourceRules: Object.freeze([]),
  nonResourceRules: Object.freeze([]),
  incomplete: true,
  evaluationError: 'an authorizer does not list its rules',
})

/**
 * Lists the rules of a user within a namespace.
 *
 * @param authorizer - If it cannot list rules, the result is an empty, incomplete list.
 * @param user - The user.
 * @param namespace - A namespace; it need not exist.
 */
export async function rulesFor(authorizer: Authorizer, user: UserInfo, namespace: string): Promise<UserRules> {
  return (await authorizer.rulesFor?.(user, namespace)) ?? UNLISTED
}
