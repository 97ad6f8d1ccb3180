/**
 * Faults between clients and a plane, by rule.
 *
 * @module
 */

import { ApiError, check, type OptionCheck, reasonOfCode, type StatusReason } from '../meta/index.js'
import { isMeant, type ObservedRequest, type RequestFilter, requestFilter } from './request-filter.js'

/** A fault. Several members may be combined. */
export interface Fault {
  /** The plane refuses with this HTTP status, and does not run the request. */
  readonly status?: number
  /** Reason of the refusal; default the usual one of the status, such as `Conflict` for 409. */
  readonly reason?: StatusReason
  /** Message of the refusal. */
  readonly message?: string
  /** The `Retry-After` of the refusal, in seconds. */
  readonly retryAfterSeconds?: number
  /** The connection breaks before the request reaches the plane. */
  readonly refuseConnection?: boolean
  /** The connection breaks after the plane has run the request, before the answer is sent. */
  readonly loseAnswer?: boolean
  /** Delay in milliseconds until the request reaches the plane, and until each event of a watch reaches its client. */
  readonly delayMs?: number
  /** The connection of a watch breaks after this many events, bookmarks included. */
  readonly cutAfterEvents?: number
  /** A watch has no bookmarks except the one that ends the initial events. */
  readonly dropBookmarks?: boolean
}

/** The requests that a fault applies to. */
export interface FaultRule extends RequestFilter {
  /** How many requests; `Infinity` for all. Default 1. */
  readonly times?: number
}

/** A fault of a plane. */
export interface AddedFault {
  /** Number of requests that it was applied to. */
  readonly count: number
  /** Number of requests that it will still be applied to. */
  readonly remaining: number
  /** Removes the fault. */
  remove(): void
}

/** The faults of a plane. The first fault that matches a request and is not used up is applied, and no other. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @param rule - The requests, and how many of them.
   * @param fault - The fault.
   * @throws TypeError with one line for each unknown or wrong member, RangeError for a fault without effect.
   */
  add(rule: FaultRule, fault: Fault): AddedFault
  /** Number of requests that a fault was applied to. */
  readonly count: number
  /** Number of requests that faults will still be applied to; unlimited faults are not counted. */
  readonly remaining: number
  /**
   * Checks that every fault was used.
   *
   * @throws Error that lists the faults that were applied less often than configured; an unlimited fault must be applied at least
   *   once.
   */
  expectAllUsed(): void
  /** Removes all faults. */
  clear(): void
}

const { amount, members, text, truth } = check
const faultRule = requestFilter({
  times: check.fits('a number from 1', (value) => typeof value === 'number' && value > 0),
})
const faultMembers: Readonly<Record<keyof Fault, OptionCheck>> = {
  status: check.fits('one from 400 to 599', (value) => typeof value === 'number' && value >= 400 && value <= 599),
  reason: text,
  message: text,
  retryAfterSeconds: amount,
  refuseConnection: truth,
  loseAnswer: truth,
  delayMs: amount,
  cutAfterEvents: amount,
  dropBookmarks: truth,
}
const aFault = members(faultMembers)

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
    check.refuse('faults.add', [...faultRule(rule, 'rule'), ...aFault(fault, 'fault')])
    if (!Object.values(fault).some((value) => value !== undefined && value !== false)) {
      throw new RangeError(`faults.add: fault has no effect: expected some of ${Object.keys(faultMembers).join(', ')}`)
    }
    const added = new CountedFault({ ...rule }, { ...fault })
    this.#faults.push(added)
    return added
  }

  /**
   * Returns the fault of a request, and counts it.
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
