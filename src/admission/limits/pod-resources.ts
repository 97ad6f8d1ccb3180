/**
 * What a pod asks for in all.
 *
 * @module
 */

import type { Quantity } from '../../meta/index.js'
import type { Container, PodSpec, ResourceList } from '../plugins/pods/pods.js'
import { type Amounts, amountsOf, greaterAmounts, readAmounts } from './amounts.js'

/** Reads an amount of a container. */
type ContainerAmounts = (container: Container) => Amounts

/** What a container asks for; where it says only how much it may have, it asks for that. */
export const requestsOf: ContainerAmounts = ({ resources }) =>
  readAmounts({ ...(resources?.limits as ResourceList | undefined), ...(resources?.requests as ResourceList | undefined) })

/** What a container may have. */
export const limitsOf: ContainerAmounts = ({ resources }) => readAmounts(resources?.limits)

/** What a pod asks for: what it says itself or, of the rest, what its containers ask for, or else what it may have. */
export const podRequests = (spec: PodSpec): Amounts =>
  new Map([...ownAmounts(spec.resources?.limits), ...podAmounts(spec, requestsOf), ...ownAmounts(spec.resources?.requests)])

/** What a pod may have: what it says itself or, of the rest, what its containers may have. */
export const podLimits = (spec: PodSpec): Amounts =>
  new Map([...podAmounts(spec, limitsOf), ...ownAmounts(spec.resources?.limits)])

const OF_PODS = /^(cpu|memory|hugepages-.+)$/

/** What a pod says itself; of other resources only its containers do. */
const ownAmounts = (list: ResourceList | undefined): Amounts => amountsOf(readAmounts(list), (name) => OF_PODS.test(name))

/**
 * Adds up what a pod takes: its containers run side by side, and its init containers one after the other before them, unless they go
 * on running.
 *
 * @param spec - Of the pod.
 * @param of - What of a container counts.
 */
function podAmounts({ containers = [], initContainers = [] }: PodSpec, of: ContainerAmounts): Amounts {
  const running = new Map<string, Quantity>()
  const most = new Map<string, Quantity>()
  for (const container of initContainers) {
    for (const [name, amount] of of(container)) {
      const sum = running.get(name)?.plus(amount) ?? amount
      if (container.restartPolicy === 'Always') running.set(name, sum)
      // Of all other resources, what runs beside it was counted when it began.
      if ((most.get(name)?.compareTo(sum) ?? -1) < 0) most.set(name, sum)
    }
  }
  for (const container of containers) {
    for (const [name, amount] of of(container)) running.set(name, running.get(name)?.plus(amount) ?? amount)
  }
  return greaterAmounts(running, most)
}
