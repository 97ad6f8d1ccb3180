/**
 * The interface of authorizers, and the two trivial ones: always allow and always deny.
 *
 * @module
 */

import { type Attributes, check, internalError, isRecord, type UserInfo } from '../meta/index.js'
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

const DECISIONS: readonly unknown[] = ['allow', 'deny', 'noOpinion']

/**
 * Checks what an authorizer returned: a program without types may return something else, which allows nothing.
 *
 * @param answer - What it returned.
 * @throws {@link ApiError} 500, whose cause is logged.
 */
export function requireDecision(answer: AuthorizationDecision | undefined): AuthorizationDecision {
  if (answer && DECISIONS.includes(answer.decision)) return answer
  const found = check.shown(isRecord(answer) ? answer.decision : answer)
  throw internalError(new TypeError(`the decision of an authorizer is ${found}: expected 'allow', 'deny' or 'noOpinion'`))
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
