/**
 * What the questions about pods have in common that are sent to a subresource: evictions and bindings.
 *
 * @module
 */

import { type ApiObject, badRequest } from '../../../meta/index.js'
import type { ReviewContext } from '../../definition/strategy.js'
import { listOf, nameOf, recordOf, textAt, valueAt, withFields } from '../../fields/fields.js'

/** The type that they are about. */
export const PODS = Object.freeze({ group: '', resource: 'pods' })

/** Their answer: a Status, which is no object of their kind. */
export const SUCCESS: ApiObject = Object.freeze({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: Object.freeze({}),
  status: 'Success',
  code: 201,
})

/**
 * Refuses a body for another pod than the one addressed.
 *
 * @param kind - Names it.
 */
export const requireSameName =
  (kind: string) =>
  async (object: ApiObject, { name }: ReviewContext): Promise<ApiObject> => {
    if (nameOf(object) !== name) throw badRequest(`name in URL does not match name in ${kind} object`)
    return object
  }

/**
 * A pod with a condition that is true.
 *
 * @param pod - The pod.
 * @param condition - Its type, and the reason where there is one.
 * @param now - When it came to be.
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
