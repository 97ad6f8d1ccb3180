/**
 * Merges lists of a strategic merge patch: sets of scalars, and objects identified by a key.
 *
 * @module
 */

import { getKey, isRecord, type UnknownRecord } from '../../meta/index.js'
import { patchDoesNotFit, unreadablePatch } from '../errors.js'
import { arrange, type Entry, type ItemId, scalarId } from './arrange.js'
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
  const mustHaveId = (item: unknown): ItemId => {
    const id = idOf(item)
    if (id !== undefined) return id
    const rule = mergeKey === undefined ? 'scalars unless its type has a merge key' : `objects with ${JSON.stringify(mergeKey)}`
    throw patchDoesNotFit(`the items of a list that merges are ${rule}`)
  }
  const order = merge.order?.map(mustHaveId) ?? []
  const entriesOf = (items: readonly unknown[]) => items.map((value): Entry => ({ value, id: idOf(value), place: undefined }))
  let names = order
  let entries: readonly Entry[]
  if (!patch) entries = live.map((value, place) => ({ value, id: idOf(value), place }))
  else if (!type.merges) {
    const items = itemsWithoutDirectives(patch)
    if (order.length > 0) checkOrder(items.map(mustHaveId), order)
    entries = entriesOf(items)
  } else {
    const change = readItems(patch, mustHaveId)
    const ids = change.items.map(({ id }) => id)
    if (order.length > 0) checkOrder(ids, order)
    else if (!change.replaces) names = ids
    entries = change.replaces
      ? entriesOf(itemsWithoutDirectives(change.items.map(({ value }) => value)))
      : combine(merge, change, idOf)
  }
  const result = arrange(entries, names).map(({ value }) => value)
  return result.length === live.length && result.every((item, i) => item === live[i]) ? live : result
}

/** The identity of an item; a null key counts as absent. */
const keyId = (value: unknown): ItemId | undefined => (value === null ? undefined : scalarId(value))

/** The changes of a list by a patch. */
interface ListChange {
  /** The items to add or merge. */
  readonly items: readonly { readonly value: unknown; readonly id: ItemId }[]
  /** The ids of items to delete. */
  readonly deleted: ReadonlySet<ItemId>
  /** Whether all other items are deleted. */
  readonly replaces: boolean
}

function readItems(patch: readonly unknown[], mustHaveId: (item: unknown) => ItemId): ListChange {
  const items: { value: unknown; id: ItemId }[] = []
  const deleted = new Set<ItemId>()
  let replaces = false
  for (const value of patch) {
    const directive = isRecord(value) ? readDirective(value) : undefined
    if (directive === 'replace') replaces = true
    else if (directive === 'delete') deleted.add(mustHaveId(value))
    else items.push({ value, id: mustHaveId(value) })
  }
  return { items, deleted, replaces }
}

/** Checks that the order of the patch contains all its items, in their order. */
function checkOrder(items: readonly ItemId[], order: readonly ItemId[]): void {
  let found = 0
  for (const id of order) if (id === items[found]) found++
  if (found < items.length) throw unreadablePatch('the items of a list are not in the order that $setElementOrder gives')
}

function combine(merge: ListMerge, change: ListChange, idOf: (item: unknown) => ItemId | undefined): readonly Entry[] {
  const entries: Entry[] = []
  const known = new Map<ItemId, Entry>()
  const add = (value: unknown, id: ItemId | undefined, place?: number) => {
    const entry: Entry = { value, id, place }
    // Of several items with one id the first is used.
    const isRepeated = id !== undefined && known.has(id)
    if (id !== undefined && !isRepeated) known.set(id, entry)
    if (!isRepeated || isRecord(value)) entries.push(entry)
  }
  for (const [place, item] of merge.live.entries()) {
    const id = idOf(item)
    if (id === undefined || !change.deleted.has(id)) add(item, id, place)
  }
  for (const { value, id } of change.items) {
    const existing = known.get(id)
    if (!existing) add(withoutDirectives(value), id)
    else if (isRecord(value) && isRecord(existing.value)) existing.value = merge.mergeItem(existing.value, value)
  }
  return entries
}
