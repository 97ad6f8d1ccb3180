/**
 * The interface of everything that can tell whether a user may do something, and the two that need no rules.
 *
 * @module
 */

import type { Attributes, UserInfo } from '../meta/index.js'
import type { AccessExplanation } from './explanation.js'
import type { UserRules } from './rules.js'

/** What an authorizer concluded. `noOpinion` from all is a refusal. */
export type AuthorizationDecision =
  | { readonly decision: 'allow'; readonly reason?: string }
  | {
      readonly decision: 'deny' | 'noOpinion'
      readonly reason?: string
      /** What kept the question from being answered in full, in one line: another time the answer may be different. */
      readonly evaluationError?: string
    }

/** Decides what a user may do. */
export interface Authorizer {
  /** What explanations call it. */
  readonly name?: string
  authorize(attributes: Attributes): AuthorizationDecision | Promise<AuthorizationDecision>
  /**
   * Lists what a user may do within a namespace, for those who want to know beforehand. Absent when decisions do not come
   * from rules that could be listed.
   */
  rulesFor?(user: UserInfo, namespace: string): UserRules | Promise<UserRules>
  /** Tells more of a decision than what it is. Absent when there is no more to tell. */
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
 * Lists what an authorizer allows a user within a namespace.
 *
 * @param authorizer - One that cannot list its rules gives none, and says that this is incomplete.
 * @param user - Whose rules are meant.
 * @param namespace - A namespace; it need not exist.
 */
export async function rulesFor(authorizer: Authorizer, user: UserInfo, namespace: string): Promise<UserRules> {
  return (await authorizer.rulesFor?.(user, namespace)) ?? UNLISTED
}
