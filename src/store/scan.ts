/**
 * Reading a selection from a state of a collection, in the order of keys.
 *
 * @module
 */

import type { Matcher } from './matcher.js'
import type { StoredRow } from './row.js'
import type { Tree } from './tree.js'

const STOP = { break: true }
/** The character after the slash: `a0` is the end of all keys that begin with `a/`. */
const AFTER_SLASH = '0'

/**
 * Visits the selected rows.
 *
 * @param tree - A state of the collection; not written to meanwhile.
 * @param matcher - The selection.
 * @param start - Key to start from (inclusive); the first when undefined.
 * @param visit - Called with each row; returns false to stop.
 */
export function scan(
  tree: Tree<StoredRow>,
  matcher: Matcher,
  start: string | undefined,
  visit: (row: StoredRow) => boolean,
): void {
  const { key, namespace } = matcher
  if (key !== undefined) {
    const row = tree.get(key)
    if (row && (start === undefined || key >= start) && matcher.matches(row)) visit(row)
    return
  }
  const low = start ?? (namespace === undefined ? tree.minKey() : `${namespace}/`)
  const high = namespace === undefined ? tree.maxKey() : namespace + AFTER_SLASH
  if (low === undefined || high === undefined) return
  tree.forRange(low, high, namespace === undefined, (_, row) => (matcher.matches(row) && !visit(row) ? STOP : undefined))
}

/** Some rows, and where the next ones begin. */
export interface Slice {
  readonly rows: readonly StoredRow[]
  /** Key of the next selected row; undefined when there is none. */
  readonly next: string | undefined
}

/**
 * Reads selected rows.
 *
 * @param tree - A state of the collection.
 * @param matcher - The selection.
 * @param start - Key to start from (inclusive); the first when undefined.
 * @param limit - Most rows wanted; all when not positive.
 */
export function readSlice(tree: Tree<StoredRow>, matcher: Matcher, start: string | undefined, limit: number): Slice {
  const rows: StoredRow[] = []
  let next: string | undefined
  scan(tree, matcher, start, (row) => {
    if (limit > 0 && rows.length >= limit) next = row.key
    else rows.push(row)
    return next === undefined
  })
  return { rows, next }
}

/**
 * Counts the rows of a namespace.
 *
 * @param tree - A state of the collection.
 * @param namespace - The namespace.
 */
export const countRows = (tree: Tree<StoredRow>, namespace: string): number =>
  // Without a visitor only nodes are visited, not rows.
  tree.forRange(`${namespace}/`, namespace + AFTER_SLASH, false)
