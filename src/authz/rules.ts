/**
 * What a user may do, as a list.
 *
 * @module
 */

import type { UserInfo } from '../meta/index.js'
import type { Authorizer } from './authorizer.js'

/** Verbs on resources; `*` stands for all. */
export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  /** The only objects that are meant; any when absent. */
  readonly resourceNames?: readonly string[]
}

/** Methods on paths that are no resources; `*` stands for all, and at the end of a path for all that begins so. */
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** What a user may do within a namespace. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  /** True when the user may be allowed more than is listed. */
  readonly incomplete: boolean
  /** Why it is incomplete. */
  readonly evaluationError?: string
}

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

/**
 * Puts the rules of several authorizers together. It is incomplete when one of them is; each reason is told once.
 *
 * @param lists - The rules of each.
 */
export function joinRules(lists: readonly UserRules[]): UserRules {
  const reasons = new Set(lists.flatMap(({ evaluationError }) => evaluationError || []))
  return {
    resourceRules: lists.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: lists.flatMap(({ nonResourceRules }) => nonResourceRules),
    incomplete: lists.some(({ incomplete }) => incomplete),
    ...(reasons.size > 0 && { evaluationError: [...reasons].join(', ') }),
  }
}
