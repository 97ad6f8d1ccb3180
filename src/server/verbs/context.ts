/**
 * What every verb over HTTP works with.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { Clock, Dialect, Random } from '../../meta/index.js'
import type { Caller, Registry, Target } from '../../registry/index.js'
import type { ListCache } from '../answers/list-cache.js'
import type { Exchange } from '../exchange.js'
import type { ServerResponse } from '../http.js'
import type { ServerLimits } from '../limits.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics/index.js'
import type { Negotiator } from '../negotiation.js'
import type { WatchRegister } from '../watch-register.js'

/** The parts of a server that verbs use. */
export interface VerbContext {
  readonly registry: Registry
  /** Decides what users may do; undefined when that is everything. */
  readonly authorizer: Authorizer | undefined
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly limits: ServerLimits
  readonly negotiator: Negotiator
  readonly watches: WatchRegister
  readonly lists: ListCache
  readonly metrics: Metrics
  readonly logger: Logger
}

/** One call of a verb. */
export interface Call {
  readonly context: VerbContext
  readonly exchange: Exchange
  readonly target: Target
  readonly caller: Caller
}

/** Carries a verb out and answers. */
export type VerbHandler = (call: Call) => Promise<ServerResponse>
