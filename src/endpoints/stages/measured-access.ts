/**
 * Measures authentication and authorization: results and durations.
 *
 * @module
 */

import type { Authenticator } from '../../authn/index.js'
import { type Authorizer, requireDecision } from '../../authz/index.js'
import { andThen, type Clock } from '../../meta/index.js'
import type { RequestMetrics } from '../request-metrics.js'

/** What the measurements need. */
export interface MeasuringParts {
  readonly metrics: Pick<RequestMetrics, 'authenticated' | 'authorized'>
  readonly clock: Clock
}

const RESULTS = { authenticated: 'success', rejected: 'failure', noOpinion: 'none' } as const
const DECISIONS = { allow: 'allowed', deny: 'denied', noOpinion: 'no-opinion' } as const

/** An authenticator that is measured. */
export const measuredAuthenticator = (authenticator: Authenticator, { metrics, clock }: MeasuringParts): Authenticator => ({
  isCredential: (name) => authenticator.isCredential?.(name) === true,
  authenticate(request) {
    const startedMs = clock.now()
    return andThen(authenticator.authenticate(request), (result) => {
      const method = result.outcome === 'noOpinion' ? '' : (result.method ?? '')
      metrics.authenticated(RESULTS[result.outcome], method, (clock.now() - startedMs) / 1000)
      return result
    })
  },
})

/** An authorizer that is measured. */
export const measuredAuthorizer = (authorizer: Authorizer, { metrics, clock }: MeasuringParts): Authorizer => ({
  authorize(attributes) {
    const startedMs = clock.now()
    return andThen(authorizer.authorize(attributes), (given) => {
      const answer = requireDecision(given)
      const hasFailed = answer.decision !== 'allow' && answer.evaluationError !== undefined
      metrics.authorized(hasFailed ? 'error' : DECISIONS[answer.decision], (clock.now() - startedMs) / 1000)
      return answer
    })
  },
})
