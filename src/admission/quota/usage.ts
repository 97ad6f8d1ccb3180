/**
 * The usage of an object of quota resources.
 *
 * @module
 */

import {
  type ApiObject,
  type Dialect,
  type GroupResource,
  isRecord,
  parseTime,
  type Quantity,
  quantityOf,
} from '../../meta/index.js'
import { type Amounts, addAmounts, amountsOf, readAmounts } from '../limits/amounts.js'
import { heldSpecOf } from '../limits/held-resources.js'
import { podLimits, podRequests } from '../limits/pod-resources.js'
import { countNames, deviceClaims, storageClassInfix, typeKey } from './counted-types.js'
import { deviceUsage } from './device-usage.js'
import { type ScopeFacts, scopeFactsOf } from './scopes.js'

/** The data of an object that quotas use. */
export interface Usage {
  readonly amounts: Amounts
  /** Scope attributes; undefined for a type without scopes. */
  readonly scopes: ScopeFacts | undefined
}

const ONE = quantityOf(1)
const FINISHED: ReadonlySet<unknown> = new Set(['Succeeded', 'Failed'])
/** Resources whose requests and limits are counted separately for pods. */
const LIMITED: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage'])

/**
 * Computes the usage of an object.
 *
 * @param type - Its type.
 * @param object - In any version.
 * @param about - The plane's dialect, and the time: a terminating pod past its grace period no longer counts.
 */
export function usageOf(
  type: GroupResource,
  object: ApiObject,
  about: { readonly dialect: Dialect; readonly nowMs: number },
): Usage {
  const counted: Amounts = new Map(countNames(type).map((name) => [name, ONE]))
  const own = type.group === '' ? moreOf(type.resource, object, about) : devicesOf(type, object, about.dialect)
  return { amounts: own ? addAmounts(counted, own) : counted, scopes: scopeFactsOf(type, object) }
}

const devicesOf = (type: GroupResource, object: ApiObject, dialect: Dialect): Amounts | undefined =>
  typeKey(type) === typeKey(deviceClaims(dialect)) ? deviceUsage(object, dialect) : undefined

function moreOf(
  resource: string,
  object: ApiObject,
  { dialect, nowMs }: { readonly dialect: Dialect; readonly nowMs: number },
): Amounts | undefined {
  switch (resource) {
    case 'pods':
      return isFinished(object) || nowMs >= (endOfUsage(object) ?? Number.POSITIVE_INFINITY)
        ? undefined
        : computeOf(object, dialect)
    case 'services':
      return serviceUsage(object)
    case 'persistentvolumeclaims':
      return claimUsage(object, dialect)
    default:
      return undefined
  }
}

const isFinished = ({ status }: ApiObject): boolean => isRecord(status) && FINISHED.has(status.phase)

/**
 * The time from which a terminating pod no longer counts: its node may be lost.
 *
 * @param pod - An object of any type.
 * @returns In milliseconds since 1970; undefined for an object that is not terminating.
 */
export function endOfUsage({ metadata: { deletionTimestamp, deletionGracePeriodSeconds } }: ApiObject): number | undefined {
  if (!deletionTimestamp || deletionGracePeriodSeconds === undefined) return undefined
  const since = parseTime(deletionTimestamp)
  return since === undefined ? undefined : since + deletionGracePeriodSeconds * 1000
}

function computeOf(pod: ApiObject, dialect: Dialect): Amounts {
  const spec = heldSpecOf(pod)
  const overhead = readAmounts(spec.overhead)
  const requests = addAmounts(podRequests(spec), overhead)
  const limits = podLimits(spec)
  // Unlimited plus the overhead of its runtime is still unlimited.
  return computeUsage(
    requests,
    addAmounts(
      limits,
      amountsOf(overhead, (name) => limits.has(name)),
    ),
    dialect,
  ).set('pods', ONE)
}

/**
 * Names requests and limits as in quotas.
 *
 * @param requests - Of a pod or a container.
 * @param limits - The same.
 * @param dialect - The plane's dialect.
 */
export function computeUsage(requests: Amounts, limits: Amounts, { labelDomain }: Dialect): Map<string, Quantity> {
  const usage = new Map<string, Quantity>()
  for (const [name, amount] of requests) {
    const isOwn = LIMITED.has(name) || name.startsWith('hugepages-')
    if (isOwn) usage.set(name, amount)
    if (isOwn || (name.includes('/') && !name.includes(`${labelDomain}/`))) usage.set(`requests.${name}`, amount)
  }
  for (const [name, amount] of limits) if (LIMITED.has(name)) usage.set(`limits.${name}`, amount)
  return usage
}

function serviceUsage({ spec }: ApiObject): Amounts {
  const { type, ports, allocateLoadBalancerNodePorts } = isRecord(spec) ? spec : {}
  const list = Array.isArray(ports) ? ports : []
  const isBalanced = type === 'LoadBalancer'
  const takesAll = type === 'NodePort' || (isBalanced && allocateLoadBalancerNodePorts !== false)
  const nodePorts = takesAll ? list.length : isBalanced ? list.filter((port) => isRecord(port) && port.nodePort).length : 0
  return new Map([
    ['services.nodeports', quantityOf(nodePorts)],
    ['services.loadbalancers', quantityOf(isBalanced ? 1 : 0)],
  ])
}

function claimUsage({ spec, status, metadata }: ApiObject, dialect: Dialect): Amounts {
  const { resources, storageClassName } = isRecord(spec) ? spec : {}
  const wanted = readAmounts(isRecord(resources) ? resources.requests : undefined).get('storage')
  // The current amount of a claim counts even if the requested one is smaller.
  const held = readAmounts(isRecord(status) ? status.allocatedResources : undefined).get('storage')
  const storage = wanted && held?.compareTo(wanted) === 1 ? held : wanted
  const className = metadata.annotations?.[`volume.beta.${dialect.labelDomain}/storage-class`] ?? storageClassName
  const prefix = className ? `${String(className)}${storageClassInfix(dialect)}` : undefined
  const usage = new Map<string, Quantity>()
  if (storage) usage.set('requests.storage', storage)
  if (prefix) {
    usage.set(`${prefix}persistentvolumeclaims`, ONE)
    if (storage) usage.set(`${prefix}requests.storage`, storage)
  }
  return usage
}
