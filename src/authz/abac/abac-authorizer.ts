/**
 * Attribute-based access control: a list of policies, each of which may allow.
 *
 * @module
 */

import { check } from '../../meta/index.js'
import type { AuthorizationDecision, Authorizer } from '../authorizer.js'
import { type AbacPolicy, covers, isAbout, verbsOf } from './policy.js'

const ALLOW: AuthorizationDecision = Object.freeze({ decision: 'allow' })
const NO_OPINION: AuthorizationDecision = Object.freeze({ decision: 'noOpinion', reason: 'No policy matched.' })

const { text, truth } = check
const policyList = /* @__PURE__ */ check.listOf(
  /* @__PURE__ */ check.members<keyof AbacPolicy>(
    { user: text, group: text, readonly: truth, apiGroup: text, namespace: text, resource: text, nonResourcePath: text },
    ['user', 'group', 'readonly', 'apiGroup', 'namespace', 'resource', 'nonResourcePath'],
  ),
)

/**
 * Creates an authorizer from ABAC policies. It never denies: a request that no policy covers may still be allowed by another
 * authorizer.
 *
 * @param policies - The policies, as returned by `parsePolicyFile`.
 */
export function abacAuthorizer(policies: readonly AbacPolicy[]): Authorizer {
  check.refuse('abacAuthorizer', policyList(policies, 'policies'))
  return {
    name: 'ABAC',
    authorize: (attributes) =>
      policies.some((policy) => isAbout(policy, attributes.user) && covers(policy, attributes)) ? ALLOW : NO_OPINION,
    rulesFor(user, namespace) {
      const mine = policies.filter((policy) => isAbout(policy, user))
      return {
        resourceRules: mine
          .filter((policy) => policy.namespace === '*' || policy.namespace === namespace)
          .map((policy) => ({ verbs: verbsOf(policy), apiGroups: [policy.apiGroup], resources: [policy.resource] })),
        nonResourceRules: mine
          .filter(({ nonResourcePath }) => nonResourcePath !== '')
          .map((policy) => ({ verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] })),
        incomplete: false,
      }
    },
  }
}
