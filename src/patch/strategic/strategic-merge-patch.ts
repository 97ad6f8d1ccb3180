/**
 * `applyStrategicMergePatch`: an object laid over a document, as a merge patch is, guided by the type and by directives.
 *
 * @module
 */

import { check, getKey, isRecord, MAX_JSON_DEPTH, setKey, tooLarge, type UnknownRecord } from '../../meta/index.js'
import { unreadablePatch } from '../errors.js'
import { checkPatchLimits, checkResult, measure, type PatchLimits, withDefaultLimits } from '../limits.js'
import { scalarId } from './arrange.js'
import { readChanges } from './directives.js'
import { mergeList } from './merge-list.js'
import type { StrategicType } from './strategic-type.js'
import { itemsWithoutDirectives, membersWithoutDirectives, withoutDirectives } from './without-directives.js'

/**
 * Applies a strategic merge patch. Objects merge member by member and null removes, as in a merge patch; beyond that:
 *
 * - A list whose type merges takes in the items of the patch: scalars as a set, objects by their merge key. Items of the
 *   patch stand in its order, the others stay in front of those that they stood in front of, and new items come first
 *   unless `$setElementOrder/LIST` says otherwise. Other lists are replaced.
 * - `$patch: replace` in an object has the rest of the object stand instead of the live one, `$patch: delete` empties it. In
 *   an item of a list that merges, `delete` removes the item with its key and `replace` every item that the patch does not
 *   have. `$patch: merge` says what is so anyway.
 * - `$retainKeys` removes the members that it does not list. `$deleteFromPrimitiveList/LIST` takes scalars out of a list,
 *   after the list itself has been merged.
 * - Where the document has nothing, the patch is taken without nulls and directives; an object with `$patch: replace` or
 *   `delete` is left out there, as in Kubernetes.
 *
 * @param document - A JSON document; not written to. Untouched parts of it, and of the patch, are shared with the result.
 * @param patch - The decoded patch, an object.
 * @param type - Of the document, from `compileStrategicType`.
 * @param limits - Bounds of the result; its size bounds the work too. A patch nests at most 1,000 levels,
 *   or fewer when `maxDepth` says so.
 * @returns The patched document; the very same one when nothing changed.
 * @throws ApiError 400 when the patch or a directive cannot be read, 422 (Invalid, empty details) when an item of a list
 *   lacks its key, 413 when the result is too large or takes too much work.
 */
export function applyStrategicMergePatch(document: unknown, patch: unknown, type: StrategicType, limits?: PatchLimits): unknown {
  if (limits !== undefined) checkPatchLimits('applyStrategicMergePatch', limits)
  if (typeof type?.member !== 'function')
    check.refuse('applyStrategicMergePatch', check.wrong('a type, as compileStrategicType makes it', type, 'type'))
  if (!isRecord(patch)) throw unreadablePatch('a strategic merge patch is an object')
  const bounds = withDefaultLimits(limits)
  // Merging walks no deeper than the patch does, so this is what bounds its recursion.
  const maxDepth = Math.min(bounds.maxDepth, MAX_JSON_DEPTH)
  const error = () => tooLarge(`the strategic merge patch has more than ${maxDepth} levels`)
  measure(patch, { maxSize: Number.POSITIVE_INFINITY, maxDepth, error })
  const result = new Merger(bounds.maxResultSize).object(isRecord(document) ? document : {}, patch, type)
  if (result !== document) checkResult(result, bounds)
  return result
}

/** The state of one patch. */
class Merger {
  #room: number

  /** @param room - Live members and items that may be walked. */
  constructor(room: number) {
    this.#room = room
  }

  object(live: UnknownRecord, patch: UnknownRecord, type: StrategicType): UnknownRecord {
    const { directive, retained, members, orders, removals } = readChanges(patch)
    const keys = Object.keys(live)
    this.#spend(keys.length)
    if (directive === 'delete') return keys.length === 0 ? live : {}
    if (directive === 'replace' || type.replaces) return membersWithoutDirectives(patch)
    const draft = new ObjectDraft(live)
    if (retained) for (const key of keys) if (!retained.has(key)) draft.set(key, undefined)
    for (const [key, member] of members) {
      draft.set(key, member === null ? undefined : this.#member(draft.get(key), member, type.member(key), orders.get(key)))
    }
    for (const [key, order] of orders) {
      const list = draft.get(key)
      if (!members.has(key) && Array.isArray(list)) draft.set(key, this.#list(list, undefined, type.member(key), order))
    }
    for (const [key, scalars] of removals) {
      const list = draft.get(key)
      if (!Array.isArray(list)) continue
      this.#spend(list.length)
      draft.set(key, without(list, scalars))
    }
    return draft.result
  }

  #member(live: unknown, patch: unknown, type: StrategicType, order?: readonly unknown[]): unknown {
    if (isRecord(live) && isRecord(patch)) return this.object(live, patch, type)
    if (!Array.isArray(live) || !Array.isArray(patch)) return withoutDirectives(patch)
    // Into an empty list nothing merges: items that share a merge key, as ports of two protocols do, all come in. A list that
    // is there stays there, even if all that the patch does is to delete from it.
    return live.length > 0 ? this.#list(live, patch, type, order) : itemsWithoutDirectives(patch)
  }

  #list(
    live: readonly unknown[],
    patch: readonly unknown[] | undefined,
    type: StrategicType,
    order: readonly unknown[] | undefined,
  ): readonly unknown[] {
    this.#spend(live.length)
    return mergeList({
      live,
      type,
      mergeItem: (item, change) => this.object(item, change, type.items),
      ...(patch && { patch }),
      ...(order && { order }),
    })
  }

  /**
   * A patch may name one item again and again, and each time what is live there is walked. One that names each part once walks
   * fewer members than the document has characters.
   */
  #spend(steps: number): void {
    this.#room -= steps
    if (this.#room < 0) throw tooLarge('the strategic merge patch asks for too much work')
  }
}

function without(list: readonly unknown[], scalars: readonly unknown[]): readonly unknown[] {
  const ids = new Set(scalars.map(scalarId))
  const rest = list.filter((item) => (typeof item === 'object' && item !== null) || !ids.has(scalarId(item)))
  return rest.length === list.length ? list : rest
}

/** An object under change: the original stays as it is, and a copy is made at the first change. */
class ObjectDraft {
  readonly #original: UnknownRecord
  #copy: UnknownRecord | undefined

  constructor(original: UnknownRecord) {
    this.#original = original
  }

  get result(): UnknownRecord {
    return this.#copy ?? this.#original
  }

  get(key: string): unknown {
    return getKey(this.result, key)
  }

  /** Sets a member; undefined removes it. */
  set(key: string, value: unknown): void {
    if (value === this.get(key) && (value !== undefined || !Object.hasOwn(this.result, key))) return
    this.#copy ??= { ...this.#original }
    if (value === undefined) delete this.#copy[key]
    else setKey(this.#copy, key, value)
  }
}
