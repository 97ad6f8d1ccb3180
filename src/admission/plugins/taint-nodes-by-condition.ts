/**
 * TaintNodesByCondition: new nodes get no pods before they are ready.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import type { AdmissionPlugin } from '../plugin.js'

const EFFECT = 'NoSchedule'

/** Adds the taint of nodes that are not ready to new nodes. It is removed by a node lifecycle controller, or by hand. */
export function taintNodesByCondition(): AdmissionPlugin {
  let key = ''
  return {
    name: 'TaintNodesByCondition',
    start({ dialect }) {
      key = `node.${dialect.labelDomain}/not-ready`
    },
    handles: ({ operation, group, resource, subresource }) =>
      operation === 'CREATE' && group === '' && resource === 'nodes' && subresource === '',
    mutate(node) {
      const { taints = [], ...spec } = (node.spec ?? {}) as { taints?: unknown[] }
      const isTainted = taints.some((taint) => isRecord(taint) && taint.key === key && taint.effect === EFFECT)
      if (!isTainted) node.spec = { ...spec, taints: [...taints, { key, effect: EFFECT }] }
    },
  }
}
