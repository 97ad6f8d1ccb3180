/**
 * Carrying commits over from the journal into the data file, behind the back of those who commit.
 *
 * One transaction at a time, each with the oldest commits that wait and a few records of the undo log that may go.
 *
 * @module
 */

import { type Environment, readState } from './data-file/environment.js'
import { type Reserve, type Room, STEP_BYTES } from './data-file/reserve.js'
import type { UndoLog } from './data-file/undo-log.js'
import { foundNoRoom } from './failures.js'
import type { Journal } from './journal/journal.js'
import type { Waiting, Write } from './journal/memtable.js'
import { writeAll } from './transaction.js'

/** What a {@link Checkpointer} works on. */
export interface CheckpointerParts {
  readonly environment: Environment
  readonly directory: string
  readonly reserve: Reserve
  readonly journal: Journal
  readonly waiting: Waiting
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
   * Writes the oldest commits that wait.
   *
   * @throws Error of the system; they wait on then.
   */
  step(): Promise<void> {
    return this.#inTurn(async () => {
      const { waiting, log, journal, reserve } = this.#parts
      const writes = waiting.next()
      if (writes.length === 0 && !log.hasExcess(this.#revision)) return
      try {
        await this.#write(writes)
      } catch (error) {
        if (!this.isUnchanged || !foundNoRoom(this.#parts.directory, error)) throw error
        // What was answered comes before history.
        await this.#writeWithoutHistory(writes)
      }
      waiting.settle(writes)
      journal.release(this.#revision)
      // In time, as here no commit waits for it.
      if (reserve.isShort(waiting.bytes)) await reserve.extend(waiting.bytes, STEP_BYTES)
    })
  }

  /**
   * Writes all commits that wait now, and prunes the undo log.
   *
   * @throws Error of the system; what is not written waits on.
   */
  async drain(): Promise<void> {
    const { waiting, log } = this.#parts
    const target = this.#revision + waiting.length
    while (this.#revision < target || log.hasExcess(this.#revision)) await this.step()
  }

  /** Removes what is to go from the undo log of the data file. */
  async prune(): Promise<void> {
    while (this.#parts.log.hasExcess(this.#revision)) await this.step()
  }

  /**
   * Writes commits that are not in the journal, after all that wait.
   *
   * @param writes - The next ones.
   * @param options - `keepsHistory`: whether there is room for history, too. If not, all of it goes.
   * @throws Error of the system; then they are not made, unless the disk is at odds with itself.
   */
  async writeThrough(writes: readonly Write[], { keepsHistory }: { readonly keepsHistory: boolean }): Promise<void> {
    await this.drain()
    await this.#inTurn(() => (keepsHistory ? this.#write(writes) : this.#writeWithoutHistory(writes)))
  }

  /**
   * Makes room for what is going to be written: on the disk, and where that is full, within the file, of which history goes first.
   *
   * @param bytes - What is going to be written, beside what waits.
   * @returns What room there is now, beside what waits.
   * @throws Error of the system.
   */
  async makeRoom(bytes: number): Promise<Room> {
    const { reserve, waiting, log } = this.#parts
    await this.#inTurn(() => reserve.extend(waiting.bytes + bytes, STEP_BYTES))
    if (reserve.roomFor(waiting.bytes + bytes) === 'certain') return 'certain'
    await this.drain()
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
    log.settle(pruning, addedBytes)
    this.#settle(revision)
  }

  async #writeWithoutHistory(writes: readonly Write[]): Promise<void> {
    const { environment, log } = this.#parts
    const revision = this.#revision + writes.length
    await writeAll(environment, { writes, pruned: 'all', state: { revision, undoBytes: 0 } })
    log.clear(revision)
    this.#settle(revision)
  }

  #settle(revision: number): void {
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
