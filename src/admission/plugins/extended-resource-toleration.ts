/**
 * ExtendedResourceToleration: pods that ask for an extended resource may run on the nodes that are kept for it.
 *
 * @module
 */

import type { AdmissionPlugin } from '../plugin.js'
import { isPodWrite, type PodSpec, podSpecOf, type Toleration } from './pods.js'

/** Adds a toleration of the taint that is named like it for each extended resource that a pod asks for. */
export function extendedResourceToleration(): AdmissionPlugin {
  let domain = ''
  return {
    name: 'ExtendedResourceToleration',
    start({ dialect }) {
      domain = dialect.labelDomain
    },
    handles: isPodWrite,
    mutate(pod) {
      const spec = podSpecOf(pod)
      const wanted = extendedResources(spec, domain).map((key): Toleration => ({ key, operator: 'Exists', effect: 'NoSchedule' }))
      const known = spec.tolerations ?? []
      const missing = wanted.filter((toleration) => !known.some((one) => isSame(one, toleration)))
      if (missing.length > 0) spec.tolerations = [...known, ...missing]
    },
  }
}

/** Names of resources that are none of the plane's own, sorted. */
function extendedResources({ initContainers = [], containers = [] }: PodSpec, domain: string): readonly string[] {
  const names = [...containers, ...initContainers].flatMap(({ resources }) => Object.keys(resources?.requests ?? {}))
  const isExtended = (name: string) => name.includes('/') && !name.includes(`${domain}/`) && !name.startsWith('requests.')
  return [...new Set(names.filter(isExtended))].sort()
}

const isSame = (one: Toleration, other: Toleration): boolean =>
  one.key === other.key && one.operator === other.operator && one.effect === other.effect && !one.value
