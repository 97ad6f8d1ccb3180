/**
 * `applyStrategicMergePatch`: merges an object into a document like a merge patch, using the type and directives.
 *
 * @module
 */

import {
  check,
  copyRecord,
  getKey,
  isRecord,
  MAX_JSON_DEPTH,
  requireJson,
  setKey,
  tooLarge,
  type UnknownRecord,
} from '../../meta/index.js'
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
 * - A list of a merging type merges the items of the patch: scalars as a set, objects by their merge key. Items of the patch are
 *   in its order, the others stay before those that they preceded, and new items come first unless `$setElementOrder/LIST`
 *   specifies an order. Other lists are replaced.
 * - `$patch: replace` in an object replaces the live object with the rest of the patch object, `$patch: delete` empties it. In an
 *   item of a merging list, `delete` removes the item with its key and `replace` removes every item that is not in the patch.
 *   `$patch: merge` is the default.
 * - `$retainKeys` removes the members that it does not list. `$deleteFromPrimitiveList/LIST` removes scalars from a list, after
 *   the list itself was merged.
 * - If the document has no value, the patch is used without nulls and directives; an object with `$patch: replace` or `delete` is
 *   left out then, as in Kubernetes.
 *
 * @param document - A JSON document; not written to. Untouched parts of it, and of the patch, are shared with the result.
 * @param patch - The decoded patch, an object.
 * @param type - Of the document, from `compileStrategicType`.
 * @param limits - Limits of the result; its size also limits the work. A patch has at most 1,000 levels, or `maxDepth` if that is
 *   less.
 * @returns The patched document; the same instance when nothing changed.
 * @throws ApiError 400 for an invalid patch or directive, 422 (Invalid, empty details) for a list item without its key, 413 when
 *   the result is too large or takes too much work.
 */
export function applyStrategicMergePatch(document: unknown, patch: unknown, type: StrategicType, limits?: PatchLimits): unknown {
  if (limits !== undefined) checkPatchLimits('applyStrategicMergePatch', limits)
  if (typeof type?.member !== 'function')
    check.refuse('applyStrategicMergePatch', check.wrong('a type, as compileStrategicType makes it', type, 'type'))
  requireJson('applyStrategicMergePatch', { document, patch })
  const bounds = withDefaultLimits(limits)
  const result = strategicMergePatched(document, patch, type, bounds)
  if (result !== document) checkResult(result, bounds)
  return result
}

/**
 * As {@link applyStrategicMergePatch}, for what is known to be JSON and of a limited size: decoded bodies and stored objects. The
 * result is no larger than both of them together.
 */
export function strategicMergePatched(
  document: unknown,
  patch: unknown,
  type: StrategicType,
  bounds = withDefaultLimits(undefined),
): unknown {
  if (!isRecord(patch)) throw unreadablePatch('a strategic merge patch is an object')
  // Merging is never deeper than the patch, so this limits its recursion.
  const maxDepth = Math.min(bounds.maxDepth, MAX_JSON_DEPTH)
  const error = () => tooLarge(`the strategic merge patch has more than ${maxDepth} levels`)
  measure(patch, { maxSize: Number.POSITIVE_INFINITY, maxDepth, error })
  return new Merger(bounds.maxResultSize).object(isRecord(document) ? document : {}, patch, type)
}

/** The state of one patch. */
class Merger {
  #room: number

  /** @param room - Maximum live members and items to visit. */
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
    // Nothing merges into an empty list: all items are added, even those with the same merge key, such as ports of two protocols.
    // An existing list is kept, even if the patch only deletes from it.
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
   * A patch may name one item repeatedly, and each time its live value is traversed. A patch that names each part once visits
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

/** An object under change: a copy is made at the first change, so the original does not change. */
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
    this.#copy ??= copyRecord(this.#original)
    if (value === undefined) delete this.#copy[key]
    else setKey(this.#copy, key, value)
  }
}
