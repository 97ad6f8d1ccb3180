/**
 * The stages that every request passes.
 *
 * @module
 */

import type { Auditor } from '../../audit/index.js'
import type { Authenticator } from '../../authn/index.js'
import { type Authorizer, alwaysAllow } from '../../authz/index.js'
import type { Clock, Dialect, Features } from '../../meta/index.js'
import type { FlowControl } from '../flow/flow-control.js'
import type { ServerLimits } from '../limits.js'
import type { RequestMetrics } from '../request-metrics.js'
import type { RouteCatalog } from '../route.js'
import type { Stage } from '../stage.js'
import { audit } from './audit.js'
import { type AnonymousAccess, authentication } from './authentication.js'
import { authorization } from './authorization.js'
import { deprecation } from './deprecation.js'
import { fairness } from './fairness.js'
import { impersonation } from './impersonation.js'
import { type InFlight, limitInFlight } from './in-flight.js'
import { measuredAuthenticator, measuredAuthorizer } from './measured-access.js'
import { routing } from './routing.js'
import { limitTime } from './time-limit.js'

/** What the stages need. */
export interface StageParts {
  readonly inFlight: InFlight
  readonly control: FlowControl
  readonly metrics: RequestMetrics
  readonly clock: Clock
  readonly limits: Pick<ServerLimits, 'requestTimeoutMs'>
  readonly authenticator: Authenticator
  /** Whether requests without a credential are those of `system:anonymous`. */
  readonly anonymous: AnonymousAccess
  readonly authorizer: Authorizer
  /** Records requests; undefined when auditing is off. */
  readonly auditor: Auditor | undefined
  readonly dialect: Dialect
  /** The feature gates. */
  readonly features: Features
  readonly catalog: RouteCatalog
}

/**
 * Makes the stages of a plane, in the order in which a request passes them.
 *
 * @param parts - See {@link StageParts}.
 */
export function requestStages(parts: StageParts): readonly Stage[] {
  const authorizer = parts.authorizer === alwaysAllow ? alwaysAllow : measuredAuthorizer(parts.authorizer, parts)
  return [
    // Outside of the limits: work that goes on after its client was answered keeps its seat.
    limitTime(parts.clock, parts.limits.requestTimeoutMs),
    limitInFlight(parts),
    authentication(measuredAuthenticator(parts.authenticator, parts), parts.anonymous),
    audit(parts.auditor),
    fairness,
    impersonation(authorizer, parts.dialect, { isConstrained: parts.features.isEnabled('ConstrainedImpersonation') }),
    authorization(authorizer, parts.dialect),
    routing(parts.catalog),
    deprecation(parts),
  ]
}
