/**
 * JSON Merge Patch: merges an object into a document; null removes a member.
 *
 * @module
 */

import { copyWith, getKey, isRecord, requireJson, setKey, type UnknownRecord } from '../meta/index.js'
import { unreadablePatch } from './errors.js'
import { checkPatchOptions, checkResult, type PatchLimits, withDefaultLimits } from './limits.js'

/** Options and limits of a merge patch. */
export interface MergePatchOptions extends PatchLimits {
  /**
   * Whether to apply it as Kubernetes does. False by default.
   *
   * Null members are also removed from objects in lists, which the RFC keeps, unless the list replaces an object; null items stay.
   */
  readonly lenient?: boolean
}

/**
 * Applies a JSON merge patch. Objects merge member by member; lists and scalars are replaced; null removes.
 *
 * @param document - A JSON document; not written to. Untouched parts of it, and of the patch, are shared with the result.
 * @param patch - The decoded patch. An object: by the RFC any other value would replace the document, and no API object can be
 *   one.
 * @param options - Limits of the result, and leniency.
 * @returns The patched document.
 * @throws ApiError 400 when the patch is no object, 413 when the result is too large.
 * @see RFC 7396 §2
 */
export function applyMergePatch(document: unknown, patch: unknown, options?: MergePatchOptions): unknown {
  if (options !== undefined) checkPatchOptions('applyMergePatch', options)
  requireJson('applyMergePatch', { document, patch })
  const { lenient, ...limits } = options ?? {}
  const result = mergePatched(document, patch, lenient)
  checkResult(result, withDefaultLimits(limits))
  return result
}

/**
 * As {@link applyMergePatch}, for what is known to be JSON and of a limited size: decoded bodies and stored objects. The result is
 * no larger than both of them together.
 */
export function mergePatched(document: unknown, patch: unknown, lenient = false): unknown {
  if (!isRecord(patch)) throw unreadablePatch('a merge patch is an object')
  const result: UnknownRecord = isRecord(document) ? copyWith(document, {}) : {}
  // A work list instead of recursion: bodies may be nested deeper than the call stack allows.
  const work: [UnknownRecord, UnknownRecord][] = [[result, patch]]
  for (let item = work.pop(); item; item = work.pop()) {
    const [target, changes] = item
    for (const key of Object.keys(changes)) {
      const change = changes[key]
      if (change === null) {
        // In V8, deleting a missing key also makes an object slow.
        if (Object.hasOwn(target, key)) delete target[key]
        continue
      }
      const existing = getKey(target, key)
      if (isRecord(change)) {
        const merged: UnknownRecord = isRecord(existing) ? copyWith(existing, {}) : {}
        setKey(target, key, merged)
        work.push([merged, change])
      } else setKey(target, key, lenient && Array.isArray(change) && !isRecord(existing) ? withoutNullMembers(change) : change)
    }
  }
  return result
}

type Container = readonly unknown[] | UnknownRecord

/** A copy of a list without null members in its objects, at any depth. */
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
