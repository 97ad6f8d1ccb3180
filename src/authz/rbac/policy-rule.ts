/**
 * The rules of roles: what one of them covers.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'

/** Allowed actions on resources or paths: one rule of a Role or ClusterRole, as in the object. */
export interface PolicyRule {
  /** `*` matches all. */
  readonly verbs: readonly string[]
  /** Empty text is the core group; `*` matches all. */
  readonly apiGroups?: readonly string[]
  /** Plural names; `pods/status` is a subresource, a star before the slash matches all resources that have it, `*` everything. */
  readonly resources?: readonly string[]
  /** The only objects that are meant; any when empty or absent. */
  readonly resourceNames?: readonly string[]
  /** Paths that are no resources; `*` at the end matches any suffix. */
  readonly nonResourceURLs?: readonly string[]
}

/** Lists of more texts than that are looked up in a set, which is made when it is first asked. */
const LONG = 32

/**
 * Tells whether a rule covers a request, without regard to its user. Nothing is prepared for the few texts that most rules have: of
 * roles
 * with thousands of rules, that would take several times the memory of the rules.
 *
 * @param rule - As in the role; missing lists are empty.
 * @param attributes - What would be done.
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

/** Whether a list contains a text, or `*`. */
const chooses = (texts: readonly string[], text: string): boolean => contains(texts, text) || contains(texts, '*')

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

/** How much may still be compared. */
export interface ComparisonBudget {
  /** Texts. */
  left: number
}

/**
 * Whether one rule covers another in full.
 *
 * @param held - The rule that the user has.
 * @param wanted - The rule to compare it with.
 * @param budget - Is spent; once it is, nothing covers anything. None by default.
 */
export function coversRule(held: PolicyRule, wanted: PolicyRule, budget: ComparisonBudget = { left: Infinity }): boolean {
  if (!includesAll(held.verbs, wanted.verbs, budget)) return false
  if (wanted.nonResourceURLs?.length && !coversAll(held.nonResourceURLs, wanted.nonResourceURLs, budget, coversPath)) return false
  if (!wanted.apiGroups?.length && !wanted.resources?.length) return true
  if (!includesAll(held.apiGroups, wanted.apiGroups, budget)) return false
  if (!coversAll(held.resources, wanted.resources, budget, coversResource)) return false
  if (!held.resourceNames?.length) return true
  return Boolean(wanted.resourceNames?.length) && includesAll(held.resourceNames, wanted.resourceNames, budget)
}

/** What looking at a list costs beside its texts. */
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

const coversPath: Covers = (held, path) => held.some((own) => own === path || isBelow(own, path))

const coversResource: Covers = (held, resource) => {
  const slash = resource.indexOf('/')
  return held.includes('*') || held.includes(resource) || (slash >= 0 && held.includes(`*${resource.slice(slash)}`))
}
