/**
 * The contract of a storage engine: a commit log with a memory.
 *
 * An engine keeps the latest value of each key and numbers every commit with one monotonic sequence of revisions. It
 * knows nothing of objects, types or watches; reads are answered by the view that `store/` builds from it. The rules
 * below are checks in `testing/storage/`, which the tests of every engine run.
 *
 * @module
 */

/** One key's latest state. */
export interface StoredEntry {
  readonly key: string
  readonly value: Uint8Array
  /** Revision of the commit that wrote this value. */
  readonly revision: number
}

/** The state that an engine holds when a view starts from it. */
export interface LoadedState {
  /** The latest revision; at least 1, also when nothing was ever written. */
  readonly revision: number
  /**
   * Every key that has a value at that revision, in any order. To be read once, and to its end: until then it may keep room in the
   * engine.
   */
  readonly entries: Iterable<StoredEntry> | AsyncIterable<StoredEntry>
  /**
   * The commits before that revision which the engine has not forgotten, oldest first and without a gap, so that watches
   * and exact reads can go back to before the process started. Read after `entries`; absent from engines that keep none.
   */
  readonly history?: Iterable<SupersededEntry> | AsyncIterable<SupersededEntry>
}

/** What one past commit replaced. */
export interface SupersededEntry {
  readonly key: string
  /** Revision of the commit. */
  readonly revision: number
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number
  /** What the key held before it; undefined when the commit created the key. */
  readonly previous: { readonly revision: number; readonly value: Uint8Array } | undefined
}

/** One commit as followers see it. */
export interface StorageChange {
  readonly key: string
  readonly revision: number
  /** The new value, or undefined when the key was removed. An engine may hand over the committed array itself. */
  readonly value: Uint8Array | undefined
}

/** What a writer asks for: compare-and-set on one key. */
export interface CommitRequest {
  readonly key: string
  /** Revision that the key must have; 0 when it must not exist. */
  readonly expectedRevision: number
  /** The new value, or undefined to remove the key. The engine takes ownership; the caller must not modify it. */
  readonly value: Uint8Array | undefined
  /**
   * Seconds after which the engine may remove the key, as a commit of its own. Engines without leases leave
   * that to the key's writer.
   */
  readonly lifetimeSeconds?: number
}

/** Tells whether an engine can answer. */
export interface StorageHealthCheck {
  readonly name: string
  /** True when it can; rejecting counts as false. */
  check(): Promise<boolean>
  /** What else operators should know while it can, in a few words; nothing by default. */
  note?(): string | undefined
}

/** A number of an engine, for `/metrics`. */
export interface StorageMetric {
  readonly type: 'counter' | 'gauge'
  /** Its name there, without `apiserver_storage_`. */
  readonly name: string
  readonly help: string
  /** Asked for at each scrape. */
  value(): number
}

/** How a commit ended. A lost compare-and-set is an outcome, not an error, and so is removing a key that does not exist. */
export type CommitResult = { readonly outcome: 'committed'; readonly revision: number } | { readonly outcome: 'conflict' }

/** The caller's own database transaction, which commits can be part of. */
export interface StorageTransaction {
  /** Whose commits. */
  readonly storage: Storage
  /**
   * As that of the engine, but the commit is neither visible nor durable before the transaction has been committed.
   *
   * @throws ApiError 503 once the transaction is over, and as that of the engine.
   */
  commit(request: CommitRequest): Promise<CommitResult>
}

/**
 * A storage engine.
 *
 * What it cannot do for now it refuses with an {@link ApiError}: 503 when it is certain that nothing was written, 504 when
 * a commit may or may not have been made, 413 for a value that it has no room for, 507 when its disk is full; the first
 * two say after how many seconds to try again.
 */
export interface Storage {
  /** A check for `/readyz` that fails while the engine cannot answer; absent where nothing can. */
  readonly healthCheck?: StorageHealthCheck
  /** What is measured; nothing where it is left out. */
  readonly metrics?: readonly StorageMetric[]
  /**
   * True when followers receive every commit before its writer is answered, so that their state
   * is always the most recent. False where others commit elsewhere; then Most Recent means asking `revision()`.
   */
  readonly followersAreCurrent: boolean
  /** True when commits outlive the process, or reach another one; false when left out. */
  readonly outlivesProcess?: boolean
  /** Bytes of the largest value that the engine takes; left out where it has no such bound. */
  readonly maxValueBytes?: number
  /** Reads the latest state. */
  load(): Promise<LoadedState>
  /**
   * Writes one key if it still has the expected revision. Resolves when the commit is durable in the engine's own sense.
   * Every commit, a removal too, takes a revision of its own; a conflict takes none.
   */
  commit(request: CommitRequest): Promise<CommitResult>
  /**
   * Reports every commit after `fromRevision`, our own included, each once and in the order of revisions. A commit of
   * ours is reported before its `commit` resolves. A listener may commit: it hears of that after it has returned.
   *
   * @param fromRevision - The revision that the caller holds already, by `load`.
   * @param listener - Called with each change; it does not throw.
   * @param onLost - Called once, when commits were forgotten before the follower heard of them: the reports are over, and
   *   only `load` tells what is true now.
   * @returns A function that ends the reports.
   * @throws Error when the engine has forgotten a commit after `fromRevision`.
   */
  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void
  /**
   * Makes commits part of a caller's transaction in the same database; absent in engines without such transactions.
   *
   * @param connection - What they write by.
   * @param run - Writes, and makes commits. When it rejects, nothing of either is written.
   * @param limitMs - How long the transaction may take, in milliseconds: others cannot commit meanwhile.
   * @throws ApiError 503 when nothing was written, 504 when the transaction took too long or its end is not known; whatever `run`
   *   throws.
   */
  within?<T>(connection: object, run: (transaction: StorageTransaction) => Promise<T>, limitMs: number): Promise<T>
  /** The newest revision that followers have received, confirmed by the storage (by a quorum, where there is one). */
  revision(): Promise<number>
  /** Allows the engine to forget what was superseded at or before a revision. Latest values stay. */
  compact(revision: number): Promise<void>
  /**
   * Called when the bytes of a value were moved to another array, so that a holder of arrays can release the old one: it may be a
   * small part of a large buffer. Absent from engines that keep none.
   *
   * @param entry - The same bytes in another array. Says nothing of a key that has another revision by now.
   */
  moved?(entry: StoredEntry): void
  /** Ends the engine. Commits after it are refused. */
  close(): Promise<void>
}
