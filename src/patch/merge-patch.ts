/**
 * JSON Merge Patch: an object laid over a document, where null takes away.
 *
 * @module
 */

import { getKey, isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { unreadablePatch } from './errors.js'
import { checkPatchOptions, checkResult, type PatchLimits, withDefaultLimits } from './limits.js'

/** How a merge patch is applied. */
export interface MergePatchOptions extends PatchLimits {
  /**
   * Whether to read it as Kubernetes does. False by default.
   *
   * Members that are null are left out of the objects in lists as well, where the RFC keeps them; items that are null stay.
   */
  readonly lenient?: boolean
}

/**
 * Applies a JSON merge patch. Objects merge member by member; lists and scalars are replaced; null removes.
 *
 * @param document - A JSON document; not written to. Untouched parts of it, and of the patch, are shared with the result.
 * @param patch - The decoded patch. An object: the RFC would take anything else as the new document, which no API object
 *   can be.
 * @param options - Bounds of the result, and how the patch is read.
 * @returns The patched document.
 * @throws ApiError 400 when the patch is no object, 413 when the result is too large.
 * @see RFC 7396 §2
 */
export function applyMergePatch(document: unknown, patch: unknown, options?: MergePatchOptions): unknown {
  if (options !== undefined) checkPatchOptions('applyMergePatch', options)
  const { lenient = false, ...limits } = options ?? {}
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
      } else setKey(target, key, lenient && Array.isArray(change) ? withoutNullMembers(change) : change)
    }
  }
  checkResult(result, withDefaultLimits(limits))
  return result
}

type Container = readonly unknown[] | UnknownRecord

/** A copy of a list in which no object has a member that is null, at any depth. */
function withoutNullMembers(list: readonly unknown[]): readonly unknown[] {
  const result: unknown[] = []
  const work: [Container, UnknownRecord][] = [[list, result as unknown as UnknownRecord]]
  for (let item = work.pop(); item; item = work.pop()) {
    const [source, target] = item
    for (const [key, value] of Object.entries(source)) {
      if (value === null && !Array.isArray(source)) continue
      const isContainer = typeof value === 'object' && value !== null
      const copy = isContainer ? (Array.isArray(value) ? [] : {}) : value
      setKey(target, key, copy)
      if (isContainer) work.push([value as Container, copy as UnknownRecord])
    }
  }
  return result
}
