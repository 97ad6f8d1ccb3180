/**
 * The merge patch (RFC 7396) between two values.
 *
 * @module
 */

import { badRequest, setKey } from '../../meta/index.js'
import { isEqual, isMap, MAX_DEPTH, type Members, member, tooDeep } from '../types/value.js'

/**
 * Makes the patch from one value to another. Lists that differ are replaced as wholes.
 *
 * @param before - A JSON value.
 * @param after - A JSON object.
 * @throws ApiError 400 when `after` is no object, or adds a null, as null in a merge patch removes a member.
 */
export function mergePatchBetween(before: unknown, after: unknown): Members {
  if (!isMap(after)) throw badRequest('a merge patch leads to an object alone: make a JSON patch')
  return (patchBetween(before, after, []) ?? {}) as Members
}

/** Undefined when there is no change. */
function patchBetween(before: unknown, after: unknown, path: readonly string[]): unknown {
  if (path.length > MAX_DEPTH) throw tooDeep()
  if (before === after) return undefined
  if (after === null) throw badRequest(`a merge patch cannot make .${path.join('.')} null: make a JSON patch`)
  if (!isMap(after)) return isEqual(before, after) ? undefined : after
  const base = isMap(before) ? before : {}
  // A scalar or list is replaced by an object even if the patch is empty.
  let patch: object | undefined = base === before ? undefined : {}
  const set = (key: string, value: unknown): void => {
    patch ??= {}
    setKey(patch, key, value)
  }
  for (const key of Object.keys(base)) {
    if (member(base, key) !== undefined && member(after, key) === undefined) set(key, null)
  }
  for (const key of Object.keys(after)) {
    const value = member(after, key)
    if (value === undefined) continue
    const part = patchBetween(member(base, key), value, [...path, key])
    if (part !== undefined) set(key, part)
  }
  return patch
}
