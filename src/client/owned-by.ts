/**
 * Owner references.
 *
 * @module
 */

import { type ApiObject, badRequest, check, type OwnerReference } from '../meta/index.js'
import { storedObject } from './check-arguments.js'

/**
 * The entry of `metadata.ownerReferences` that makes an object one of another, which is its controller: a controller that
 * `owns` its type hears of its changes, and it goes with its owner where the plane collects garbage.
 *
 * @param owner - The owner, as it was read from the plane.
 * @throws TypeError for what is no object; {@link ApiError} 400 for an owner without name and uid, which is not in the plane yet.
 * @see Specification, "Object metadata (every object)"
 */
export function ownedBy(owner: ApiObject): OwnerReference {
  check.refuse('ownedBy', storedObject(owner, 'owner'))
  const { apiVersion, kind, metadata } = owner
  const { name, uid } = metadata
  if (!name || !uid) throw badRequest('an owner has to be in the plane already: it needs a name and a uid')
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}
