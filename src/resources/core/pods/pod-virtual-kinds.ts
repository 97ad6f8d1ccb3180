/**
 * Common parts of the virtual kinds that are sent to subresources of pods: evictions and bindings.
 *
 * @module
 */

import { type ApiObject, badRequest } from '../../../meta/index.js'
import type { ReviewContext } from '../../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, valueAt, withFields } from '../../fields/fields.js'

/** The type of their object. */
export const PODS = Object.freeze({ group: '', resource: 'pods' })

/** Their response type: a Status. */
export const SUCCESS: ApiObject = Object.freeze({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: Object.freeze({}),
  status: 'Success',
  code: 201,
})

/**
 * Refuses a body whose name is not that of the pod in the URL.
 *
 * @param kind - Its kind, for the message.
 */
export const requireSameName =
  (kind: string) =>
  async (object: ApiObject, { name }: ReviewContext): Promise<ApiObject> => {
    if (nameOf(object) !== name) throw badRequest(`name in URL does not match name in ${kind} object`)
    return object
  }

/**
 * A pod with a true condition.
 *
 * @param pod - The pod.
 * @param condition - Its type, and its reason if any.
 * @param now - Its transition time.
 */
export function withCondition(
  pod: ApiObject,
  condition: { readonly type: string; readonly reason?: string; readonly message?: string },
  now: string,
): ApiObject {
  const conditions = listOf(valueAt(pod, 'status', 'conditions'))
  const others = conditions.filter((other) => textAt(other, 'type') !== condition.type)
  const { type, ...why } = condition
  const added = { type, status: 'True', lastProbeTime: null, lastTransitionTime: now, ...why }
  return withFields(pod, { status: withFields(recordOf(pod.status), { conditions: [...others, added] }) })
}
