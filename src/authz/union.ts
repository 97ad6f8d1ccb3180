/**
 * Combines several authorizers.
 *
 * @module
 */

import type { AuthorizationDecision, Authorizer } from './authorizer.js'
import { requireDecision, rulesFor } from './authorizer.js'
import { explanationBy } from './explain-access.js'
import type { AccessExplanation, AccessGrant, AccessOpinion, AccessProposal } from './explanation.js'
import { joinRules } from './rules.js'

/**
 * Calls authorizers in order; the first that allows or denies decides.
 *
 * @param authorizers - Called in this order.
 * @returns An authorizer whose refusals carry the reasons and errors of all authorizers that had no opinion.
 */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  const [only] = authorizers
  if (only !== undefined && authorizers.length === 1) return only
  return {
    async authorize(attributes): Promise<AuthorizationDecision> {
      const reasons: string[] = []
      const errors: string[] = []
      for (const authorizer of authorizers) {
        const decision = requireDecision(await authorizer.authorize(attributes))
        if (decision.decision !== 'noOpinion') return decision
        if (decision.reason) reasons.push(decision.reason)
        if (decision.evaluationError) errors.push(decision.evaluationError)
      }
      return {
        decision: 'noOpinion',
        ...(reasons.length > 0 && { reason: reasons.join(', ') }),
        ...(errors.length > 0 && { evaluationError: errors.join(', ') }),
      }
    },
    async rulesFor(user, namespace) {
      return joinRules(await Promise.all(authorizers.map((authorizer) => rulesFor(authorizer, user, namespace))))
    },
    async explain(attributes): Promise<AccessExplanation> {
      const opinions: AccessOpinion[] = []
      const grants: AccessGrant[] = []
      let proposal: AccessProposal | undefined
      for (const authorizer of authorizers) {
        const part = await explanationBy(authorizer, attributes)
        opinions.push(...part.opinions)
        grants.push(...part.grants)
        proposal ??= part.proposal
        if (part.decidedBy === undefined) continue
        // An authorizer that denies comes after RBAC, so it is called only if RBAC did not allow the request.
        return { ...part, opinions, grants, ...(!part.allowed && proposal && { proposal }) }
      }
      return { allowed: false, opinions, grants, ...(proposal && { proposal }) }
    },
  }
}
