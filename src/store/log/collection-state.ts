/**
 * The state of one collection: its rows now, its recent past, and its watches.
 *
 * @module
 */

import { type Clock, expired } from '../../meta/index.js'
import { type Candidates, candidates } from '../indexes/candidates.js'
import { CollectionIndexes } from '../indexes/collection-indexes.js'
import type { IndexPool } from '../indexes/index-pool.js'
import type { Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import { countRows } from '../rows/scan.js'
import { createTreeOf, type Tree } from '../rows/tree.js'
import { Change } from './change.js'
import { ChangeLog, type FullHistoryLimits } from './change-log.js'
import { Dispatcher } from './dispatcher.js'
import type { HistoryBytes } from './history-bytes.js'
import { Snapshots } from './snapshots.js'

/** A past state with more later changes than this is read without indexes: undoing them would take longer. */
const MOST_CHANGES = 1_000
/** Changes between checks for readers whose history is gone. */
const LOOK_INTERVAL = 256

/** A reader of the history, at its own pace. It keeps nothing of it: a reader that is too slow loses its place. */
export interface HistoryReader {
  /** Revision of the last change that was read. */
  readonly position: number
  /** Ends the reader: changes after its position are no longer held. */
  lose(): void
}

/** What a {@link CollectionState} starts from. */
export interface CollectionStateOptions {
  readonly clock: Clock
  readonly limits: FullHistoryLimits
  /** Nothing before this revision can be shown. */
  readonly floor: number
  readonly rows: readonly StoredRow[]
  /** Returns the newest revision of the store. */
  readonly revision: () => number
  /** Indexes of the store. */
  readonly indexes: IndexPool
  /** Bytes of all histories of the store. */
  readonly historyBytes: HistoryBytes
}

/** Rows, history and watches, which only change together. */
export class CollectionState {
  readonly rows: Tree<StoredRow>
  readonly dispatcher: Dispatcher
  /** Rows of each namespace; counting them for each first page would cost more than reading the page. */
  readonly #counts = new Map<string, number>()
  readonly #clock: Clock
  readonly #log: ChangeLog
  readonly #snapshots: Snapshots
  readonly #readers = new Set<HistoryReader>()
  readonly #indexes: CollectionIndexes
  #changes = 0

  /** @param options - The first state. */
  constructor({ clock, limits, floor, rows, revision, indexes, historyBytes }: CollectionStateOptions) {
    this.#clock = clock
    this.rows = createTreeOf(rows, ({ key }) => key)
    this.#log = new ChangeLog({ clock, limits, bytes: historyBytes, floor })
    this.#snapshots = new Snapshots(this.#log, this.rows)
    this.dispatcher = new Dispatcher(clock, revision)
    this.#indexes = new CollectionIndexes({ rows: this.rows, pool: indexes })
    for (const { namespace } of rows) this.#count(namespace, 1)
  }

  /** Revision of the newest change that is known; the floor when there is none. */
  get newest(): number {
    return this.#log.newest
  }

  /**
   * Applies the next commit.
   *
   * @param key - Key in the collection.
   * @param revision - Revision of the commit.
   * @param after - The new row, or undefined for a removal.
   * @returns The change to dispatch; undefined when nothing has changed.
   */
  apply(key: string, revision: number, after: StoredRow | undefined): Change | undefined {
    const before = this.rows.get(key)
    if (after) this.rows.set(key, after)
    else if (before) this.rows.delete(key)
    else return undefined
    this.#indexes.changed(key, before, after)
    if (!after || !before) this.#count(((after ?? before) as StoredRow).namespace, after ? 1 : -1)
    const change = new Change({ revision, at: this.#clock.now(), before, after })
    this.#log.append(change)
    this.#snapshots.changed(before?.size ?? 0)
    this.#changes += 1
    if (this.#changes % LOOK_INTERVAL === 0) this.#endLostReaders()
    return change
  }

  /**
   * Adds changes that led to the first state, before any other.
   *
   * @param changes - Oldest first; none is missing after the floor.
   */
  remember(changes: readonly Change[]): void {
    for (const change of changes) this.#log.append(change)
  }

  /** The current state, kept for later pages and for reads across turns. */
  current(): Tree<StoredRow> {
    return this.#snapshots.current()
  }

  /**
   * How many rows a namespace has in a state, or all namespaces, before selectors.
   *
   * @param tree - The state.
   * @param namespace - The namespace; all when undefined.
   */
  countIn(tree: Tree<StoredRow>, namespace: string | undefined): number {
    if (namespace === undefined) return tree.size
    return tree === this.rows ? (this.#counts.get(namespace) ?? 0) : countRows(tree, namespace)
  }

  /**
   * Candidates for a selection in a state.
   *
   * @param matcher - The selection.
   * @param revision - Of the state, which is held.
   * @returns Undefined when a scan is cheaper.
   */
  candidates(matcher: Matcher, revision: number): Candidates | undefined {
    const sets = this.#indexes.find(matcher, () => this.countIn(this.rows, matcher.namespace))
    if (!sets || revision < this.#log.floor) return undefined
    const changes = this.#log.firstAfter(revision, MOST_CHANGES + 1)
    if (changes.length > MOST_CHANGES) return undefined
    // The first change of a key after a revision has the row of that time.
    return candidates(
      sets,
      changes.flatMap(({ key, before }) => (before && matcher.matches(before) ? key : [])),
    )
  }

  /** Drops the indexes and the history of a collection that is not read any more. */
  close(): void {
    this.#indexes.clear()
    this.#log.forget(this.#log.newest)
  }

  /**
   * The state at an exact revision that is not in the future.
   *
   * @throws {@link ApiError} 410 when it is no longer held.
   */
  at(revision: number): Tree<StoredRow> {
    if (revision < this.#log.floor) throw expired('The resourceVersion for the provided list is too old.')
    return this.#snapshots.at(revision)
  }

  /** Whether a revision is still held. */
  holds(revision: number): boolean {
    return revision >= this.#log.floor
  }

  /**
   * The first changes after a revision; those of one revision stay together.
   *
   * @param revision - Any that was shown once.
   * @param most - How many are wanted.
   * @throws {@link ApiError} 410 when they are no longer held.
   */
  changesAfter(revision: number, most: number): readonly Change[] {
    const { floor } = this.#log
    if (revision < floor) throw expired(`too old resource version: ${revision} (${floor})`)
    return this.#log.firstAfter(revision, most)
  }

  /**
   * Registers a reader, which is ended when it is too slow: its state must not be kept for longer
   * than the history is.
   *
   * @returns A function that removes it.
   */
  addReader(reader: HistoryReader): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /**
   * Drops the history.
   *
   * @param revision - The oldest revision that can be shown from now on.
   */
  forget(revision: number): void {
    this.#log.forget(revision)
    this.#snapshots.clear()
    this.#endLostReaders()
  }

  /**
   * Drops the indexes and the history, as the rows are selected by other values now.
   *
   * @param revision - The oldest revision that can be shown from now on.
   */
  beginAnew(revision: number): void {
    this.#indexes.clear()
    this.forget(revision)
  }

  #endLostReaders(): void {
    if (this.#readers.size === 0) return
    const { floor } = this.#log
    for (const reader of [...this.#readers]) if (reader.position < floor) reader.lose()
  }

  #count(namespace: string, difference: number): void {
    const count = (this.#counts.get(namespace) ?? 0) + difference
    if (count > 0) this.#counts.set(namespace, count)
    else this.#counts.delete(namespace)
  }
}
