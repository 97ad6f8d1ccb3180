/**
 * Ordered maps whose copies are cheap, by `sorted-btree`, which no other file imports.
 *
 * @module
 */

import sortedBTree from 'sorted-btree'

type BTreeClass = typeof sortedBTree.default

// Node gives what a CommonJS module exports as its default; what bundles it may unwrap that first.
const BTree: BTreeClass = 'default' in sortedBTree ? sortedBTree.default : (sortedBTree as unknown as BTreeClass)

/** A map ordered by key, as plain strings compare. `clone()` is O(1); what the copies share is copied on write. */
export type Tree<V> = InstanceType<typeof sortedBTree.default<string, V>>

// Faster than what the package does by default, which first asks for types; and equality is quicker to tell than order.
const compareKeys = (left: string, right: string): number => (left < right ? -1 : left === right ? 0 : 1)

/** Makes an empty tree. */
export const createTree = <V>(): Tree<V> => new BTree<string, V>(undefined, compareKeys)
