/**
 * LimitRanges: limits of a namespace for each container, pod or claim, and their defaults.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import { type Amounts, readAmounts } from './amounts.js'

/** One limit of a LimitRange. */
export interface Limit {
  /** `Container`, `Pod` or `PersistentVolumeClaim`; others are ignored. */
  readonly type: string
  readonly min: Amounts
  readonly max: Amounts
  readonly maxRatio: Amounts
  /** Default limits of containers. */
  readonly defaults: Amounts
  /** Default requests of containers. */
  readonly defaultRequests: Amounts
}

/**
 * Parses the limits of a LimitRange. Without explicit defaults, a container's default limit is the maximum, and its default
 * request is the default limit or else the minimum.
 *
 * @param limits - `spec.limits`, as stored.
 */
export function readLimits(limits: unknown): readonly Limit[] {
  return (Array.isArray(limits) ? limits : []).filter(isRecord).map((limit) => {
    const [min, max, given] = [limit.min, limit.max, limit.default].map(readAmounts) as [Amounts, Amounts, Amounts]
    const isContainer = limit.type === 'Container'
    const defaults: Amounts = isContainer ? new Map([...max, ...given]) : given
    const requests = readAmounts(limit.defaultRequest)
    return {
      type: String(limit.type),
      min,
      max,
      maxRatio: readAmounts(limit.maxLimitRequestRatio),
      defaults,
      defaultRequests: isContainer ? new Map([...min, ...defaults, ...requests]) : requests,
    }
  })
}

/** Weight of a LimitRange, of a limit, and of each amount besides its name. */
const WEIGHT = 64

/**
 * Weighs limits: how long it takes to compare them with one container, in characters.
 *
 * @param limits - Those of a LimitRange.
 */
export const weightOf = (limits: readonly Limit[]): number =>
  limits.reduce((sum, { min, max, maxRatio, defaults, defaultRequests }) => {
    const names = [min, max, maxRatio, defaults, defaultRequests].flatMap((amounts) => [...amounts.keys()])
    return names.reduce((sum, name) => sum + WEIGHT + name.length, sum + WEIGHT)
  }, WEIGHT)

/**
 * Returns the violations of a limit.
 *
 * @param limit - The limit.
 * @param requests - The requested amounts.
 * @param limits - The limits; undefined where only requests count, as for claims.
 * @returns One line for each violation, worded as in Kubernetes.
 */
export function faultsOf(limit: Limit, requests: Amounts, limits: Amounts | undefined): readonly string[] {
  return [
    ...[...limit.min.keys()].map((name) => belowMinimum(limit, name, requests, limits)),
    ...[...limit.max.keys()].map((name) => aboveMaximum(limit, name, requests, limits)),
    ...(limits ? [...limit.maxRatio.keys()].map((name) => aboveRatio(limit, name, requests, limits)) : []),
  ].filter((fault) => fault !== undefined)
}

type Limits = Amounts | undefined

function belowMinimum({ type, min }: Limit, name: string, requests: Amounts, limits: Limits): string | undefined {
  const [least, request, limit] = [min.get(name), requests.get(name), limits?.get(name)]
  const rule = `minimum ${name} usage per ${type} is ${least}`
  if (!request) return `${rule}.  No request is specified`
  if (request.compareTo(least) === -1) return `${rule}, but request is ${request}`
  if (limit?.compareTo(least) === -1) return `${rule}, but limit is ${limit}`
  return undefined
}

function aboveMaximum({ type, max }: Limit, name: string, requests: Amounts, limits: Limits): string | undefined {
  const [most, request, limit] = [max.get(name), requests.get(name), limits?.get(name)]
  const rule = `maximum ${name} usage per ${type} is ${most}`
  if (limits && !limit) return `${rule}.  No limit is specified`
  if (!limits && !request) return `${rule}.  No request is specified`
  if (limit?.compareTo(most) === 1) return `${rule}, but limit is ${limit}`
  if (request?.compareTo(most) === 1) return `${rule}, but request is ${request}`
  return undefined
}

function aboveRatio({ type, maxRatio }: Limit, name: string, requests: Amounts, limits: Amounts): string | undefined {
  const [most, request, limit] = [maxRatio.get(name), requests.get(name), limits.get(name)]
  const rule = `${name} max limit to request ratio per ${type} is ${most}`
  if (!request || request.isZero) return `${rule}, but no request is specified or request is 0`
  if (!limit || limit.isZero) return `${rule}, but no limit is specified or limit is 0`
  const ratio = limit.toNumber() / request.toNumber()
  return ratio > (most?.toNumber() ?? 0) ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}
