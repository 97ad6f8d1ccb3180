/**
 * The LMDB engine: durable on one machine, for one process at a time.
 *
 * @module
 */

import { type Clock, serviceUnavailable, systemClock, tooLarge } from '../../meta/index.js'
import { Followers } from '../followers.js'
import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from '../storage.js'
import { type Environment, openEnvironment, readState } from './environment.js'
import { commitUncertain, diskFull, diskIsFull, storageBroken } from './failures.js'
import { GroupWriter } from './group-writer.js'
import { claim } from './owner.js'
import { decodeEntry, decodeKey, encodeKey, entryRevision } from './records.js'
import { planGroup, writeGroup } from './transaction.js'
import { UndoLog } from './undo-log.js'

/** How {@link createLmdbStorage} opens a directory. */
export interface LmdbStorageOptions {
  /** Where the file is, made when absent. One process at a time has it. */
  readonly directory: string
  /** Says when commits are made, for history that outlives the process. Default: the machine's. */
  readonly clock?: Clock
  /** Bounds of the history that outlives the process, whatever the window of the store is. */
  readonly history?: {
    /** Commits; default 100,000. */
    readonly maxCommits?: number
    /** Bytes of what they replaced; default 64 MiB. */
    readonly maxBytes?: number
  }
  /** Whether a directory without a storage is refused; default false. */
  readonly mustExist?: boolean
}

/** Longest key that the file takes, in bytes. */
const MAX_KEY_BYTES = 1_900
/** Text that UTF-8 cannot write: two such keys would be one in the file. */
const LONE_SURROGATE = /\p{Surrogate}/u
const NOTHING = new Uint8Array(0)

/**
 * Opens a directory as a storage engine that keeps its word on the disk: `commit` resolves after its transaction is synced.
 *
 * Needs the package `lmdb`, which is loaded when this is called. Commits that are made at the same time share one sync.
 * What each commit replaced is kept beside the latest values, within bounds, so that watches and exact reads can go back to
 * before a restart.
 *
 * @param options - The directory; clock and bounds have defaults.
 * @returns The engine, which has the directory to itself until it is closed or its process ends.
 * @throws Error in one line that names the directory: when it cannot be written to, when another process uses it, when its
 *   file is cut short, of another program or of a newer release, or when the package is not installed.
 */
export async function createLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  const { directory, clock = systemClock, history = {}, mustExist = false } = options
  const environment = await openEnvironment({ directory, mustExist })
  try {
    const release = claim(environment, directory)
    const { maxCommits = 100_000, maxBytes = 64 * 1024 * 1024 } = history
    return new LmdbStorage({ environment, directory, clock, limits: { maxRecords: maxCommits, maxBytes }, release })
  } catch (error) {
    await environment.root.close()
    throw error
  }
}

/** A commit that waits for its group. */
export interface PendingCommit extends CommitRequest {
  readonly bytes: Buffer
  readonly settle: (result: CommitResult) => void
  readonly refuse: (error: unknown) => void
}

interface LmdbStorageParts {
  readonly environment: Environment
  readonly directory: string
  readonly clock: Clock
  readonly limits: ConstructorParameters<typeof UndoLog>[0]['limits']
  readonly release: () => void
}

class LmdbStorage implements Storage {
  readonly followersAreCurrent = true
  readonly outlivesProcess = true
  readonly healthCheck = { name: 'lmdb', check: async () => this.refusal === undefined }
  private readonly environment: Environment
  private readonly directory: string
  private readonly clock: Clock
  private readonly release: () => void
  private readonly followers: Followers
  private readonly log: UndoLog
  private readonly writer: GroupWriter<PendingCommit>
  /** Whether the last transaction found no room. */
  private wasFull = false
  /** Why nothing is written any more, if so. */
  private refusal: unknown
  private closing: Promise<void> | undefined

  constructor({ environment, directory, clock, limits, release }: LmdbStorageParts) {
    this.environment = environment
    this.directory = directory
    this.clock = clock
    this.release = release
    const { revision, undoBytes } = readState(environment.meta)
    this.followers = new Followers(revision)
    this.log = new UndoLog({ undo: environment.undo, limits, revision, bytes: undoBytes })
    this.writer = new GroupWriter(
      (pending) => this.write(pending),
      () => this.refusal === undefined && this.log.hasForgettable(this.followers.latest),
    )
  }

  /** Between two groups what is on the disk is what followers were told. */
  load(): Promise<LoadedState> {
    return this.writer.atRest(() => {
      const revision = this.followers.latest
      return { revision, entries: this.readEntries(), history: this.log.read(revision) }
    })
  }

  commit(request: CommitRequest): Promise<CommitResult> {
    return new Promise((settle, refuse) => {
      if (this.refusal) throw this.refusal
      const bytes = encodeKey(request.key)
      if (bytes.length > MAX_KEY_BYTES || LONE_SURROGATE.test(request.key)) {
        throw tooLarge(`the storage takes keys of well-formed text, up to ${MAX_KEY_BYTES} bytes`)
      }
      this.writer.add({ ...request, bytes, settle, refuse })
    })
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    return this.followers.follow(fromRevision, listener)
  }

  async revision(): Promise<number> {
    return this.followers.latest
  }

  async compact(revision: number): Promise<void> {
    this.followers.forget(revision)
    this.log.allow(revision)
    this.writer.wake()
    await this.writer.idle()
  }

  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.refusal ??= serviceUnavailable('the storage is closed', 1)
    await this.writer.idle()
    this.followers.clear()
    await this.environment.root.close()
    this.release()
  }

  private readEntries(): StoredEntry[] {
    const entries: StoredEntry[] = []
    for (const { key, value } of this.environment.entries.getRange({})) {
      // A damaged record is an object that cannot be read, only removed; the others are not kept from being served.
      entries.push(decodeEntry(key, value) ?? { key: decodeKey(key), revision: entryRevision(value), value: NOTHING })
    }
    return entries
  }

  private async write(items: readonly PendingCommit[]): Promise<void> {
    const { environment, followers, log } = this
    if (this.refusal && this.closing === undefined) {
      for (const { refuse } of items) refuse(this.refusal)
      return
    }
    const pending = this.wasFull ? this.withoutRoom(items) : items
    const plan = planGroup({ environment, log, pending, latest: followers.latest, at: this.clock.now() })
    if (plan.committed.length + plan.pruning.revisions.length > 0) {
      try {
        await writeGroup(environment, plan)
      } catch (error) {
        const refusal = this.failure(error)
        for (const { refuse } of pending) refuse(refusal)
        return
      }
      log.settle(plan.pruning, plan.addedBytes)
      this.wasFull = false
    }
    // Only now, as a commit of the same group may be what they lost to.
    for (const { settle } of plan.conflicts) settle({ outcome: 'conflict' })
    for (const { request, revision } of plan.committed) {
      try {
        followers.announce({ key: request.key, revision, value: request.value })
        request.settle({ outcome: 'committed', revision })
      } catch (error) {
        request.refuse(error)
      }
    }
  }

  /** While the disk is full only removals are tried: they make room. */
  private withoutRoom(items: readonly PendingCommit[]): readonly PendingCommit[] {
    if (!diskIsFull(this.directory)) return items
    for (const { value, refuse } of items) if (value !== undefined) refuse(diskFull())
    return items.filter(({ value }) => value === undefined)
  }

  /** What a failed transaction means. Only of a full disk is it certain that nothing was written, and that it may pass. */
  private failure(error: unknown): unknown {
    const unchanged = readState(this.environment.meta).revision === this.followers.latest
    this.wasFull = diskIsFull(this.directory)
    if (unchanged && this.wasFull) return diskFull()
    this.refusal = storageBroken()
    return commitUncertain(error)
  }
}
