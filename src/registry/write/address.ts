/**
 * What a body says of its own name and namespace has to be what the request is addressed to.
 *
 * @module
 */

import { type ApiObject, badRequest } from '../../meta/index.js'
import type { Target } from '../types.js'

/**
 * Refuses an object that says it is in another namespace than the one that it is sent to.
 *
 * @param target - Where it is sent to.
 * @param object - The object as it was sent.
 * @throws {@link ApiError} 400.
 */
export function requireSameNamespace({ definition, namespace }: Target, { metadata }: ApiObject): void {
  if (definition.namespaced ? metadata.namespace && metadata.namespace !== namespace : metadata.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}

/**
 * Refuses an object that has no name, or another name or namespace than the object that is addressed.
 *
 * @param target - The object that is addressed.
 * @param object - The object as it was sent.
 * @throws {@link ApiError} 400.
 */
export function requireSameAddress(target: Target, object: ApiObject): void {
  const { name } = object.metadata
  if (!name) throw badRequest(`the name of the object (${target.name} based on URL) was undeterminable: name must be provided`)
  if (name !== target.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${target.name})`)
  requireSameNamespace(target, object)
}
