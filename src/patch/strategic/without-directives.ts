/**
 * Converts a part of a patch to data, if there is no live value to merge it with.
 *
 * Nulls and directives have no effect there, so both are removed. An object with a directive to replace or delete it is left out
 * as a whole, as in Kubernetes.
 *
 * @module
 */

import { isRecord, setKey, type UnknownRecord } from '../../meta/index.js'
import { type Changes, readChanges } from './directives.js'

/**
 * Converts a part of a patch to data.
 *
 * @param patch - Any value of a patch.
 * @returns The data, the same instance if it contains no directive or null; undefined for none.
 * @throws ApiError 400 for an invalid directive.
 */
export function withoutDirectives(patch: unknown): unknown {
  if (Array.isArray(patch)) {
    const items = itemsWithoutDirectives(patch)
    return items.length === 0 && patch.length > 0 ? undefined : items
  }
  if (!isRecord(patch)) return patch
  const { directive, members } = readChanges(patch)
  return directive ? undefined : dataOf(patch, members)
}

/** Converts the items of a list to data. Nulls among them are data: a list has no members to remove. */
export function itemsWithoutDirectives(items: readonly unknown[]): readonly unknown[] {
  const result = items.map(withoutDirectives).filter((item) => item !== undefined)
  return result.length === items.length && result.every((item, i) => item === items[i]) ? items : result
}

/** Converts the members of an object to data, ignoring the object's own directive. */
export const membersWithoutDirectives = (patch: UnknownRecord): UnknownRecord => dataOf(patch, readChanges(patch).members)

function dataOf(patch: UnknownRecord, members: Changes['members']): UnknownRecord {
  const result: UnknownRecord = {}
  let unchanged = true
  for (const [key, member] of members) {
    const value = member === null ? undefined : withoutDirectives(member)
    if (value !== undefined) setKey(result, key, value)
    unchanged &&= value === member
  }
  return unchanged && members.size === Object.keys(patch).length ? patch : result
}
