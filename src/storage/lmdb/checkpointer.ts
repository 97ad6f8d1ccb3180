/**
 * Flushes the memtable into the data file, in the background.
 *
 * One transaction at a time, each with the oldest commits, which also removes a few records of the undo log.
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

/** Dependencies of a {@link Checkpointer}. */
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

/** The only writer of the data file. */
export class Checkpointer {
  readonly #parts: CheckpointerParts
  #revision: number
  #last: Promise<void> = Promise.resolve()

  /** @param parts - Its dependencies. */
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
   * @throws Error of the system; the commits stay in the memtable then.
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
        // Answered commits have priority over history.
        await this.#writeWithoutHistory(writes)
      }
      memtable.drop(writes)
      journal.release(this.#revision)
      // Early, as no commit waits for it here. A commit that needs the space tries again, and answers the failure.
      if (reserve.isShort(memtable.bytes)) await reserve.extend(memtable.bytes, STEP_BYTES).catch(() => {})
    })
  }

  /**
   * Flushes all commits that are in the memtable now, and prunes the undo log.
   *
   * @throws Error of the system; unwritten commits stay in the memtable.
   */
  async flush(): Promise<void> {
    const { memtable, log } = this.#parts
    const target = this.#revision + memtable.length
    while (this.#revision < target || log.hasExcess(this.#revision)) await this.flushOldest()
  }

  /** Removes expired records from the undo log of the data file. */
  async prune(): Promise<void> {
    while (this.#parts.log.hasExcess(this.#revision)) await this.flushOldest()
  }

  /**
   * Writes commits that are not in the journal, after a flush.
   *
   * @param writes - The next ones.
   * @param options - `keepsHistory`: whether there is space for history. If not, all of it is removed.
   * @throws Error of the system; then the commits are not made, unless the disk is inconsistent.
   */
  async writeThrough(writes: readonly Write[], { keepsHistory }: { readonly keepsHistory: boolean }): Promise<void> {
    await this.flush()
    await this.#inTurn(() => (keepsHistory ? this.#write(writes) : this.#writeWithoutHistory(writes)))
  }

  /**
   * Makes space for the next writes: on the disk, or if that is full, within the file by removing history first.
   *
   * @param bytes - Bytes of the next writes, beside the memtable.
   * @returns The space available then, beside the memtable.
   * @throws ApiError 503 when the file cannot be extended at the moment, and nothing was written; otherwise Error of the system.
   */
  async makeRoom(bytes: number): Promise<Room> {
    const { reserve, memtable, log } = this.#parts
    await this.#inTurn(() => reserve.extend(memtable.bytes + bytes, STEP_BYTES))
    if (reserve.roomFor(memtable.bytes + bytes) === 'certain') return 'certain'
    await this.flush()
    if (reserve.roomFor(bytes) === 'none' && !log.isEmpty(this.#revision)) await this.#inTurn(() => this.#writeWithoutHistory([]))
    return reserve.roomFor(bytes)
  }

  /** Whether the data file is in the state of the last transaction. */
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
