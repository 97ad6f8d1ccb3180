/**
 * EventRateLimit: limits how many Events are written.
 *
 * @module
 */

import { ApiError, type ApiObject, type Clock, check, isRecord } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AdmissionPlugin } from '../plugin.js'

/** The scope of a limit: all Events, or those of one namespace, one user, or one source and object. */
export type EventLimitType = 'Server' | 'Namespace' | 'User' | 'SourceAndObject'

/** A limit of Events. */
export interface EventLimit {
  readonly type: EventLimitType
  /** Average rate, in Events per second. */
  readonly qps: number
  /** Burst size. */
  readonly burst: number
  /**
   * Size of the LRU cache of namespaces, users or sources; 4,096 by default, and for 0. Beyond it the least recently used one is
   * evicted.
   */
  readonly cacheSize?: number
}

/** Options of {@link eventRateLimit}. */
export interface EventRateLimitOptions {
  /** The limits; an Event has to pass all of them. */
  readonly limits: readonly EventLimit[]
}

const TYPES: readonly unknown[] = ['Server', 'Namespace', 'User', 'SourceAndObject'] satisfies readonly EventLimitType[]
const limit = /* @__PURE__ */ check.members<keyof EventLimit>(
  {
    type: check.fits(`one of ${TYPES.join(', ')}`, (value) => TYPES.includes(value)),
    qps: check.amount,
    burst: check.amount,
    cacheSize: check.amount,
  },
  ['type', 'qps', 'burst'],
)
const rateOptions = /* @__PURE__ */ check.members<keyof EventRateLimitOptions>({ limits: check.listOf(limit) }, ['limits'])

const CACHE_SIZE = 4096
/** Characters of a field that identify sources and objects: names are shorter, and an Event may contain any text. */
const MAX_FIELD = 512

/**
 * Refuses Events of the core group beyond the limits with 429. Dry runs are not counted.
 *
 * @param options - The limits.
 */
export function eventRateLimit(options: EventRateLimitOptions): AdmissionPlugin {
  check.refuse('eventRateLimit', rateOptions(options, ''))
  const { limits } = options
  let counters: readonly Counter[] = []
  return {
    name: 'EventRateLimit',
    start({ clock }) {
      counters = limits.map((limit) => new Counter(limit, clock))
    },
    handles: ({ operation, group, resource, subresource, dryRun }) =>
      group === '' && resource === 'events' && subresource === '' && operation !== 'DELETE' && !dryRun,
    validate(attributes) {
      // An Event that one limit refuses still counts for the others.
      const exceeded = counters.filter((counter) => !counter.take(attributes)).at(-1)
      if (exceeded) throw exceeded.refusal(attributes)
    },
  }
}

/** The token bucket of one key. */
interface Bucket {
  tokens: number
  atMs: number
}

/** The buckets of one limit. */
class Counter {
  readonly #limit: EventLimit
  readonly #clock: Clock
  /** In order of last use. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: EventLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** @returns Whether the Event is within the limit. */
  take(attributes: AdmissionAttributes): boolean {
    const { qps, burst, cacheSize } = this.#limit
    const key = keyOf(this.#limit.type, attributes)
    const nowMs = this.#clock.now()
    const { tokens, atMs } = this.#buckets.get(key) ?? { tokens: burst, atMs: nowMs }
    const filled = Math.min(burst, tokens + (Math.max(0, nowMs - atMs) / 1000) * qps)
    const isLeft = filled >= 1
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: isLeft ? filled - 1 : filled, atMs: nowMs })
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > (cacheSize || CACHE_SIZE) && oldest !== undefined) this.#buckets.delete(oldest)
    return isLeft
  }

  /** The error of an Event beyond a limit. */
  refusal(attributes: AdmissionAttributes): ApiError {
    const { type } = this.#limit
    const message = `Too many requests: limit reached on type ${type} for key ${keyOf(type, attributes)}`
    return new ApiError({ code: 429, reason: 'TooManyRequests', message })
  }
}

function keyOf(type: EventLimitType, { namespace, user, object }: AdmissionAttributes): string {
  switch (type) {
    case 'Server':
      return ''
    case 'Namespace':
      return namespace
    case 'User':
      return user.username
    case 'SourceAndObject':
      return sourceOf(object)
  }
}

function sourceOf(event: ApiObject | undefined): string {
  const textsAt = (part: unknown, fields: readonly string[]) =>
    fields.map((field) => (isRecord(part) && typeof part[field] === 'string' ? part[field].slice(0, MAX_FIELD) : ''))
  return [
    ...textsAt(event?.source, ['component', 'host']),
    ...textsAt(event?.involvedObject, ['kind', 'namespace', 'name', 'uid', 'apiVersion']),
  ].join('')
}
