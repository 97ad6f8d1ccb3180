/**
 * Types and parts that all verbs share.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import {
  ANONYMOUS_USER,
  type Clock,
  type Dialect,
  type Features,
  PLANE_USER,
  type Random,
  serviceUnavailable,
  tooManyRequests,
} from '../../meta/index.js'
import type { Caller, Registry, Target } from '../../registry/index.js'
import type { Exchange } from '../exchange.js'
import type { ServerLimits } from '../limits.js'
import type { Logger } from '../logger.js'
import type { RequestMetrics } from '../request-metrics.js'
import type { WatchRegister } from '../watch-register.js'

/** The parts of a plane that verbs use. */
export interface VerbContext {
  readonly registry: Registry
  /** Decides what users may do; undefined when everything is allowed. */
  readonly authorizer: Authorizer | undefined
  readonly dialect: Dialect
  /** The feature gates. */
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
}

/** Performs a verb and has its door answer: at once, where nothing has to be awaited. */
export type Verb = <A>(call: Call<A>) => A | Promise<A>

/** The caller, as the registry needs it for writes. */
export function callerOf({ context: { authorizer }, exchange }: Call<unknown>): Caller {
  const { user = ANONYMOUS_USER, warnings, tracer, audit, deadlineMs, door } = exchange
  const { transaction } = door
  return {
    user,
    warn: warnings.add,
    ...(authorizer && { authorizer }),
    ...(transaction && { transaction }),
    ...(deadlineMs !== undefined && { deadlineMs }),
    ...(tracer && { tracer }),
    ...(audit && { annotate: audit.annotate, noteObject: audit.noteObject }),
  }
}

/** The user of a stream; undefined for the plane itself, which only in-process code can be. */
export const watcherOf = ({ exchange: { user = ANONYMOUS_USER } }: Call<unknown>): string | undefined =>
  user === PLANE_USER ? undefined : user.username

/** Characters of selectors for which a watch counts as one more (ours). */
const SELECTOR_PART = 128

/** What a stream counts for. Long selectors take memory, and time for each event, for as long as the watch is open. */
export function streamWeight({ exchange: { request } }: Call<unknown>): number {
  const length = (name: string) => request.query.get(name)?.length ?? 0
  return Math.max(1, Math.ceil((length('labelSelector') + length('fieldSelector')) / SELECTOR_PART))
}

/**
 * Refuses another stream when too many are open, or all are being ended.
 *
 * @throws {@link ApiError} 503, or 429.
 */
export function requireStreamSlot(call: Call<unknown>): void {
  const { watches } = call.context
  if (watches.isClosed) throw serviceUnavailable('the server is shutting down', 1)
  const user = watcherOf(call)
  if (user !== undefined && !watches.hasRoomFor(user, streamWeight(call)))
    throw tooManyRequests('too many watches at once, please try again later', 1)
}

/** The duration of a stream without a limit: a random one, so that clients do not all reconnect at once. */
export function streamSeconds({ limits, random }: Pick<VerbContext, 'limits' | 'random'>): number {
  const [high = 0, low = 0] = random.bytes(2)
  return Math.floor(limits.minWatchSeconds * (1 + (high * 256 + low) / 65_536))
}
