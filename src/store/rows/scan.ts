/**
 * Reads a selection from a state of a collection, in the order of keys.
 *
 * @module
 */

import type { Candidates } from '../indexes/candidates.js'
import { AFTER_SLASH, type Matcher } from './matcher.js'
import type { StoredRow } from './row.js'
import type { Tree } from './tree.js'

const STOP = { break: true }
/** Rows visited in one turn of the event loop: a millisecond or two with the slowest selectors. */
export const ROWS_PER_TURN = 2_000

/** Source of a read. */
export interface ScanSource {
  /** A state of the collection; not written to meanwhile. */
  readonly tree: Tree<StoredRow>
  /** Candidate keys; all rows when undefined. */
  readonly candidates?: Candidates | undefined
}

/** Bytes whose parsing takes as long as a visit of a row with the slowest selectors. */
const PARSED_PER_VISIT = 128

/**
 * How much of {@link ROWS_PER_TURN} it takes to match a row: one, and more for a row whose labels have to be parsed first.
 *
 * @param row - The row.
 */
export const costOf = (row: StoredRow): number => (row.isUnread ? 1 + Math.ceil(row.size / PARSED_PER_VISIT) : 1)

/** Called with each selected row; returns false to stop, or `later` to stop before this row. */
export type Visit = (row: StoredRow) => boolean | 'later'

/**
 * Visits the selected rows, in the order of keys.
 *
 * @param source - A state, and candidate keys.
 * @param matcher - The selection.
 * @param start - Key to start from (inclusive); the first when undefined.
 * @param visit - Takes the rows.
 * @param most - Rows to visit; all by default.
 * @returns Key of the row to continue with; undefined at the end, or when `visit` returned false.
 */
export function scan(
  { tree, candidates }: ScanSource,
  matcher: Matcher,
  start: string | undefined,
  visit: Visit,
  most = Number.POSITIVE_INFINITY,
): string | undefined {
  const { key } = matcher
  if (key !== undefined) {
    const row = tree.get(key)
    const isWanted = row && (start === undefined || key >= start) && matcher.matches(row)
    return isWanted && visit(row) === 'later' ? key : undefined
  }
  const low = start ?? matcher.low
  return candidates ? scanSome(tree, candidates, { matcher, low, visit, most }) : scanAll(tree, { matcher, low, visit, most })
}

interface Scan {
  readonly matcher: Matcher
  readonly low: string
  readonly visit: Visit
  readonly most: number
}

function scanAll(tree: Tree<StoredRow>, { matcher, low, visit, most }: Scan): string | undefined {
  const high = matcher.high ?? tree.maxKey()
  if (high === undefined) return undefined
  let left = most
  let rest: string | undefined
  tree.forRange(low, high, matcher.high === undefined, (key, row) => {
    if (left <= 0) {
      rest = key
      return STOP
    }
    left -= matcher.hasSelectors ? costOf(row) : 1
    if (!matcher.matches(row)) return undefined
    const wish = visit(row)
    if (wish === 'later') rest = key
    return wish === true ? undefined : STOP
  })
  return rest
}

function scanSome(tree: Tree<StoredRow>, candidates: Candidates, { matcher, low, visit, most }: Scan): string | undefined {
  const { keys, rest } = candidates.slice(low, matcher.high, most)
  for (const key of keys) {
    const row = tree.get(key)
    if (!row || !matcher.matches(row)) continue
    const wish = visit(row)
    if (wish === 'later') return key
    if (!wish) return undefined
  }
  return rest
}

/** A read of a selection across several turns of the event loop. */
export class Reading {
  readonly rows: StoredRow[] = []
  /** Key of the next selected row beyond the limit, if any. */
  next: string | undefined
  /** Key of the row to continue with in the next turn; undefined at the end. */
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
   * Reads the next part.
   *
   * @param source - The state: the same one in each call, or a copy of it.
   * @returns Whether there is more to read in a later turn.
   */
  readOn(source: ScanSource): boolean {
    const { rows } = this
    this.rest = scan(
      source,
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
