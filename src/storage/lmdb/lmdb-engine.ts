/**
 * The engine over an open directory: commits are written to the journal in groups, and from there to the data file in the
 * background.
 *
 * @module
 */

import { ApiError, type Clock, hasLoneSurrogate, serviceUnavailable, tooLarge } from '../../meta/index.js'
import { Followers } from '../followers.js'
import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, SupersededEntry } from '../storage.js'
import { encodeKey } from './data-file/records.js'
import type { Room } from './data-file/reserve.js'
import { commitUncertain, diskFull, foundNoRoom, storageBroken } from './failures.js'
import { Growth } from './growth.js'
import { GroupWriter } from './journal/group-writer.js'
import { bytesOf } from './journal/memtable.js'
import type { CommitLog } from './open-log.js'
import { type GroupPlan, type PendingCommit, planGroup } from './transaction.js'

/** Longest key of the file, in bytes. */
const MAX_KEY_BYTES = 1_900
/** The outcome of a group without space. */
const FULL = Symbol('full')
/** Maximum bytes of the memtable; beyond that, writers wait for a flush. */
const MOST_BYTES = 16 * 1024 * 1024
/** Maximum time of a commit in the memtable, in milliseconds. */
const MAX_FLUSH_DELAY_MS = 1_000

/** Dependencies of an engine. */
export interface LmdbEngineParts {
  readonly log: CommitLog
  readonly directory: string
  readonly clock: Clock
  /** Closes the data file, and releases the directory. */
  readonly close: () => Promise<void>
}

export class LmdbEngine implements Storage {
  readonly followersAreCurrent = true
  readonly outlivesProcess = true
  readonly healthCheck = { name: 'lmdb', check: async () => this.#refusal === undefined }
  readonly #parts: LmdbEngineParts
  readonly #log: CommitLog
  readonly #followers: Followers
  readonly #writer: GroupWriter<PendingCommit>
  /** While the disk is full: the growth that is still allowed. */
  #growth: Growth | undefined
  /** Why all writes are refused, if so. */
  #refusal: unknown
  #closing: Promise<void> | undefined
  /** The flush in progress. */
  #flushing: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined

  constructor(parts: LmdbEngineParts) {
    const { log } = parts
    this.#parts = parts
    this.#log = log
    this.#followers = new Followers(log.checkpointer.written + log.memtable.length)
    this.#writer = new GroupWriter(
      (pending) => this.#write(pending),
      ({ value }) => value?.length ?? 0,
    )
  }

  /** Between two groups, the disk has everything that was delivered to followers. */
  async load(): Promise<LoadedState> {
    // So that the limits of history apply. Commits that arrive meanwhile, or find no space, are merged over the data file.
    await this.#attempt(() => this.#log.checkpointer.flush())
    return this.#writer.atRest(() => {
      const { undo, memtable, checkpointer } = this.#log
      const [older, newer] = [undo.read(checkpointer.written), memtable.history()]
      return { revision: this.#followers.latest, entries: memtable.entriesNow(), history: joined(older, newer) }
    })
  }

  commit({ key, expectedRevision, value }: CommitRequest): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      if (this.#refusal) throw this.#refusal
      const bytes = encodeKey(key)
      // Keys that UTF-8 cannot encode could be the same in the file. As many bytes as characters means ASCII.
      if (bytes.length > MAX_KEY_BYTES || (bytes.length > key.length && hasLoneSurrogate(key))) {
        throw tooLarge(`the storage takes keys of well-formed text, up to ${MAX_KEY_BYTES} bytes`)
      }
      this.#writer.add({ key, expectedRevision, value, bytes, resolve, reject })
    })
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    return this.#followers.follow(fromRevision, listener)
  }

  async revision(): Promise<number> {
    return this.#followers.latest
  }

  async compact(revision: number): Promise<void> {
    this.#followers.forget(revision)
    this.#log.undo.allow(revision)
    await this.#attempt(() => this.#log.checkpointer.prune())
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    const { checkpointer, journal, memtable } = this.#log
    const isSound = this.#refusal === undefined
    this.#refusal ??= serviceUnavailable('the storage is closed', 1)
    await this.#writer.idle()
    this.#cancelTimer?.()
    await this.#flushing
    this.#followers.clear()
    try {
      if (isSound) await checkpointer.flush()
      if (isSound && memtable.length === 0) this.#log.end()
    } catch {
      // The next process replays them from the journal.
    }
    journal.close()
    memtable.close()
    await this.#parts.close()
  }

  async #write(items: readonly PendingCommit[]): Promise<void> {
    for (let rest = items; rest.length > 0; ) rest = await this.#writeSome(rest)
  }

  /** @returns The rest, as one record with all of them would be too large. */
  async #writeSome(pending: readonly PendingCommit[]): Promise<readonly PendingCommit[]> {
    const refuseAll = (refused: readonly PendingCommit[], error: unknown): void => {
      for (const { reject } of refused) reject(error)
    }
    if (this.#refusal && this.#closing === undefined) {
      refuseAll(pending, this.#refusal)
      return []
    }
    const input = { memtable: this.#log.memtable, pending, latest: this.#followers.latest, at: this.#parts.clock.now() }
    let plan = planGroup({ ...input, growth: undefined })
    const room = await this.#roomFor(plan)
    let outcome = room === 'none' ? FULL : await this.#keep(plan, input.at, room)
    if (outcome === FULL) {
      this.#growth ??= new Growth()
      plan = planGroup({ ...input, growth: this.#growth })
      outcome = await this.#keep(plan, input.at, 'none')
    } else {
      this.#growth = undefined
    }
    if (outcome !== undefined) {
      refuseAll(pending, outcome === FULL ? diskFull() : outcome)
      return []
    }
    // Only now, as they may conflict with a commit of the same group.
    for (const { resolve } of plan.conflicts) resolve({ outcome: 'conflict' })
    if (plan.refused.length > 0) refuseAll(plan.refused, diskFull())
    for (const [i, { key, value, resolve, reject }] of plan.committed.entries()) {
      const revision = input.latest + 1 + i
      try {
        this.#followers.announce({ key, revision, value })
        resolve({ outcome: 'committed', revision })
      } catch (error) {
        reject(error)
      }
    }
    return plan.rest
  }

  /** The space for a group with its history, beside the memtable; an error that passes is the answer to this group only. */
  async #roomFor({ writes }: GroupPlan): Promise<Room | ApiError> {
    const { memtable, checkpointer, reserve } = this.#log
    const bytes = writes.reduce((sum, write) => sum + bytesOf(write), 0)
    if (bytes === 0 || reserve.roomFor(memtable.bytes + bytes) === 'certain') return 'certain'
    try {
      return await checkpointer.makeRoom(bytes)
    } catch (error) {
      if (error instanceof ApiError) return error
      this.#failure(error)
      return 'none'
    }
  }

  /**
   * Makes a group durable: in the journal, or in the data file when it is too large for the journal or its space is not certain.
   *
   * @returns Undefined on success; otherwise {@link FULL} or the error to answer with.
   */
  async #keep({ writes }: GroupPlan, at: number, room: Room | ApiError): Promise<unknown> {
    const { journal, memtable, checkpointer } = this.#log
    if (room instanceof ApiError) return room
    if (this.#refusal && this.#closing === undefined) return this.#refusal
    if (writes.length === 0) return undefined
    try {
      if (room !== 'certain' || !journal.takes(writes)) {
        await checkpointer.writeThrough(writes, { keepsHistory: room !== 'none' })
        return undefined
      }
      while (!journal.hasRoom(writes) || memtable.bytes > MOST_BYTES) await checkpointer.flushOldest()
    } catch (error) {
      return this.#failure(error)
    }
    try {
      await journal.append(writes, at)
    } catch (error) {
      this.#refusal = storageBroken()
      return commitUncertain(error)
    }
    memtable.add(writes)
    this.#scheduleFlush()
    return undefined
  }

  /** Flushes the memtable when it fills a transaction, and at the latest after a second. */
  #scheduleFlush(): void {
    const { memtable, checkpointer } = this.#log
    if (this.#flushing || this.#refusal || memtable.length === 0) return
    if (memtable.fillsTransaction && !this.#growth) {
      this.#runFlush(async () => {
        while (memtable.fillsTransaction) await checkpointer.flushOldest()
      })
    } else {
      this.#cancelTimer ??= this.#parts.clock.setTimeout(() => {
        this.#cancelTimer = undefined
        if (!this.#flushing && !this.#refusal) this.#runFlush(() => checkpointer.flush())
      }, MAX_FLUSH_DELAY_MS)
    }
  }

  #runFlush(action: () => Promise<void>): void {
    this.#flushing = this.#attempt(action).then(() => {
      this.#flushing = undefined
      this.#scheduleFlush()
    })
  }

  /** Runs background work on the data file. When the disk is full, it is tried again. */
  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action()
    } catch (error) {
      this.#failure(error)
    }
  }

  /**
   * Classifies a failed transaction. Only with a full disk is it certain that nothing was written, and a retry may succeed.
   *
   * @returns {@link FULL}, or the error for its commits.
   */
  #failure(error: unknown): unknown {
    if (this.#log.checkpointer.isUnchanged && foundNoRoom(this.#parts.directory, error)) {
      this.#growth ??= new Growth()
      return FULL
    }
    this.#refusal = storageBroken()
    return commitUncertain(error)
  }
}

function* joined(...parts: readonly Iterable<SupersededEntry>[]): Generator<SupersededEntry> {
  for (const part of parts) yield* part
}
