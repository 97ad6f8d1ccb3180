/**
 * The initial status of a pod: its phase, and its QoS class.
 *
 * @module
 */

import { type ApiObject, isRecord, parseQuantity, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, valueAt } from '../../fields/fields.js'

/** Resources that determine the QoS class. */
const COUNTED = ['cpu', 'memory']

/** The initial status of a pod. */
export const newPodStatus = (pod: ApiObject): Readonly<UnknownRecord> => ({ phase: 'Pending', qosClass: qosClassOf(pod) })

/**
 * The QoS class of a pod.
 *
 * Guaranteed pods have cpu and memory limits in every container, with equal requests; pods without requests and limits are
 * BestEffort; all others are Burstable.
 *
 * @see Kubernetes documentation, "Pod Quality of Service Classes"
 */
export function qosClassOf(pod: ApiObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const whole = valueAt(pod, 'spec', 'resources')
  const containers = [...listOf(valueAt(pod, 'spec', 'containers')), ...listOf(valueAt(pod, 'spec', 'initContainers'))]
  const own = containers.map((container) => recordOf(container).resources)
  // Thousands of containers may have none.
  if (!isRecord(whole) && own.every((resources) => resources === undefined)) return 'BestEffort'
  const units = isRecord(whole) ? [whole] : own.map(recordOf)
  const amounts = units.map(({ requests, limits }) => ({ requests: counted(requests), limits: counted(limits) }))
  if (amounts.every(({ requests, limits }) => requests.size + limits.size === 0)) return 'BestEffort'
  const isGuaranteed = amounts.every(
    ({ requests, limits }) =>
      limits.size === COUNTED.length && [...requests].every(([name, amount]) => limits.get(name) === amount),
  )
  return isGuaranteed ? 'Guaranteed' : 'Burstable'
}

/** The non-zero amounts, in nanos. */
function counted(resources: unknown): ReadonlyMap<string, bigint> {
  const given = recordOf(resources)
  const amounts = COUNTED.map((name) => [name, parseQuantity(given[name])?.nanos ?? 0n] as const)
  return new Map(amounts.filter(([, amount]) => amount > 0n))
}
