/**
 * A group whose members may do everything, whatever the rules say: the way back in when the rules are broken.
 *
 * @module
 */

import type { AuthorizationDecision, Authorizer } from './authorizer.js'
import { rulesFor } from './authorizer.js'
import { explanationBy } from './explain-access.js'

const ALLOW: AuthorizationDecision = Object.freeze({ decision: 'allow' })

/**
 * Puts a group above an authorizer.
 *
 * @param group - Its members may do everything.
 * @param authorizer - Decides about everybody else, and lists the rules of everybody.
 */
export const withPrivilegedGroup = (group: string, authorizer: Authorizer): Authorizer => ({
  authorize: (attributes) => (attributes.user.groups.includes(group) ? ALLOW : authorizer.authorize(attributes)),
  rulesFor: (user, namespace) => rulesFor(authorizer, user, namespace),
  explain(attributes) {
    if (!attributes.user.groups.includes(group)) return explanationBy(authorizer, attributes)
    return { allowed: true, decidedBy: group, opinions: [{ authorizer: group, decision: 'allow' }], grants: [] }
  },
})
