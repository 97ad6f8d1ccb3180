/**
 * Escalation check: the rights of a role that the user does not hold, and therefore may not grant.
 *
 * @module
 */

import { describeTexts } from '../../meta/index.js'
import type { UserRules } from '../rules.js'
import { PathRules } from './path-rules.js'
import { chooses, coversRule, type PolicyRule } from './policy-rule.js'

/** Limit for splitting the rules of a role into single rights; beyond it each rule has to be held as a whole. */
const MAX_SINGLE_RIGHTS = 10_000
/** Limit of string comparisons per role; rights that are not found by then count as missing. */
const MAX_COMPARISONS = 16_000_000
/** Cost of looking a path up, in comparisons. */
const PATH_LOOK = 64

/**
 * Lists the wanted rights that no held rule covers.
 *
 * A rule with several groups, resources, names and verbs is one right per combination, and each may be held through a different
 * rule. Missing rights are merged again, with all verbs of a resource in one rule.
 *
 * @param held - The rules that the user has.
 * @param wanted - The rules to grant.
 * @returns The missing rights, as rules; empty when the user holds everything.
 */
export function missingRights(
  held: Pick<UserRules, 'resourceRules' | 'nonResourceRules'>,
  wanted: readonly PolicyRule[],
): PolicyRule[] {
  const ownPaths = new PathRules(wanted.some(namesPaths) ? held.nonResourceRules : [])
  const budget = { left: MAX_COMPARISONS }
  const spend = (comparisons: number) => {
    budget.left -= comparisons
    return budget.left >= 0
  }
  const holdsPath = (path: string, verb: string) =>
    spend(PATH_LOOK) && ownPaths.some(path, (verbs) => spend(verbs.length + 1) && chooses(verbs, verb))
  const isHeld = (rule: PolicyRule) => {
    const { verbs, resources = [], nonResourceURLs = [] } = rule
    if (!nonResourceURLs.every((path) => verbs.every((verb) => holdsPath(path, verb)))) return false
    return resources.length === 0 || (budget.left > 0 && held.resourceRules.some((own) => coversRule(own, rule, budget)))
  }
  const lacking: PolicyRule[] = []
  let singles = MAX_SINGLE_RIGHTS
  for (const rule of wanted) {
    if (isHeld(rule)) continue
    singles -= countOf(rule)
    if (singles < 0) lacking.push(rule)
    else for (const right of singleRights(rule)) if (!isHeld(right)) lacking.push(right)
  }
  return joined(lacking)
}

const namesPaths = ({ nonResourceURLs = [] }: PolicyRule): boolean => nonResourceURLs.length > 0

const countOf = ({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): number =>
  verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceURLs.length)

function* singleRights({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule) {
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const right = { verbs: [verb], apiGroups: [group], resources: [resource] }
        if (resourceNames.length === 0) yield right
        for (const name of resourceNames) yield { ...right, resourceNames: [name] }
      }
    }
  }
  for (const path of nonResourceURLs) for (const verb of verbs) yield { verbs: [verb], nonResourceURLs: [path] }
}

/** Merges rules that differ only in their verbs. */
function joined(rules: readonly PolicyRule[]): PolicyRule[] {
  const byPlace = new Map<string, { readonly rule: PolicyRule; readonly verbs: Set<string> }>()
  for (const rule of rules) {
    const { verbs, ...place } = rule
    // Paths are not merged; Kubernetes shows each separately.
    const key = JSON.stringify(rule.nonResourceURLs ? rule : place)
    const before = byPlace.get(key)
    if (before) for (const verb of verbs) before.verbs.add(verb)
    else byPlace.set(key, { rule, verbs: new Set(verbs) })
  }
  return [...byPlace.values()].map(({ rule, verbs }) => ({ ...rule, verbs: [...verbs] }))
}

/**
 * A rule as printed in messages, such as `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`.
 *
 * @param rule - Empty lists are omitted.
 */
export function describeRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  const parts = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ] as const
  const shown = parts.flatMap(([name, texts]) => (texts?.length ? `${name}:${describeTexts(texts)}` : []))
  return `{${shown.join(', ')}}`
}
