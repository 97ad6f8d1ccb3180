/**
 * Ordered maps whose copies are cheap, by `sorted-btree`, which no other file imports.
 *
 * @module
 */

import sortedBTree from 'sorted-btree'

type BTreeClass = typeof sortedBTree.default

// Node makes the exports of a CommonJS module its default export; a bundler may unwrap it.
const BTree: BTreeClass = 'default' in sortedBTree ? sortedBTree.default : (sortedBTree as unknown as BTreeClass)

/** A map ordered by key, as plain strings compare. `clone()` is O(1); copies are copy-on-write. */
export type Tree<V> = InstanceType<typeof sortedBTree.default<string, V>>

// Faster than the package's default, which checks types first; and equality is cheaper than order.
const compareKeys = (left: string, right: string): number => (left < right ? -1 : left === right ? 0 : 1)

/** Makes an empty tree. */
export const createTree = <V>(): Tree<V> => new BTree<string, V>(undefined, compareKeys)
