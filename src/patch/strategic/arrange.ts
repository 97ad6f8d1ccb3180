/**
 * The order of a merged list: items of the patch are in the order of the patch, all others keep their order.
 *
 * @module
 */

import { type ScalarKey, scalarKey } from '../../meta/index.js'

/** The identity of an item: the key of a scalar, or of the value of its merge key. */
export type ItemId = ScalarKey

/** An item of a merged list. */
export interface Entry {
  value: unknown
  /** Undefined for none. */
  readonly id: ItemId | undefined
  /** Its index in the live list; undefined for a new item. */
  readonly place: number | undefined
}

/**
 * The identity of a scalar.
 *
 * @param value - A JSON value.
 * @returns Undefined for objects and lists.
 */
export const scalarId = (value: unknown): ItemId | undefined =>
  typeof value === 'object' && value !== null ? undefined : scalarKey(value as ItemId)

/**
 * Orders the items of a merged list.
 *
 * Named items are in the given order. The others keep their own order, and each stays before the named items that it preceded;
 * new items therefore come first.
 *
 * @param entries - The items; those of the live list in its order.
 * @param order - The ids of the named items.
 */
export function arrange(entries: readonly Entry[], order: readonly ItemId[]): readonly Entry[] {
  const ranks = new Map<ItemId, number>()
  for (const id of order) if (!ranks.has(id)) ranks.set(id, ranks.size)
  const others: Entry[] = []
  const named: { readonly rank: number; readonly entry: Entry }[] = []
  for (const entry of entries) {
    const rank = entry.id === undefined ? undefined : ranks.get(entry.id)
    if (rank === undefined) others.push(entry)
    else named.push({ rank, entry })
  }
  named.sort((a, b) => a.rank - b.rank)
  const result: Entry[] = []
  let next = 0
  for (const { entry } of named) {
    for (let other = others[next]; other && stoodBefore(other, entry); other = others[next]) {
      result.push(other)
      next++
    }
    result.push(entry)
  }
  return [...result, ...others.slice(next)]
}

const stoodBefore = (a: Entry, b: Entry): boolean => a.place !== undefined && b.place !== undefined && a.place < b.place
