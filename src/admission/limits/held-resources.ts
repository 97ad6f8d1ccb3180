/**
 * The resources of a pod's containers during a resize, when allocated and requested amounts differ.
 *
 * @module
 */

import { type ApiObject, isRecord, type UnknownRecord } from '../../meta/index.js'
import { type Container, type PodSpec, podSpecOf, type ResourceList } from '../plugins/pods/pods.js'
import { type Amounts, greaterAmounts, readAmounts } from './amounts.js'

/** The container status that the node reports. */
interface Given {
  readonly requests: Amounts
  readonly limits: Amounts
}

/**
 * The spec of a pod with the resources that each container holds: the maximum of requested and allocated amounts, or only the
 * allocated ones if the node cannot perform the resize.
 *
 * @param pod - The pod, with its status.
 */
export function heldSpecOf(pod: ApiObject): PodSpec {
  const spec = podSpecOf(pod)
  const given = givenBy(pod.status)
  if (given.size === 0) return spec
  const isInfeasible = cannotResize(pod.status)
  const held = (container: Container): Container => {
    const has = given.get(container.name ?? '')
    if (!has) return container
    const { requests, limits } = container.resources ?? {}
    const most = (asked: ResourceList | undefined, got: Amounts) => (isInfeasible ? got : greaterAmounts(readAmounts(asked), got))
    return {
      ...container,
      resources: { requests: textsOf(most(requests, has.requests)), limits: textsOf(most(limits, has.limits)) },
    }
  }
  const { containers = [], initContainers = [] } = spec
  return {
    ...spec,
    containers: containers.map(held),
    // Other containers have terminated, or will, with their requested resources.
    initContainers: initContainers.map((one) => (one.restartPolicy === 'Always' ? held(one) : one)),
  }
}

const textsOf = (amounts: Amounts): ResourceList =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)]))

const listAt = (status: unknown, member: string): readonly UnknownRecord[] => {
  const list = isRecord(status) ? status[member] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function givenBy(status: unknown): ReadonlyMap<unknown, Given> {
  const given = new Map<unknown, Given>()
  for (const { name, resources, allocatedResources } of [
    ...listAt(status, 'containerStatuses'),
    ...listAt(status, 'initContainerStatuses'),
  ]) {
    if (!isRecord(resources)) continue
    const requests = greaterAmounts(readAmounts(resources.requests), readAmounts(allocatedResources))
    given.set(name, { requests, limits: readAmounts(resources.limits) })
  }
  return given
}

const cannotResize = (status: unknown): boolean =>
  listAt(status, 'conditions').some(({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible')
