/**
 * Rebuilds changes from commits of an earlier process.
 *
 * An engine reports what each commit replaced; its result is what the next commit on the key replaced, or the current
 * value. So the past is read backwards.
 *
 * @module
 */

import type { StoredRow } from '../rows/row.js'
import { Change } from './change.js'

/** One commit of the past, in one collection. */
export interface PastCommit {
  /** Key in the collection. */
  readonly key: string
  readonly revision: number
  /** When it was made, in milliseconds. */
  readonly at: number
  /** What it replaced; undefined when it created the object. */
  readonly previous: { readonly revision: number; readonly value: Uint8Array } | undefined
}

/**
 * The newest commits, as many as a history holds.
 *
 * @param past - Oldest first.
 * @param floor - The revision before all of them.
 * @param most - Commits of a history.
 * @returns The commits, and the revision before them.
 */
export function newestOf(
  past: readonly PastCommit[],
  floor: number,
  most: number,
): { readonly past: readonly PastCommit[]; readonly floor: number } {
  const last = past[past.length - most - 1]
  return last ? { past: past.slice(past.length - most), floor: Math.max(floor, last.revision) } : { past, floor }
}

/** Input of {@link pastChanges}. */
export interface PastInput {
  /** The commits, oldest first, without gaps up to now. */
  readonly past: readonly PastCommit[]
  /** The current row of a key. */
  readonly now: (key: string) => StoredRow | undefined
  /** Makes a row of a replaced value. */
  readonly toRow: (key: string, revision: number, value: Uint8Array) => StoredRow
}

/**
 * Makes changes from commits.
 *
 * @returns The changes, oldest first.
 */
export function pastChanges({ past, now, toRow }: PastInput): Change[] {
  const changes: Change[] = []
  /** Rows as they were before the commits that were read so far. */
  const rows = new Map<string, StoredRow | undefined>()
  for (let i = past.length - 1; i >= 0; i--) {
    const { key, revision, at, previous } = past[i] as PastCommit
    const after = rows.has(key) ? rows.get(key) : now(key)
    const before = previous && toRow(after?.key ?? key, previous.revision, previous.value)
    rows.set(key, before)
    if (before || after) changes.push(new Change({ revision, at, before, after }))
  }
  return changes.reverse()
}
