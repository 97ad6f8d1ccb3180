/**
 * The rules of a user, as a list.
 *
 * @module
 */

/** Verbs on resources; `*` matches all. */
export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  /** Names of the only objects covered; any object when absent. */
  readonly resourceNames?: readonly string[]
}

/** HTTP methods on non-resource paths; `*` matches all, and any suffix at the end of a path. */
export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** The rights of a user within a namespace. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  /** True when the user may have more rights than are listed. */
  readonly incomplete: boolean
  /** Why the list is incomplete. */
  readonly evaluationError?: string
}

/**
 * Joins the rule lists of several authorizers. The result is incomplete if one of them is, and has each reason once.
 *
 * @param lists - One list per authorizer.
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
