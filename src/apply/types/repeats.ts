/**
 * Finds duplicates in a list.
 *
 * @module
 */

import { scalarKey } from '../../meta/index.js'
import { type ItemIdentity, itemIdentity, keyIdentity } from './list-items.js'
import type { ListType } from './type.js'

/** Up to this many items, comparing all pairs is faster than a set. */
const FEW = 6

/**
 * Whether two items of a list have the same identity.
 *
 * @param type - Type of a set, or of a list of entries.
 * @param items - Items that all have an identity.
 */
export function hasRepeats(type: ListType, items: readonly unknown[]): boolean {
  if (items.length < 2) return false
  // Comparing one key is faster than comparing all, and mostly sufficient.
  if (type.keys.length > 1 && !repeats(items, (item) => keyIdentity(type, item))) return false
  return repeats(items, (item) => itemIdentity(type, item))
}

function repeats(items: readonly unknown[], identify: (item: unknown) => ItemIdentity | undefined): boolean {
  // Strictly ascending items, as they often are, have no duplicates.
  let last = identify(items[0])
  let i = 1
  for (; i < items.length; i++) {
    const identity = identify(items[i])
    if (!isAscending(last, identity)) break
    last = identity
  }
  if (i === items.length) return false
  const identities = items.map(identify)
  return items.length <= FEW
    ? identities.some((identity, at) => identities.indexOf(identity) < at)
    : new Set(identities.map((identity) => scalarKey(identity as ItemIdentity))).size < identities.length
}

function isAscending(last: ItemIdentity | undefined, next: ItemIdentity | undefined): boolean {
  if (typeof last === 'string') return typeof next === 'string' && last < next
  return typeof last === 'number' && typeof next === 'number' && last < next
}
