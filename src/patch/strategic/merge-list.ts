/**
 * Merges lists of a strategic merge patch: sets of scalars, and objects identified by a key.
 *
 * @module
 */

import { getKey, isRecord, type UnknownRecord } from '../../meta/index.js'
import { patchDoesNotFit, unreadablePatch } from '../errors.js'
import { arrange, type Entry, scalarId } from './arrange.js'
import { readDirective } from './directives.js'
import type { StrategicType } from './strategic-type.js'
import { itemsWithoutDirectives, withoutDirectives } from './without-directives.js'

/** The lists to merge. */
export interface ListMerge {
  readonly live: readonly unknown[]
  /** The list of the patch, if it has one. */
  readonly patch?: readonly unknown[]
  /** The value of `$setElementOrder`, if any. */
  readonly order?: readonly unknown[]
  /** The type of the list. */
  readonly type: StrategicType
  /** Merges two items that have the same key. */
  readonly mergeItem: (live: UnknownRecord, patch: UnknownRecord) => UnknownRecord
}

/**
 * Merges a list of a patch into the live one, and puts the result in order.
 *
 * @param merge - The lists and their type.
 * @returns The list; the same live instance when nothing changed.
 * @throws ApiError 400 for contradicting directives of the list, 422 for an item without its merge key.
 */
export function mergeList(merge: ListMerge): readonly unknown[] {
  const { live, patch, type } = merge
  const { mergeKey } = type
  const idOf = (item: unknown) => (mergeKey === undefined ? scalarId(item) : keyId(getKey(item, mergeKey)))
  const mustHaveId = (item: unknown): string => {
    const id = idOf(item)
    if (id !== undefined) return id
    const rule = mergeKey === undefined ? 'scalars unless its type has a merge key' : `objects with ${JSON.stringify(mergeKey)}`
    throw patchDoesNotFit(`the items of a list that merges are ${rule}`)
  }
  const change = patch && readItems(patch, type, mustHaveId)
  const order = merge.order?.map(mustHaveId) ?? []
  if (change && order.length > 0) checkOrder(change.items.map(mustHaveId), order)
  const entries = change ? combine(merge, change, idOf) : live.map((value, place) => ({ value, id: idOf(value), place }))
  const names = order.length > 0 || !change || change.replaces ? order : change.items.map(mustHaveId)
  const result = arrange(entries, names).map(({ value }) => value)
  return result.length === live.length && result.every((item, i) => item === live[i]) ? live : result
}

/** The identity of an item; a null key counts as absent. */
const keyId = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : scalarId(value))

/** The changes of a list by a patch. */
interface ListChange {
  /** The items to add or merge. */
  readonly items: readonly unknown[]
  /** The ids of items to delete. */
  readonly deleted: ReadonlySet<string>
  /** Whether all other items are deleted. */
  readonly replaces: boolean
}

function readItems(patch: readonly unknown[], type: StrategicType, mustHaveId: (item: unknown) => string): ListChange {
  if (!type.merges) return { items: itemsWithoutDirectives(patch), deleted: new Set(), replaces: true }
  const items: unknown[] = []
  const deleted = new Set<string>()
  let replaces = false
  for (const item of patch) {
    const directive = isRecord(item) ? readDirective(item) : undefined
    if (directive === 'replace') replaces = true
    else if (directive === 'delete') deleted.add(mustHaveId(item))
    else {
      mustHaveId(item)
      items.push(item)
    }
  }
  return { items, deleted, replaces }
}

/** Checks that the order of the patch contains all its items, in their order. */
function checkOrder(items: readonly string[], order: readonly string[]): void {
  let found = 0
  for (const id of order) if (id === items[found]) found++
  if (found < items.length) throw unreadablePatch('the items of a list are not in the order that $setElementOrder gives')
}

function combine(merge: ListMerge, change: ListChange, idOf: (item: unknown) => string | undefined): readonly Entry[] {
  const entries: Entry[] = []
  const known = new Map<string, Entry>()
  const add = (value: unknown, place?: number) => {
    const entry: Entry = { value, id: idOf(value), place }
    // Of several items with one id the first is used.
    const isRepeated = entry.id !== undefined && known.has(entry.id)
    if (entry.id !== undefined && !isRepeated) known.set(entry.id, entry)
    if (!isRepeated || isRecord(value)) entries.push(entry)
  }
  if (change.replaces) {
    for (const item of itemsWithoutDirectives(change.items)) entries.push({ value: item, id: idOf(item), place: undefined })
    return entries
  }
  for (const [place, item] of merge.live.entries()) {
    const id = idOf(item)
    if (id === undefined || !change.deleted.has(id)) add(item, place)
  }
  for (const item of change.items) {
    const id = idOf(item)
    const existing = id === undefined ? undefined : known.get(id)
    if (!existing) add(withoutDirectives(item))
    else if (isRecord(item) && isRecord(existing.value)) existing.value = merge.mergeItem(existing.value, item)
  }
  return entries
}
