/**
 * The undo log: the values before each commit, so that recent history survives a restart.
 *
 * Limited in number and bytes. Each transaction of the writer removes a few of the oldest records, so the log stays within its
 * limits and no transaction is delayed much.
 *
 * @module
 */

import type { SupersededEntry } from '../../storage.js'
import type { Environment } from './environment.js'
import { decodeUndo } from './records.js'

/** Bounds of the log. */
export interface UndoLimits {
  readonly maxRecords: number
  readonly maxBytes: number
}

/** Maximum records that a transaction removes beyond those it adds. */
const PRUNED_AT_ONCE = 256

/** Records that a transaction removes from the log. */
export interface Pruning {
  readonly revisions: readonly number[]
  readonly bytes: number
}

/** The log, for its only writer. */
export class UndoLog {
  readonly #undo: Environment['undo']
  readonly #limits: UndoLimits
  /** Revision of the oldest record; in an empty log, the one after the newest revision. */
  #oldest: number
  #bytes: number
  /** Records up to this revision may be removed. */
  #forgettable = 0

  /** @param options - The database, its limits, and its size. */
  constructor(options: {
    readonly undo: Environment['undo']
    readonly limits: UndoLimits
    readonly revision: number
    readonly bytes: number
  }) {
    this.#undo = options.undo
    this.#limits = options.limits
    this.#bytes = options.bytes
    this.#oldest = options.revision + 1
    for (const first of options.undo.getKeys()) {
      // A damaged key is not a usable number.
      if (!Number.isSafeInteger(first)) continue
      this.#oldest = first
      break
    }
  }

  /** Bytes of all records. */
  get size(): number {
    return this.#bytes
  }

  /** Whether the log is empty. @param latest - The newest revision. */
  isEmpty(latest: number): boolean {
    return this.#oldest > latest
  }

  /** Allows the removal of records up to a revision. */
  allow(revision: number): void {
    this.#forgettable = Math.max(this.#forgettable, revision)
  }

  /**
   * Whether there are records to remove: those allowed, and those beyond the limits.
   *
   * @param latest - The newest revision with a record in the file.
   */
  hasExcess(latest: number): boolean {
    const { maxRecords, maxBytes } = this.#limits
    if (this.#oldest > latest) return false
    return this.#oldest <= this.#forgettable || latest - this.#oldest + 1 > maxRecords || this.#bytes > maxBytes
  }

  /**
   * Plans the removals of a transaction.
   *
   * @param latest - The newest revision with a record in the file.
   * @param added - Records that the transaction adds.
   * @param addedBytes - Their bytes.
   */
  plan(latest: number, added: number, addedBytes: number): Pruning {
    const { maxRecords, maxBytes } = this.#limits
    const revisions: number[] = []
    let [count, total, bytes] = [latest - this.#oldest + 1 + added, this.#bytes + addedBytes, 0]
    for (let at = this.#oldest; at <= latest && revisions.length < added + PRUNED_AT_ONCE; at += 1) {
      if (at > this.#forgettable && count <= maxRecords && total <= maxBytes) break
      const size = this.#undo.getBinaryFast(at)?.length ?? 0
      revisions.push(at)
      bytes += size
      total -= size
      count -= 1
    }
    return { revisions, bytes }
  }

  /** Records that all records were removed. @param revision - The newest revision. */
  clear(revision: number): void {
    this.#oldest = revision + 1
    this.#bytes = 0
  }

  /** Updates the log after a durable transaction. */
  advance(pruning: Pruning, addedBytes: number): void {
    this.#oldest += pruning.revisions.length
    this.#bytes += addedBytes - pruning.bytes
  }

  /**
   * The records up to a revision, oldest first, starting after the last gap or damage.
   *
   * @param last - Revision of the last record to read.
   */
  *read(last: number): Generator<SupersededEntry> {
    let entries: SupersededEntry[] = []
    for (const { key: revision, value } of this.#undo.getRange({ end: last + 1 })) {
      const entry = decodeUndo(revision, value)
      const before = entries.at(-1)
      if (!entry || (before && before.revision !== revision - 1)) entries = []
      if (entry) entries.push(entry)
    }
    if (entries.at(-1)?.revision === last) yield* entries
  }
}
