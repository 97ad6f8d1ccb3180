/**
 * Flushes the memtable into the data file, in the background.
 *
 * One transaction at a time, each with the oldest commits and the removal of a few records of the undo log.
 *
 * @module
 */

import { type Environment, readState } from './data-file/environment.js'
import { type Reserve, type Room, STEP_BYTES } from './data-file/reserve.js'
import type { UndoLog } from './data-file/undo-log.js'
import { foundNoRoom } from './failures.js'
import type { Journal } from './journal/journal.js'
import type { Memtable, Write } from './journal/memtable.js'
import { writeAll } from './transaction.js'

/** What a {@link Checkpointer} works on. */
export interface CheckpointerParts {
  readonly environment: Environment
  readonly directory: string
  readonly reserve: Reserve
  readonly journal: Journal
  readonly memtable: Memtable
  readonly log: UndoLog
  /** The newest revision in the data file. */
  readonly revision: number
}

/** The one writer of the data file. */
export class Checkpointer {
  readonly #parts: CheckpointerParts
  #revision: number
  #last: Promise<void> = Promise.resolve()

  /** @param parts - What it works on. */
  constructor(parts: CheckpointerParts) {
    this.#parts = parts
    this.#revision = parts.revision
  }

  /** The newest revision in the data file. */
  get written(): number {
    return this.#revision
  }

  /**
   * Flushes the oldest commits.
   *
   * @throws Error of the system; they stay in the memtable then.
   */
  flushOldest(): Promise<void> {
    return this.#inTurn(async () => {
      const { memtable, log, journal, reserve } = this.#parts
      const writes = memtable.oldest()
      if (writes.length === 0 && !log.hasExcess(this.#revision)) return
      try {
        await this.#write(writes)
      } catch (error) {
        if (!this.isUnchanged || !foundNoRoom(this.#parts.directory, error)) throw error
        // What was answered comes before history.
        await this.#writeWithoutHistory(writes)
      }
      memtable.drop(writes)
      journal.release(this.#revision)
      // In time, as no commit is held up by it here.
      if (reserve.isShort(memtable.bytes)) await reserve.extend(memtable.bytes, STEP_BYTES)
    })
  }

  /**
   * Flushes all commits that are in the memtable now, and prunes the undo log.
   *
   * @throws Error of the system; what is not written stays in the memtable.
   */
  async flush(): Promise<void> {
    const { memtable, log } = this.#parts
    const target = this.#revision + memtable.length
    while (this.#revision < target || log.hasExcess(this.#revision)) await this.flushOldest()
  }

  /** Removes what is to go from the undo log of the data file. */
  async prune(): Promise<void> {
    while (this.#parts.log.hasExcess(this.#revision)) await this.flushOldest()
  }

  /**
   * Writes commits that are not in the journal, after a flush.
   *
   * @param writes - The next ones.
   * @param options - `keepsHistory`: whether there is room for history, too. If not, all of it goes.
   * @throws Error of the system; then they are not made, unless the disk is at odds with itself.
   */
  async writeThrough(writes: readonly Write[], { keepsHistory }: { readonly keepsHistory: boolean }): Promise<void> {
    await this.flush()
    await this.#inTurn(() => (keepsHistory ? this.#write(writes) : this.#writeWithoutHistory(writes)))
  }

  /**
   * Makes room for what is going to be written: on the disk, and where that is full, within the file, of which history goes first.
   *
   * @param bytes - What is going to be written, beside the memtable.
   * @returns What room there is now, beside the memtable.
   * @throws Error of the system.
   */
  async makeRoom(bytes: number): Promise<Room> {
    const { reserve, memtable, log } = this.#parts
    await this.#inTurn(() => reserve.extend(memtable.bytes + bytes, STEP_BYTES))
    if (reserve.roomFor(memtable.bytes + bytes) === 'certain') return 'certain'
    await this.flush()
    if (reserve.roomFor(bytes) === 'none' && !log.isEmpty(this.#revision)) await this.#inTurn(() => this.#writeWithoutHistory([]))
    return reserve.roomFor(bytes)
  }

  /** Whether the data file says what it said after the last transaction. */
  get isUnchanged(): boolean {
    return readState(this.#parts.environment.meta).revision === this.#revision
  }

  async #write(writes: readonly Write[]): Promise<void> {
    const { environment, log } = this.#parts
    const addedBytes = writes.reduce((sum, { undo }) => sum + (undo?.length ?? 0), 0)
    const pruning = log.plan(this.#revision, writes.length, addedBytes)
    const revision = this.#revision + writes.length
    const undoBytes = log.size + addedBytes - pruning.bytes
    await writeAll(environment, { writes, pruned: pruning.revisions, state: { revision, undoBytes } })
    log.advance(pruning, addedBytes)
    this.#advance(revision)
  }

  async #writeWithoutHistory(writes: readonly Write[]): Promise<void> {
    const { environment, log } = this.#parts
    const revision = this.#revision + writes.length
    await writeAll(environment, { writes, pruned: 'all', state: { revision, undoBytes: 0 } })
    log.clear(revision)
    this.#advance(revision)
  }

  #advance(revision: number): void {
    this.#revision = revision
    this.#parts.reserve.measure()
  }

  #inTurn<R>(action: () => Promise<R>): Promise<R> {
    const turn = this.#last.then(action)
    this.#last = turn.then(
      () => {},
      () => {},
    )
    return turn
  }
}
