/**
 * The total resources of a pod.
 *
 * @module
 */

import type { Quantity } from '../../meta/index.js'
import type { Container, PodSpec, ResourceList } from '../plugins/pods/pods.js'
import { type Amounts, amountsOf, greaterAmounts, readAmounts } from './amounts.js'

/** Reads the amounts of a container. */
export type ContainerAmounts = (container: Container) => Amounts

/** The requests of a container; a limit without a request counts as the request. */
export const requestsOf: ContainerAmounts = ({ resources }) =>
  readAmounts({ ...(resources?.limits as ResourceList | undefined), ...(resources?.requests as ResourceList | undefined) })

/** The limits of a container. */
export const limitsOf: ContainerAmounts = ({ resources }) => readAmounts(resources?.limits)

/** The requests of a pod: pod-level requests; for other resources the sum of its containers, or else the pod-level limits. */
export const podRequests = (spec: PodSpec): Amounts =>
  new Map([...ownAmounts(spec.resources?.limits), ...podAmounts(spec, requestsOf), ...ownAmounts(spec.resources?.requests)])

/** The limits of a pod: pod-level limits; for other resources the sum of its containers. */
export const podLimits = (spec: PodSpec): Amounts =>
  new Map([...podAmounts(spec, limitsOf), ...ownAmounts(spec.resources?.limits)])

const OF_PODS = /^(cpu|memory|hugepages-.+)$/

/** The pod-level amounts; of other resources only containers have amounts. */
const ownAmounts = (list: ResourceList | undefined): Amounts => amountsOf(readAmounts(list), (name) => OF_PODS.test(name))

/**
 * Sums the resources of a pod: containers run concurrently; init containers run one after the other before them, except sidecars,
 * which keep running.
 *
 * @param spec - Of the pod.
 * @param of - Reads the amounts of a container.
 */
export function podAmounts({ containers = [], initContainers = [] }: PodSpec, of: ContainerAmounts): Amounts {
  const running = new Map<string, Quantity>()
  const most = new Map<string, Quantity>()
  for (const container of initContainers) {
    for (const [name, amount] of of(container)) {
      const sum = running.get(name)?.plus(amount) ?? amount
      if (container.restartPolicy === 'Always') running.set(name, sum)
      // Of all other resources, running sidecars were counted when they started.
      if ((most.get(name)?.compareTo(sum) ?? -1) < 0) most.set(name, sum)
    }
  }
  for (const container of containers) {
    for (const [name, amount] of of(container)) running.set(name, running.get(name)?.plus(amount) ?? amount)
  }
  return greaterAmounts(running, most)
}
