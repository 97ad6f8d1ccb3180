/**
 * The undo log: what each commit replaced, so that the recent past outlives the process.
 *
 * Bounded in number and bytes, oldest first out, a few records with each transaction of the writer: it never grows beyond
 * its bounds, and no transaction is held up by it.
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

/** Records that a transaction removes at most beyond those it adds. */
const PRUNED_AT_ONCE = 256

/** What a transaction removes from the log. */
export interface Pruning {
  readonly revisions: readonly number[]
  readonly bytes: number
}

/** The log, as its one writer knows it. */
export class UndoLog {
  readonly #undo: Environment['undo']
  readonly #limits: UndoLimits
  /** Revision of the oldest record; the one after the newest revision when there is none. */
  #oldest: number
  #bytes: number
  /** What was superseded up to this revision may go. */
  #forgettable = 0

  /** @param options - The database, its bounds, and what it holds. */
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
      // A key that is damaged is no number that anything could be looked up by.
      if (!Number.isSafeInteger(first)) continue
      this.#oldest = first
      break
    }
  }

  /** Bytes of all records. */
  get size(): number {
    return this.#bytes
  }

  /** Whether there is no record. @param latest - The newest revision. */
  isEmpty(latest: number): boolean {
    return this.#oldest > latest
  }

  /** Allows records up to a revision to go. */
  allow(revision: number): void {
    this.#forgettable = Math.max(this.#forgettable, revision)
  }

  /**
   * Whether there are records to remove: those that may be, and those beyond the bounds.
   *
   * @param latest - The newest revision with a record in the file.
   */
  hasExcess(latest: number): boolean {
    const { maxRecords, maxBytes } = this.#limits
    if (this.#oldest > latest) return false
    return this.#oldest <= this.#forgettable || latest - this.#oldest + 1 > maxRecords || this.#bytes > maxBytes
  }

  /**
   * What a transaction ought to remove.
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

  /** Records that a transaction is durable. */
  advance(pruning: Pruning, addedBytes: number): void {
    this.#oldest += pruning.revisions.length
    this.#bytes += addedBytes - pruning.bytes
  }

  /**
   * The records up to a revision, oldest first, from the first after which none is missing or damaged.
   *
   * @param last - Revision of the last record wanted.
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
