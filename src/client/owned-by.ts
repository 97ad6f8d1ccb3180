/**
 * Owner references.
 *
 * @module
 */

import { type ApiObject, badRequest, check, type OwnerReference } from '../meta/index.js'
import { storedObject } from './check-arguments.js'

/**
 * The owner reference that makes one object the controller of another: a controller that `owns` the type sees changes of the
 * dependent, and the garbage collector deletes it with its owner.
 *
 * @param owner - The owner, as read from the plane.
 * @throws TypeError for a value that is no object; {@link ApiError} 400 for an owner without name and uid, which is not in the
 *   plane yet.
 * @see Specification, "Object metadata (every object)"
 */
export function ownedBy(owner: ApiObject): OwnerReference {
  check.refuse('ownedBy', storedObject(owner, 'owner'))
  const { apiVersion, kind, metadata } = owner
  const { name, uid } = metadata
  if (!name || !uid) throw badRequest('an owner has to be in the plane already: it needs a name and a uid')
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}
