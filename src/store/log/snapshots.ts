/**
 * The state of a collection at any revision inside its history.
 *
 * Cloning the tree is O(1), but each clone makes later writes copy a few nodes. So one is made now and then; any other state is
 * computed by undoing changes on a clone of the nearest newer one.
 *
 * @module
 */

import type { StoredRow } from '../rows/row.js'
import type { Tree } from '../rows/tree.js'
import type { Change } from './change.js'
import type { ChangeLog } from './change-log.js'

/** Changes between periodic clones: the most that has to be undone. */
const CHECKPOINT_INTERVAL = 4_096
/** Changes between checks for outdated clones, which hold rows that nothing else holds. */
const CLEANUP_INTERVAL = 256
/** Bytes of superseded rows between such looks. */
const CLEANUP_BYTES = 4 * 1024 * 1024
/** States kept on request: those of chunked lists that are being read. */
const RECENT_SNAPSHOTS = 32

/** Clones of one collection's tree. */
export class Snapshots {
  readonly #log: ChangeLog
  readonly #live: Tree<StoredRow>
  /** Periodic clones by revision, oldest first. */
  readonly #checkpoints = new Map<number, Tree<StoredRow>>()
  /** Requested clones by revision, the least recently used first. */
  readonly #recent = new Map<number, Tree<StoredRow>>()
  #changes = 0
  /** Bytes of rows that were superseded since the last look for copies that are too old. */
  #superseded = 0

  /**
   * @param log - Changes of the collection.
   * @param live - Its current state, which the owner writes to.
   */
  constructor(log: ChangeLog, live: Tree<StoredRow>) {
    this.#log = log
    this.#live = live
  }

  /**
   * To be called after each change.
   *
   * @param superseded - Bytes of the row that was superseded.
   */
  changed(superseded: number): void {
    this.#changes += 1
    this.#superseded += superseded
    if (this.#changes % CHECKPOINT_INTERVAL === 0) this.#checkpoints.set(this.#log.newest, this.#live.clone())
    if (this.#changes % CLEANUP_INTERVAL === 0 || this.#superseded > CLEANUP_BYTES) this.#forgetOld()
  }

  /** The current state, kept so that later pages find it. */
  current(): Tree<StoredRow> {
    const revision = this.#log.newest
    return this.#keep(revision, this.#recent.get(revision) ?? this.#live.clone())
  }

  /**
   * The state at a revision.
   *
   * @param revision - From the log's floor to now.
   */
  at(revision: number): Tree<StoredRow> {
    const wanted = this.#log.effective(revision)
    if (wanted === this.#log.newest) return this.current()
    return this.#keep(wanted, this.#recent.get(wanted) ?? this.#checkpoints.get(wanted) ?? this.#build(wanted))
  }

  /** Drops all clones. */
  clear(): void {
    this.#checkpoints.clear()
    this.#recent.clear()
  }

  #build(wanted: number): Tree<StoredRow> {
    let [base, from] = [this.#live, this.#log.newest]
    for (const copies of [this.#checkpoints, this.#recent]) {
      for (const [revision, copy] of copies) if (revision > wanted && revision < from) [base, from] = [copy, revision]
    }
    const tree = base.clone()
    const changes = this.#log.after(wanted, from)
    for (let i = changes.length - 1; i >= 0; i--) {
      const { key, before } = changes[i] as Change
      if (before) tree.set(key, before)
      else tree.delete(key)
    }
    return tree
  }

  #keep(revision: number, tree: Tree<StoredRow>): Tree<StoredRow> {
    this.#recent.delete(revision)
    this.#recent.set(revision, tree)
    if (this.#recent.size > RECENT_SNAPSHOTS) {
      for (const oldest of this.#recent.keys()) {
        this.#recent.delete(oldest)
        break
      }
    }
    return tree
  }

  #forgetOld(): void {
    this.#superseded = 0
    const { floor } = this.#log
    for (const copies of [this.#checkpoints, this.#recent]) {
      for (const revision of copies.keys()) if (revision < floor) copies.delete(revision)
    }
  }
}
