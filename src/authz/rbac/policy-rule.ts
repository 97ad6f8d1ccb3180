/**
 * The rules of roles, and whether one covers a request.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'

/** One rule of a Role or ClusterRole as stored: allowed verbs on resources or paths. */
export interface PolicyRule {
  /** `*` matches all. */
  readonly verbs: readonly string[]
  /** The empty string is the core group; `*` matches all. */
  readonly apiGroups?: readonly string[]
  /** Plural names; `pods/status` is a subresource, a star before the slash matches all resources that have it, `*` everything. */
  readonly resources?: readonly string[]
  /** Names of the only objects covered; any object when empty or absent. */
  readonly resourceNames?: readonly string[]
  /** Non-resource paths; `*` at the end matches any suffix. */
  readonly nonResourceURLs?: readonly string[]
}

/** Lists longer than this are looked up in a set, which is built on first use. */
const LONG = 32

/**
 * Tells whether a rule covers a request, regardless of its user. Short lists, which most rules have, are scanned without an
 * index: for roles with thousands of rules, an index would take several times the memory of the rules.
 *
 * @param rule - As stored in the role; missing lists count as empty.
 * @param attributes - The request.
 */
export function covers(rule: PolicyRule, attributes: Attributes): boolean {
  const { isResourceRequest, verb, group, resource, subresource, name, path } = attributes
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  if (!chooses(verbs, verb)) return false
  if (!isResourceRequest) return chooses(nonResourceURLs, path) || nonResourceURLs.some((own) => isBelow(own, path))
  if (!chooses(apiGroups, group) || (resourceNames.length > 0 && !contains(resourceNames, name))) return false
  if (subresource === '') return chooses(resources, resource)
  return chooses(resources, `${resource}/${subresource}`) || contains(resources, `*/${subresource}`)
}

const isBelow = (own: string, path: string): boolean => own.endsWith('*') && path.startsWith(own.slice(0, -1))

/** Whether a list contains a string, or `*`. */
export const chooses = (texts: readonly string[], text: string): boolean => contains(texts, text) || contains(texts, '*')

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function contains(texts: readonly string[], text: string): boolean {
  if (texts.length <= LONG) return texts.includes(text)
  let set = sets.get(texts)
  if (!set) {
    set = new Set(texts)
    sets.set(texts, set)
  }
  return set.has(text)
}

/** Remaining budget of comparisons. */
export interface ComparisonBudget {
  /** Compared strings. */
  left: number
}

/**
 * Whether one rule fully covers another on resources. Paths are ignored; see `PathRules`.
 *
 * @param held - The rule that the user has.
 * @param wanted - The rule to compare it with.
 * @param budget - Is reduced by each comparison; once it is used up, the result is false. Unlimited by default.
 */
export function coversRule(held: PolicyRule, wanted: PolicyRule, budget: ComparisonBudget = { left: Infinity }): boolean {
  if (!includesAll(held.verbs, wanted.verbs, budget)) return false
  if (!includesAll(held.apiGroups, wanted.apiGroups, budget)) return false
  if (!coversAll(held.resources, wanted.resources, budget, coversResource)) return false
  if (!held.resourceNames?.length) return true
  // `*` is a name like any other.
  return Boolean(wanted.resourceNames?.length) && coversAll(held.resourceNames, wanted.resourceNames, budget, contains)
}

/** Fixed cost of scanning a list, besides its strings. */
const LOOK = 8

type Covers = (held: readonly string[], wanted: string) => boolean

const coversAll = (
  held: readonly string[] = [],
  wanted: readonly string[] = [],
  budget: ComparisonBudget,
  covers: Covers,
): boolean =>
  wanted.every((text) => {
    budget.left -= held.length + LOOK
    return budget.left >= 0 && covers(held, text)
  })

const includesAll = (held: readonly string[] | undefined, wanted: readonly string[] | undefined, budget: ComparisonBudget) =>
  coversAll(held, wanted, budget, (own, text) => own.includes('*') || own.includes(text))

const coversResource: Covers = (held, resource) => {
  const slash = resource.indexOf('/')
  return held.includes('*') || held.includes(resource) || (slash >= 0 && held.includes(`*${resource.slice(slash)}`))
}
