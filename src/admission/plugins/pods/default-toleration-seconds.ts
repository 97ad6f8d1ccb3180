/**
 * DefaultTolerationSeconds: limits how long pods stay on a node that is not ready or unreachable.
 *
 * @module
 */

import { check } from '../../../meta/index.js'
import type { AdmissionPlugin } from '../../plugin.js'
import { isPodWrite, podSpecOf } from './pods.js'

/** Options of {@link defaultTolerationSeconds}. */
export interface DefaultTolerationOptions {
  /** For a node that is not ready, in seconds; default 300. */
  readonly notReadySeconds?: number
  /** For a node that cannot be reached, in seconds; default 300. */
  readonly unreachableSeconds?: number
}

const tolerationOptions = /* @__PURE__ */ check.members<keyof DefaultTolerationOptions>({
  notReadySeconds: check.amount,
  unreachableSeconds: check.amount,
})

const FIVE_MINUTES = 300
const NO_EXECUTE = 'NoExecute'

/**
 * Adds tolerations for the taints of such nodes to pods without them.
 *
 * @param options - See {@link DefaultTolerationOptions}.
 */
export function defaultTolerationSeconds(options: DefaultTolerationOptions = {}): AdmissionPlugin {
  check.refuse('defaultTolerationSeconds', tolerationOptions(options, ''))
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
      // A toleration without key or effect matches every key or effect.
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
