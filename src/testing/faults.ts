/**
 * Faults on the way between clients and a plane, by rule.
 *
 * @module
 */

import { ApiError, reasonOfCode, type StatusReason } from '../meta/index.js'
import { FILTER_KEYS, isMeant, type ObservedRequest, type RequestFilter, requireKnownKeys } from './request-filter.js'

/** What goes wrong. Several members may go wrong together. */
export interface Fault {
  /** The plane refuses with this HTTP status, and does nothing. */
  readonly status?: number
  /** Reason of the refusal; default the usual one of the status, such as `Conflict` for 409. */
  readonly reason?: StatusReason
  /** Message of the refusal. */
  readonly message?: string
  /** After how many seconds the refusal says to try again. */
  readonly retryAfterSeconds?: number
  /** The connection breaks before the request reaches the plane. */
  readonly refuseConnection?: boolean
  /** The connection breaks after the plane has done the request, before the answer is sent. */
  readonly loseAnswer?: boolean
  /** The request reaches the plane so many milliseconds later; so does each event of a watch reach its client. */
  readonly delayMs?: number
  /** The connection of a watch breaks after so many events, bookmarks included. */
  readonly cutAfterEvents?: number
  /** A watch has no bookmarks but the one that ends the initial events. */
  readonly dropBookmarks?: boolean
}

/** Which requests a fault is for. */
export interface FaultRule extends RequestFilter {
  /** How many requests; `Infinity` for all. Default 1. */
  readonly times?: number
}

/** A fault that was added. */
export interface AddedFault {
  /** How many requests it has met. */
  readonly count: number
  /** How many it has still to meet. */
  readonly remaining: number
  /** It meets no more requests. */
  remove(): void
}

/** The faults of a plane. A request meets the first one that matches and is not used up, and no other. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @param rule - Which requests it is for, and how many of them.
   * @param fault - What goes wrong.
   * @throws RangeError for a rule or a fault that says nothing, or something unknown.
   */
  add(rule: FaultRule, fault: Fault): AddedFault
  /** How many requests have met a fault. */
  readonly count: number
  /** How many are still to meet one; faults without end count for nothing. */
  readonly remaining: number
  /**
   * Makes sure that nothing was added in vain.
   *
   * @throws Error that lists the faults which were not met as often as they should have been; those without end at least
   *   once.
   */
  expectAllUsed(): void
  /** Removes all faults. */
  clear(): void
}

const FAULT_KEYS = [
  'status',
  'reason',
  'message',
  'retryAfterSeconds',
  'refuseConnection',
  'loseAnswer',
  'delayMs',
  'cutAfterEvents',
  'dropBookmarks',
]

/** The refusal of a fault, if it has one. */
export function refusalOf({ status, reason, message, retryAfterSeconds }: Fault): ApiError | undefined {
  if (status === undefined) return undefined
  const why = reason ?? (status === 410 ? 'Expired' : reasonOfCode(status))
  return new ApiError({
    code: status,
    message: message ?? `a fault of the test: ${status} ${why ?? ''}`.trim(),
    ...(why && { reason: why }),
    ...(retryAfterSeconds !== undefined && { details: { retryAfterSeconds } }),
  })
}

class CountedFault implements AddedFault {
  readonly rule: FaultRule
  readonly fault: Fault
  count = 0
  #limit: number

  constructor(rule: FaultRule, fault: Fault) {
    this.rule = rule
    this.fault = fault
    this.#limit = rule.times ?? 1
  }

  get remaining(): number {
    return Math.max(0, this.#limit - this.count)
  }

  remove(): void {
    this.#limit = 0
  }
}

/** The one implementation of {@link Faults}. */
export class FaultRules implements Faults {
  #faults: CountedFault[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  get remaining(): number {
    return this.#faults.reduce((sum, { remaining }) => sum + (Number.isFinite(remaining) ? remaining : 0), 0)
  }

  add(rule: FaultRule, fault: Fault): AddedFault {
    requireKnownKeys('faults.add, rule', rule, [...FILTER_KEYS, 'times'])
    requireKnownKeys('faults.add, fault', fault, FAULT_KEYS)
    const { times = 1 } = rule
    if (!(times > 0)) throw new RangeError(`faults.add, rule: times is ${times}; expected a number from 1`)
    if (fault.status !== undefined && !(fault.status >= 400 && fault.status <= 599)) {
      throw new RangeError(`faults.add, fault: status is ${fault.status}; expected one from 400 to 599`)
    }
    if (!Object.values(fault).some((value) => value !== undefined && value !== false)) {
      throw new RangeError(`faults.add, fault: nothing goes wrong; expected some of ${FAULT_KEYS.join(', ')}`)
    }
    const added = new CountedFault({ ...rule }, { ...fault })
    this.#faults.push(added)
    return added
  }

  /**
   * The fault that a request meets, which counts it.
   *
   * @param request - The request.
   */
  take(request: ObservedRequest): Fault {
    const met = this.#faults.find(({ rule, remaining }) => remaining > 0 && isMeant(rule, request))
    if (!met) return NOTHING
    met.count += 1
    this.#count += 1
    return met.fault
  }

  expectAllUsed(): void {
    const unused = this.#faults.filter(({ count, remaining }) => (Number.isFinite(remaining) ? remaining > 0 : count === 0))
    if (unused.length === 0) return
    const lines = unused.map(
      ({ rule, fault, count }) => `${textOf(rule)} → ${textOf(fault)} (met ${count} of ${rule.times ?? 1})`,
    )
    throw new Error(`faults that were not met as often as they should have been:\n${lines.join('\n')}`)
  }

  clear(): void {
    this.#faults = []
  }
}

const NOTHING: Fault = Object.freeze({})

const textOf = (value: object): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'function' || member === Number.POSITIVE_INFINITY
      ? typeof member === 'function'
        ? '(function)'
        : 'Infinity'
      : member,
  )
