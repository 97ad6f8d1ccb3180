/**
 * JSON Merge Patch: an object laid over a document, where null takes away.
 *
 * @module
 */

import { getKey, isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { unreadablePatch } from './errors.js'
import { checkPatchLimits, checkResult, type PatchLimits, withDefaultLimits } from './limits.js'

/**
 * Applies a JSON merge patch. Objects merge member by member; lists and scalars are replaced; null removes.
 *
 * @param document - A JSON document; not written to. Untouched parts of it, and of the patch, are shared with the result.
 * @param patch - The decoded patch. An object: the RFC would take anything else as the new document, which no API object
 *   can be.
 * @param limits - Bounds of the result.
 * @returns The patched document.
 * @throws ApiError 400 when the patch is no object, 413 when the result is too large.
 * @see RFC 7396 §2
 */
export function applyMergePatch(document: unknown, patch: unknown, limits?: PatchLimits): unknown {
  if (limits !== undefined) checkPatchLimits('applyMergePatch', limits)
  if (!isRecord(patch)) throw unreadablePatch('a merge patch is an object')
  const result: UnknownRecord = isRecord(document) ? { ...document } : {}
  // A list of work instead of recursion: bodies may be nested deeper than the call stack is.
  const work: [UnknownRecord, UnknownRecord][] = [[result, patch]]
  for (let item = work.pop(); item; item = work.pop()) {
    const [target, changes] = item
    for (const key of Object.keys(changes)) {
      const change = changes[key]
      if (change === null) {
        // Deleting what is not there costs an object its shape.
        if (Object.hasOwn(target, key)) delete target[key]
      } else if (isRecord(change)) {
        const existing = getKey(target, key)
        const merged: UnknownRecord = isRecord(existing) ? { ...existing } : {}
        setKey(target, key, merged)
        work.push([merged, change])
      } else setKey(target, key, change)
    }
  }
  checkResult(result, withDefaultLimits(limits))
  return result
}
