/**
 * DefaultTolerationSeconds: how long pods stay on a node that is not ready or cannot be reached.
 *
 * @module
 */

import type { AdmissionPlugin } from '../plugin.js'
import { isPodWrite, podSpecOf } from './pods.js'

/** Options of {@link defaultTolerationSeconds}. */
export interface DefaultTolerationOptions {
  /** For a node that is not ready, in seconds; default 300. */
  readonly notReadySeconds?: number
  /** For a node that cannot be reached, in seconds; default 300. */
  readonly unreachableSeconds?: number
}

const FIVE_MINUTES = 300
const NO_EXECUTE = 'NoExecute'

/**
 * Adds tolerations of the taints of such nodes to pods that have none.
 *
 * @param options - See {@link DefaultTolerationOptions}.
 */
export function defaultTolerationSeconds(options: DefaultTolerationOptions = {}): AdmissionPlugin {
  const { notReadySeconds = FIVE_MINUTES, unreachableSeconds = FIVE_MINUTES } = options
  let taints: readonly (readonly [key: string, seconds: number])[] = []
  return {
    name: 'DefaultTolerationSeconds',
    start({ dialect }) {
      taints = [
        [`node.${dialect.labelDomain}/not-ready`, notReadySeconds],
        [`node.${dialect.labelDomain}/unreachable`, unreachableSeconds],
      ]
    },
    handles: isPodWrite,
    mutate(pod) {
      const spec = podSpecOf(pod)
      // No key, or no effect, tolerates all of them.
      const isTolerated = (taint: string) =>
        (spec.tolerations ?? []).some(({ key, effect }) => (!key || key === taint) && (!effect || effect === NO_EXECUTE))
      const missing = taints.filter(([taint]) => !isTolerated(taint))
      if (missing.length === 0) return
      const added = missing.map(([key, tolerationSeconds]) => ({
        key,
        operator: 'Exists',
        effect: NO_EXECUTE,
        tolerationSeconds,
      }))
      spec.tolerations = [...(spec.tolerations ?? []), ...added]
    },
  }
}
