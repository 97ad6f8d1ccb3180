/**
 * Role-based access control: allows a request if a rule of a role bound to the user covers it.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'
import type { AuthorizationDecision, Authorizer } from '../authorizer.js'
import type { NonResourceRule, ResourceRule, UserRules } from '../rules.js'
import { explainRbac, RBAC } from './explain-rbac.js'
import type { PolicyRule } from './policy-rule.js'
import type { RbacIndex } from './rbac-index.js'

const NO_OPINION: AuthorizationDecision = Object.freeze({ decision: 'noOpinion' })

/** Maximum number of listed rules of a user, of characters in them, and of reported dangling bindings (ours). */
const [MOST_RULES, MOST_CHARACTERS, MOST_MISSING] = [20_000, 2 * 1024 * 1024, 20]

/**
 * An authorizer that decides by roles and bindings. It is synchronous and never denies: a request that no rule covers may still
 * be allowed by another authorizer.
 *
 * @param index - The roles and bindings; changes take effect with the next decision.
 */
export const rbacAuthorizer = (index: RbacIndex): Authorizer => ({
  name: RBAC,
  authorize: (attributes) => decide(index, attributes),
  explain: (attributes) => explainRbac(index, attributes, decide(index, attributes)),
  rulesFor(user, namespace) {
    const rules: PolicyRule[] = []
    const missing = new Set<string>()
    let room = MOST_CHARACTERS
    let isWhole = true
    index.findGrant(user, namespace, (grant) => {
      const role = index.roleOf(grant)
      if (!role) missing.add(grant.missing)
      for (const rule of role?.rules ?? []) {
        room -= lengthOf(rule, room)
        isWhole = rules.length < MOST_RULES && room >= 0
        if (!isWhole) break
        rules.push(rule)
      }
      return !isWhole
    })
    return listed(rules, missing, isWhole)
  },
})

/** Quotes and a comma, in JSON. */
const AROUND_TEXT = 3

/** Characters of a rule in JSON; counting ends soon after `most`. */
function lengthOf(
  { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule,
  most: number,
): number {
  let length = 0
  for (const texts of [verbs, apiGroups, resources, resourceNames, nonResourceURLs]) {
    for (const text of texts) {
      length += text.length + AROUND_TEXT
      if (length > most) return length
    }
  }
  return length
}

function decide(index: RbacIndex, attributes: Attributes): AuthorizationDecision {
  const { user } = attributes
  const namespace = attributes.isResourceRequest ? attributes.namespace : ''
  const granted = index.findGrant(user, namespace, (grant) => index.roleOf(grant)?.covers(attributes) ?? false)
  if (granted) return granted.allow
  const missing = new Set<string>()
  index.findGrant(user, namespace, (grant) => {
    if (!index.roleOf(grant)) missing.add(grant.missing)
    return missing.size > MOST_MISSING
  })
  if (missing.size === 0) return NO_OPINION
  return { decision: 'noOpinion', reason: `RBAC: ${together(missing)}` }
}

/** Joins messages: `a`, or `[a, b]`. */
function together(messages: ReadonlySet<string>): string {
  const [only] = messages
  if (messages.size === 1 && only !== undefined) return only
  const shown = [...messages].slice(0, MOST_MISSING)
  return `[${shown.join(', ')}${shown.length < messages.size ? ', …' : ''}]`
}

function listed(rules: readonly PolicyRule[], missing: ReadonlySet<string>, isWhole: boolean): UserRules {
  const resourceRules: ResourceRule[] = []
  const nonResourceRules: NonResourceRule[] = []
  for (const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } of rules) {
    if (resources.length > 0) {
      resourceRules.push({ verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) })
    }
    if (nonResourceURLs.length > 0) nonResourceRules.push({ verbs, nonResourceURLs })
  }
  return {
    resourceRules,
    nonResourceRules,
    incomplete: !isWhole,
    ...(missing.size > 0 && { evaluationError: together(missing) }),
  }
}
