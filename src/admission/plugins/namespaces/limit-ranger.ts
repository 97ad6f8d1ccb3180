/**
 * LimitRanger: enforces the LimitRanges of a namespace on pods and claims, and sets their defaults in pods.
 *
 * @module
 */

import { type ApiObject, type GroupResource, isRecord, setKey, tooLarge } from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { readAmounts } from '../../limits/amounts.js'
import { faultsOf, type Limit, readLimits, weightOf } from '../../limits/limit-ranges.js'
import { limitsOf, podLimits, podRequests, requestsOf } from '../../limits/pod-resources.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import {
  type Container,
  containersOf,
  isPodCreate,
  isPodResize,
  type PodSpec,
  podSpecOf,
  type ResourceList,
} from '../pods/pods.js'

const LIMIT_RANGES: GroupResource = { group: '', resource: 'limitranges' }

/**
 * Maximum product of the containers of a pod and the {@link weightOf} of the limits of its namespace (ours): each limit is compared
 * with each container, and a default is set and told in each. A tenth of a second, and some megabytes.
 */
const MAX_COMPARISONS = 4_000_000

/** A LimitRange. */
interface Range {
  readonly limits: readonly Limit[]
  readonly weight: number
}

/** Sets default requests and limits of containers, and refuses pods, pod resizes and claims outside of the limits. */
export function limitRanger(): AdmissionPlugin {
  /** By namespace, then by name. */
  const ranges = new Map<string, Map<string, Range>>()
  /** @throws ApiError 413 for more work than a request may cause. */
  const limitsFor = ({ namespace }: AdmissionAttributes, count: number): readonly (readonly Limit[])[] => {
    const found = [...(ranges.get(namespace) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, range]) => range)
    const weight = found.reduce((sum, range) => sum + range.weight, 0)
    if (count * weight > MAX_COMPARISONS) {
      const who = count === 1 ? 'one container or claim is' : `${count} containers are`
      throw tooLarge(`${who} too many for the limits that the LimitRanges of namespace ${namespace} set`)
    }
    return found.map(({ limits }) => limits)
  }
  let annotation = ''
  return {
    name: 'LimitRanger',
    start({ dialect, objects }) {
      annotation = `${dialect.labelDomain}/limit-ranger`
      return objects.follow(LIMIT_RANGES, {
        put({ metadata: { name = '', namespace = '' }, spec }) {
          const known = ranges.get(namespace) ?? new Map()
          const limits = readLimits(isRecord(spec) ? spec.limits : undefined)
          ranges.set(namespace, known.set(name, { limits, weight: weightOf(limits) }))
        },
        remove({ metadata: { name = '', namespace = '' } }) {
          ranges.get(namespace)?.delete(name)
          if (ranges.get(namespace)?.size === 0) ranges.delete(namespace)
        },
      })
    },
    // Objects that are being deleted are not limited.
    handles: (attributes) =>
      ranges.has(attributes.namespace) &&
      (isAboutContainers(attributes) || isClaimWrite(attributes)) &&
      !attributes.oldObject?.metadata.deletionTimestamp,
    mutate(object, attributes) {
      if (!isAboutContainers(attributes)) return
      const spec = podSpecOf(object)
      for (const limits of limitsFor(attributes, containersOf(spec).length)) {
        const changes = setDefaults(spec, limits)
        if (changes.length === 0) continue
        object.metadata.annotations = {
          ...object.metadata.annotations,
          [annotation]: `LimitRanger plugin set: ${changes.join('; ')}`,
        }
      }
    },
    validate(attributes) {
      const isPod = isAboutContainers(attributes)
      const faults = isPod ? podFaults(podSpecOf(attributes.object)) : claimFaults(attributes.object)
      const count = isPod ? containersOf(podSpecOf(attributes.object)).length : 1
      for (const limits of limitsFor(attributes, count)) {
        const found = [...new Set(faults(limits))]
        if (found.length === 0) continue
        throw admissionDenied(attributes, found.length === 1 ? (found[0] ?? '') : `[${found.join(', ')}]`)
      }
    },
  }
}

/** No other write of a pod changes the requests of its containers. */
const isAboutContainers = (attributes: AdmissionAttributes): boolean => isPodCreate(attributes) || isPodResize(attributes)

const isClaimWrite = ({ operation, group, resource, subresource }: AdmissionAttributes): boolean =>
  group === '' && resource === 'persistentvolumeclaims' && subresource === '' && operation !== 'DELETE'

/** @returns What was set, for the annotation. */
function setDefaults(spec: PodSpec, limits: readonly Limit[]): readonly string[] {
  const ofContainers = limits.filter(({ type }) => type === 'Container')
  const defaults = textsOf(ofContainers.flatMap((limit) => [...limit.defaults]))
  const requests = textsOf(ofContainers.flatMap((limit) => [...limit.defaultRequests]))
  const setOf = (kind: string, container: Container): readonly string[] => {
    const { resources = {}, name = '' } = container
    // A container's own limits are the default of its requests.
    const newRequests = missing(requests, resources.limits, resources.requests)
    const newLimits = missing(defaults, resources.limits)
    if (newRequests.length + newLimits.length === 0) return []
    container.resources = resources
    if (newLimits.length > 0) resources.limits = withAmounts(resources.limits, newLimits)
    if (newRequests.length > 0) resources.requests = withAmounts(resources.requests, newRequests)
    const told = (what: string, entries: readonly (readonly [string, string])[]) =>
      entries.length === 0 ? [] : [`${entries.map(([resource]) => resource).join(', ')} ${what} for ${kind} ${name}`]
    return [...told('request', newRequests), ...told('limit', newLimits)]
  }
  return [
    ...(spec.containers ?? []).flatMap((container) => setOf('container', container)),
    ...(spec.initContainers ?? []).flatMap((container) => setOf('init container', container)),
  ]
}

/** Amounts as strings, by name; the last one wins if several limits set a resource. */
const textsOf = (amounts: readonly (readonly [string, unknown])[]): ReadonlyMap<string, string> =>
  new Map(amounts.map(([name, amount]) => [name, String(amount)]))

/** The defaults that no list has. */
const missing = (
  defaults: ReadonlyMap<string, string>,
  ...given: readonly (ResourceList | undefined)[]
): readonly [string, string][] =>
  [...defaults].filter(([name]) => !given.some((list) => list && Object.hasOwn(list, name))).sort(([a], [b]) => (a < b ? -1 : 1))

/** Writes to the draft: a copy for each of many LimitRanges would cost as much as the whole list each time. */
function withAmounts(list: ResourceList = {}, amounts: readonly [string, string][]): ResourceList {
  for (const [name, amount] of amounts) setKey(list, name, amount)
  return list
}

/** Finds the violations of limits. The amounts of the pod are read once, however many limits there are. */
function podFaults(spec: PodSpec): (limits: readonly Limit[]) => readonly string[] {
  const containers = containersOf(spec).map((container) => [requestsOf(container), limitsOf(container)] as const)
  const whole = [podRequests(spec), podLimits(spec)] as const
  return (limits) =>
    limits.flatMap((limit) => {
      if (limit.type === 'Pod') return faultsOf(limit, ...whole)
      if (limit.type !== 'Container') return []
      return containers.flatMap((amounts) => faultsOf(limit, ...amounts))
    })
}

function claimFaults(claim: ApiObject | undefined): (limits: readonly Limit[]) => readonly string[] {
  const spec = isRecord(claim?.spec) ? claim.spec : {}
  const requests = readAmounts(isRecord(spec.resources) ? spec.resources.requests : undefined)
  return (limits) =>
    limits.filter(({ type }) => type === 'PersistentVolumeClaim').flatMap((limit) => faultsOf(limit, requests, undefined))
}
