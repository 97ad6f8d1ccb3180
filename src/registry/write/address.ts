/**
 * Checks name and namespace of a body against the address of the request.
 *
 * @module
 */

import { type ApiObject, badRequest } from '../../meta/index.js'
import type { Target } from '../types.js'

/**
 * Refuses an object of another namespace than the one addressed.
 *
 * @param target - The address.
 * @param object - The object as it was sent.
 * @throws {@link ApiError} 400.
 */
export function requireSameNamespace({ definition, namespace }: Target, { metadata }: ApiObject): void {
  if (definition.namespaced ? metadata.namespace && metadata.namespace !== namespace : metadata.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}

/**
 * Refuses an object without a name, or with another name or namespace than those addressed.
 *
 * @param target - The address.
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
