/**
 * Role-based access control: a user may do what a rule of a role covers that a binding gives them.
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

/**
 * An authorizer that goes by roles and bindings. It decides at once, and nobody is refused by a rule: what no rule covers,
 * another authorizer may still allow.
 *
 * @param index - The roles and bindings; its changes count for the next decision.
 */
export const rbacAuthorizer = (index: RbacIndex): Authorizer => ({
  name: RBAC,
  authorize: (attributes) => decide(index, attributes),
  explain: (attributes) => explainRbac(index, attributes, decide(index, attributes)),
  rulesFor(user, namespace) {
    const rules: PolicyRule[] = []
    const missing = new Set<string>()
    for (const grant of index.grantsOf(user, namespace)) {
      const role = index.roleOf(grant)
      if (!role) missing.add(grant.missing)
      else for (const rule of role.rules) rules.push(rule)
    }
    return listed(rules, missing)
  },
})

function decide(index: RbacIndex, attributes: Attributes): AuthorizationDecision {
  const { user } = attributes
  const namespace = attributes.isResourceRequest ? attributes.namespace : ''
  const granted = index.findGrant(user, namespace, (grant) => index.roleOf(grant)?.covers(attributes) ?? false)
  if (granted) return granted.allow
  const dangling = index.grantsOf(user, namespace).filter((grant) => !index.roleOf(grant))
  if (dangling.length === 0) return NO_OPINION
  return { decision: 'noOpinion', reason: `RBAC: ${together(new Set(dangling.map(({ missing }) => missing)))}` }
}

/** Several messages as one: `a`, or `[a, b]`. */
function together(messages: ReadonlySet<string>): string {
  const [only] = messages
  return messages.size === 1 && only !== undefined ? only : `[${[...messages].join(', ')}]`
}

function listed(rules: readonly PolicyRule[], missing: ReadonlySet<string>): UserRules {
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
    incomplete: false,
    ...(missing.size > 0 && { evaluationError: together(missing) }),
  }
}
