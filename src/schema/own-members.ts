/**
 * Going through the members of an object at the least cost.
 *
 * @module
 */

import { setKey, type UnknownRecord } from '../meta/index.js'

/**
 * Tells whether `for…in` yields the own members of an object and nothing else, as with all that comes from JSON. It then takes
 * a quarter of the time that `Object.keys` takes; where this says no, each key has to be looked at with `Object.hasOwn`.
 *
 * @param object - Any object.
 */
export function hasOwnMembersOnly(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || (prototype === Object.prototype && !isExtended())
}

/**
 * Copies an object in order to add members to it. What spreading makes is slower to add to than to copy.
 *
 * @param object - A JSON object.
 */
export function copyMembers(object: UnknownRecord): UnknownRecord {
  const copy = {}
  const isPlain = hasOwnMembersOnly(object)
  for (const key in object) if (isPlain || Object.hasOwn(object, key)) setKey(copy, key, object[key])
  return copy
}

/** Whether someone in this process has given members to all objects. */
function isExtended(): boolean {
  for (const _ in Object.prototype) return true
  return false
}
