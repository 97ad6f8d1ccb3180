/**
 * What a pod asks for in all.
 *
 * @module
 */

import type { Container, PodSpec, ResourceList } from '../plugins/pods.js'
import { type Amounts, addAmounts, greaterAmounts, NO_AMOUNTS, readAmounts } from './amounts.js'

/** Reads an amount of a container. */
export type ContainerAmounts = (container: Container) => Amounts

/** What a container asks for; where it says only how much it may have, it asks for that. */
export const requestsOf: ContainerAmounts = ({ resources }) =>
  readAmounts({ ...(resources?.limits as ResourceList | undefined), ...(resources?.requests as ResourceList | undefined) })

/** What a container may have. */
export const limitsOf: ContainerAmounts = ({ resources }) => readAmounts(resources?.limits)

/**
 * Adds up what a pod takes: its containers run side by side, and its init containers one after the other before them, unless they go
 * on running.
 *
 * @param spec - Of the pod.
 * @param of - What of a container counts.
 */
export function podAmounts({ containers = [], initContainers = [] }: PodSpec, of: ContainerAmounts): Amounts {
  let running = NO_AMOUNTS
  let most = NO_AMOUNTS
  for (const container of initContainers) {
    const own = of(container)
    if (container.restartPolicy === 'Always') running = addAmounts(running, own)
    most = greaterAmounts(most, container.restartPolicy === 'Always' ? running : addAmounts(running, own))
  }
  return greaterAmounts(containers.map(of).reduce(addAmounts, running), most)
}
