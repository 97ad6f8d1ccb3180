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
  /** The only objects that are meant; any when absent. */
  readonly resourceNames?: readonly string[]
}

/** Methods on paths that are no resources; `*` matches all, and at the end of a path any suffix. */
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

/**
 * Joins the rules of several authorizers. The result is incomplete when one of them is, with each reason once.
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
