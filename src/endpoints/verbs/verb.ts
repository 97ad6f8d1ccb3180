/**
 * What every verb works with.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { Clock, Dialect, Features, Random } from '../../meta/index.js'
import type { Caller, Registry, Target } from '../../registry/index.js'
import type { Exchange } from '../exchange.js'
import type { ServerLimits } from '../limits.js'
import type { Logger } from '../logger.js'
import type { RequestMetrics } from '../request-metrics.js'
import type { WatchRegister } from '../watch-register.js'

/** The parts of a plane that verbs use. */
export interface VerbContext {
  readonly registry: Registry
  /** Decides what users may do; undefined when that is everything. */
  readonly authorizer: Authorizer | undefined
  readonly dialect: Dialect
  /** What is turned on. */
  readonly features: Features
  readonly clock: Clock
  readonly random: Random
  readonly limits: Pick<ServerLimits, 'minWatchSeconds'>
  readonly watches: WatchRegister
  readonly metrics: Pick<RequestMetrics, 'openWatch'>
  readonly logger: Logger
}

/** One call of a verb. */
export interface Call<A> {
  readonly context: VerbContext
  readonly exchange: Exchange<A>
  readonly target: Target
  readonly caller: Caller
}

/** Carries a verb out and has its door answer. */
export type Verb = <A>(call: Call<A>) => Promise<A>
