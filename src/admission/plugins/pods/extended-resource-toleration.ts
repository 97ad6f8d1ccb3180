/**
 * ExtendedResourceToleration: pods that request an extended resource may run on the nodes reserved for it.
 *
 * @module
 */

import type { AdmissionPlugin } from '../../plugin.js'
import { isPodWrite, type PodSpec, podSpecOf, type Toleration } from './pods.js'

/** Adds a toleration for each extended resource that a pod requests; the taint has the name of the resource. */
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
      const known = spec.tolerations ?? []
      const tolerated = new Set(known.filter(isOfAnyValue).map(({ key }) => key))
      const missing = extendedResources(spec, domain).filter((name) => !tolerated.has(name))
      if (missing.length > 0) spec.tolerations = [...known, ...missing.map((key) => ({ key, ...ANY_VALUE }))]
    },
  }
}

/** Names of extended resources (outside of the plane's own domain), sorted. */
function extendedResources({ initContainers = [], containers = [] }: PodSpec, domain: string): readonly string[] {
  const names = [...containers, ...initContainers].flatMap(({ resources }) => Object.keys(resources?.requests ?? {}))
  const isExtended = (name: string) => name.includes('/') && !name.includes(`${domain}/`) && !name.startsWith('requests.')
  return [...new Set(names.filter(isExtended))].sort()
}

/** A toleration of a taint with any value. */
const ANY_VALUE = { operator: 'Exists', effect: 'NoSchedule' } as const

const isOfAnyValue = ({ operator, effect, value }: Toleration): boolean =>
  operator === ANY_VALUE.operator && effect === ANY_VALUE.effect && !value
