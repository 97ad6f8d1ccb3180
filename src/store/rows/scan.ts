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
/** Rows looked at in one turn of the event loop: a millisecond or two of it, with the slowest selectors. */
export const ROWS_PER_TURN = 2_000

/**
 * Visits the selected rows.
 *
 * @param tree - A state of the collection; not written to meanwhile.
 * @param matcher - The selection.
 * @param start - Key to start from (inclusive); the first when undefined.
 * @param visit - Called with each row; returns false to stop, or `later` to stop before this row.
 * @param most - Rows to look at; all by default.
 * @returns Key of the row to go on with; undefined when all were looked at, or `visit` wanted no more.
 */
export function scan(
  tree: Tree<StoredRow>,
  matcher: Matcher,
  start: string | undefined,
  visit: (row: StoredRow) => boolean | 'later',
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const { key, namespace } = matcher
  if (key !== undefined) {
    const row = tree.get(key)
    const isWanted = row && (start === undefined || key >= start) && matcher.matches(row)
    return isWanted && visit(row) === 'later' ? key : undefined
  }
  const low = start ?? (namespace === undefined ? tree.minKey() : `${namespace}/`)
  const high = namespace === undefined ? tree.maxKey() : namespace + AFTER_SLASH
  if (low === undefined || high === undefined) return undefined
  let left = most
  let rest: string | undefined
  tree.forRange(low, high, namespace === undefined, (key, row) => {
    if (left === 0) {
      rest = key
      return STOP
    }
    left -= 1
    if (!matcher.matches(row)) return undefined
    const wish = visit(row)
    if (wish === 'later') rest = key
    return wish === true ? undefined : STOP
  })
  return rest
}

/** Some rows, and where the next ones begin. */
export interface Slice {
  readonly rows: readonly StoredRow[]
  /** Key of the next selected row; undefined when there is none. */
  readonly next: string | undefined
}

/** A selection that is being read, some rows in each turn. */
export class Reading {
  readonly rows: StoredRow[] = []
  /** Key of the next selected row when there is one beyond the limit. */
  next: string | undefined
  /** Key of the row to go on with in the next turn; undefined when all is read. */
  rest: string | undefined
  readonly #matcher: Matcher
  readonly #limit: number

  /**
   * @param matcher - The selection.
   * @param start - Key to start from (inclusive); the first when undefined.
   * @param limit - Most rows wanted; all when not positive.
   */
  constructor(matcher: Matcher, start: string | undefined, limit: number) {
    this.#matcher = matcher
    this.#limit = limit
    this.rest = start
  }

  /**
   * Reads on.
   *
   * @param tree - The state that is read: the same one every time, or a copy of it.
   * @returns Whether there is more to read in a later turn.
   */
  readOn(tree: Tree<StoredRow>): boolean {
    const { rows } = this
    this.rest = scan(
      tree,
      this.#matcher,
      this.rest,
      (row) => {
        if (this.#limit > 0 && rows.length >= this.#limit) this.next = row.key
        else rows.push(row)
        return this.next === undefined
      },
      ROWS_PER_TURN,
    )
    return this.rest !== undefined
  }
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
