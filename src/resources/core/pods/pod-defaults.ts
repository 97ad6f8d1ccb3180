/**
 * Defaults that only pods have, and no templates: of requests and limits, and of ports on the host.
 *
 * @module
 */

import { type ContainerAmounts, limitsOf, type PodSpec, podAmounts, readAmounts } from '../../../admission/index.js'
import { copyWith, isRecord, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf } from '../../fields/fields.js'
import { type Change, changed, defaultPodSpec, withDefaults } from './pod-template.js'

type Part = Readonly<UnknownRecord>

/**
 * Sets the defaults of the spec of a pod.
 *
 * @param spec - The spec as sent.
 */
export function defaultOwnSpec(spec: Part): Part {
  const own = defaultPodResources(changed(defaultPodSpec(spec), { containers: withRequests, initContainers: withRequests }))
  const open = own.hostNetwork === true ? changed(own, { containers: withHostPorts, initContainers: withHostPorts }) : own
  return withDefaults(open, { enableServiceLinks: true })
}

/** A limit is the default of the request. */
const withRequests: Change = (container) =>
  changed(container, {
    resources: (resources) =>
      isRecord(resources.limits)
        ? copyWith(resources, { requests: withDefaults(recordOf(resources.requests), resources.limits) })
        : resources,
  })

/** With host networking, container ports default to equal host ports. */
const withHostPorts: Change = (container) =>
  changed(container, { ports: (port) => withDefaults(port, { hostPort: port.containerPort }) })

const isOfPages = (name: string): boolean => name.startsWith('hugepages-')
const isShared = (name: string): boolean => name === 'cpu' || name === 'memory'
const isOfPod = (name: string): boolean => isShared(name) || isOfPages(name)

const specRequestsOf: ContainerAmounts = ({ resources }) => readAmounts(resources?.requests)

/**
 * Completes the requests and limits of a whole pod, if it has some: from those of its containers, and from each other.
 *
 * @see Kubernetes documentation, "Assign Pod-level CPU and memory resources"
 */
function defaultPodResources(spec: Part): Part {
  const given = spec.resources
  if (!isRecord(given)) return spec
  const [requests, limits] = [recordOf(given.requests), recordOf(given.limits)]
  const [hasRequests, hasLimits] = [requests, limits].map((list) => Object.keys(list).length > 0)
  if (!hasRequests && !hasLimits) return spec
  // Huge pages cannot be overcommitted: their limit is their request.
  const pages = summed(spec, limitsOf, (name) => isOfPages(name) && requests[name] === undefined)
  const ownLimits = withDefaults(limits, pages)
  const ownRequests =
    Object.keys(ownLimits).length === 0
      ? requests
      : withDefaults(withDefaults(requests, summed(spec, specRequestsOf, isShared)), partOf(ownLimits, isOfPod))
  const isOpen = !Object.keys(ownLimits).some(isOfPod) && Object.keys(ownRequests).some(isOfPod)
  const lasting = isOpen
    ? withDefaults(
        ownLimits,
        summed(spec, limitsOf, (name) => isShared(name) && isLimited(spec, name)),
      )
    : ownLimits
  return copyWith(spec, { resources: copyWith(given, { ...listed('requests', ownRequests), ...listed('limits', lasting) }) })
}

const listed = (member: string, list: Part): Part => (Object.keys(list).length > 0 ? { [member]: list } : {})

const partOf = (list: Part, isMeant: (name: string) => boolean): Part =>
  Object.fromEntries(Object.entries(list).filter(([name]) => isMeant(name)))

/** Sums of amounts of the containers. */
const summed = (spec: Part, of: ContainerAmounts, isMeant: (name: string) => boolean): Part =>
  Object.fromEntries(
    [...podAmounts(spec as PodSpec, of)].filter(([name]) => isMeant(name)).map(([name, amount]) => [name, amount.toString()]),
  )

/** Whether all containers have a limit. */
const isLimited = (spec: Part, name: string): boolean =>
  [...listOf(spec.containers), ...listOf(spec.initContainers)].every((container) => limitsOf(recordOf(container)).has(name))
