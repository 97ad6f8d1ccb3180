/**
 * Several configuration files as one.
 *
 * @module
 */

import type { Kubeconfig } from './kubeconfig.js'

/**
 * Merges configurations as the list in `KUBECONFIG` does: the first entry of a name is taken whole, and the first current context
 * that is set.
 *
 * @param parts - In the order of the list.
 */
export function mergeKubeconfigs(parts: readonly Kubeconfig[]): Kubeconfig {
  return {
    currentContext: parts.find(({ currentContext }) => currentContext !== '')?.currentContext ?? '',
    clusters: join(parts.map(({ clusters }) => clusters)),
    users: join(parts.map(({ users }) => users)),
    contexts: join(parts.map(({ contexts }) => contexts)),
  }
}

const join = <V>(maps: readonly ReadonlyMap<string, V>[]): ReadonlyMap<string, V> =>
  new Map(maps.toReversed().flatMap((map) => [...map]))
