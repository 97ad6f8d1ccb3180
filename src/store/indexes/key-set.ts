/**
 * Keys of rows in their order: a few in an array, many in a tree.
 *
 * @module
 */

import { createTree, type Tree } from '../rows/tree.js'

const STOP = { break: true }
/** Inserting into an array of more keys would move too many of them. */
const MOST_IN_ARRAY = 64
/** Bytes that a key takes in either, roughly; its text belongs to the row. */
const BYTES_PER_KEY = 16
/** Bytes of a set, whatever is in it. */
const BYTES_PER_SET = 120

/** A set of keys that can be read from any key on. */
export class KeySet {
  #keys: string[] | Tree<undefined> = []

  /** How many keys there are. */
  get size(): number {
    return Array.isArray(this.#keys) ? this.#keys.length : this.#keys.size
  }

  /** Bytes of memory, roughly. */
  get bytes(): number {
    return BYTES_PER_SET + this.size * BYTES_PER_KEY
  }

  /** Adds a key that is not there. */
  add(key: string): void {
    const keys = this.#keys
    if (!Array.isArray(keys)) keys.set(key, undefined)
    else if (keys.length < MOST_IN_ARRAY) keys.splice(indexOf(keys, key), 0, key)
    else {
      const tree = createTree<undefined>()
      for (const one of keys) tree.set(one, undefined)
      tree.set(key, undefined)
      this.#keys = tree
    }
  }

  /** Removes a key that is there. */
  delete(key: string): void {
    const keys = this.#keys
    if (Array.isArray(keys)) keys.splice(indexOf(keys, key), 1)
    else keys.delete(key)
  }

  /**
   * The first keys of a range.
   *
   * @param low - Where it begins (inclusive).
   * @param high - Where it ends (exclusive); with the last key when undefined.
   * @param most - How many are wanted.
   */
  range(low: string, high: string | undefined, most: number): string[] {
    const keys = this.#keys
    if (Array.isArray(keys)) {
      const start = indexOf(keys, low)
      return keys.slice(start, Math.min(start + most, high === undefined ? keys.length : indexOf(keys, high)))
    }
    const last = high ?? keys.maxKey()
    const found: string[] = []
    if (last === undefined || most <= 0) return found
    keys.forRange(low, last, high === undefined, (key) => (found.push(key) < most ? undefined : STOP))
    return found
  }

  /**
   * Counts the keys of a range.
   *
   * @param low - Where it begins (inclusive).
   * @param high - Where it ends (exclusive).
   */
  count(low: string, high: string): number {
    const keys = this.#keys
    if (Array.isArray(keys)) return indexOf(keys, high) - indexOf(keys, low)
    // Without a visitor only nodes are visited, not keys.
    return keys.forRange(low, high, false)
  }
}

/** Index of a key in an ordered array, or where it would be. */
function indexOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}
