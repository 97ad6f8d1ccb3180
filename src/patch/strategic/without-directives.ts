/**
 * A part of a patch as data, where there is nothing to merge it with.
 *
 * Nulls have nothing to remove there and directives nothing to direct, so both go. An object that directs its own
 * replacement or deletion goes as a whole, as in Kubernetes: there is nothing to replace either.
 *
 * @module
 */

import { isRecord, setKey, type UnknownRecord } from '../../meta/index.js'
import { readChanges } from './directives.js'

/**
 * Makes data of a part of a patch.
 *
 * @param patch - Any value of a patch.
 * @returns The data, which is the very same value when no directive or null is in it; undefined when there is none.
 * @throws ApiError 400 when a directive in it cannot be read.
 */
export function withoutDirectives(patch: unknown): unknown {
  if (Array.isArray(patch)) {
    const items = itemsWithoutDirectives(patch)
    return items.length === 0 && patch.length > 0 ? undefined : items
  }
  if (!isRecord(patch)) return patch
  return readChanges(patch).directive ? undefined : membersWithoutDirectives(patch)
}

/** Makes data of the items of a list. Nulls among them are data: a list has no members to remove. */
export function itemsWithoutDirectives(items: readonly unknown[]): readonly unknown[] {
  const result = items.map(withoutDirectives).filter((item) => item !== undefined)
  return result.length === items.length && result.every((item, i) => item === items[i]) ? items : result
}

/** Makes data of the members of an object, whatever the object says of itself. */
export function membersWithoutDirectives(patch: UnknownRecord): UnknownRecord {
  const result: UnknownRecord = {}
  let unchanged = true
  const { members } = readChanges(patch)
  for (const [key, member] of members) {
    const value = member === null ? undefined : withoutDirectives(member)
    if (value !== undefined) setKey(result, key, value)
    unchanged &&= value === member
  }
  return unchanged && members.size === Object.keys(patch).length ? patch : result
}
