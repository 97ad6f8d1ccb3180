/**
 * The rules of roles: what one of them covers, decided by a few look-ups in sets that are made once.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'

/** What may be done, on resources or on paths: one rule of a Role or ClusterRole, as it stands in the object. */
export interface PolicyRule {
  /** `*` stands for all. */
  readonly verbs: readonly string[]
  /** Empty text is the core group; `*` stands for all. */
  readonly apiGroups?: readonly string[]
  /** Plural names; `pods/status` is a subresource, a star before the slash stands for all resources that have it, `*` for all. */
  readonly resources?: readonly string[]
  /** The only objects that are meant; any when empty or absent. */
  readonly resourceNames?: readonly string[]
  /** Paths that are no resources; `*` at the end stands for everything that follows. */
  readonly nonResourceURLs?: readonly string[]
}

/** A rule, ready to be asked. */
export interface CompiledRule {
  /** Tells whether the rule covers what would be done, whoever does it. */
  covers(attributes: Attributes): boolean
}

/**
 * Prepares a rule.
 *
 * @param rule - As it stands in the role; lists of it that are missing are empty.
 */
export function compileRule(rule: PolicyRule): CompiledRule {
  const verbs = choice(rule.verbs)
  const groups = choice(rule.apiGroups)
  const resources = choice(rule.resources)
  const names = rule.resourceNames?.length ? new Set(rule.resourceNames) : undefined
  const paths = choice(rule.nonResourceURLs)
  const prefixes = (rule.nonResourceURLs ?? []).filter((path) => path.endsWith('*')).map((path) => path.slice(0, -1))
  return {
    covers({ isResourceRequest, verb, group, resource, subresource, name, path }) {
      if (!verbs(verb)) return false
      if (!isResourceRequest) return paths(path) || prefixes.some((prefix) => path.startsWith(prefix))
      if (!groups(group) || (names && !names.has(name))) return false
      return subresource === '' ? resources(resource) : resources(`${resource}/${subresource}`) || resources(`*/${subresource}`)
    },
  }
}

/** Tells whether a text is one of those listed, where `*` stands for all. */
function choice(texts: readonly string[] = []): (text: string) => boolean {
  if (texts.includes('*')) return () => true
  const [only] = texts
  if (texts.length === 1) return (text) => text === only
  const set = new Set(texts)
  return (text) => set.has(text)
}

/** How much may still be compared. */
export interface ComparisonBudget {
  /** Texts. */
  left: number
}

/**
 * Whether one rule covers another in full.
 *
 * @param held - The rule that somebody has.
 * @param wanted - What it is compared with.
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

const coversPath: Covers = (held, path) =>
  held.some((own) => own === path || (own.endsWith('*') && path.startsWith(own.slice(0, -1))))

const coversResource: Covers = (held, resource) => {
  const slash = resource.indexOf('/')
  return held.includes('*') || held.includes(resource) || (slash >= 0 && held.includes(`*${resource.slice(slash)}`))
}
