/**
 * The contract of a storage engine: a commit log with the latest value of each key.
 *
 * An engine keeps the latest value of each key and numbers every commit with one monotonic sequence of revisions. It does not
 * know objects, types or watches; reads are answered by the view that `store/` builds from it. The rules below are checks in
 * `testing/storage/`, which the tests of every engine run.
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

/** The state of an engine from which a view starts. */
export interface LoadedState {
  /** The latest revision; at least 1, even if nothing was ever written. */
  readonly revision: number
  /**
   * Every key that has a value at that revision, in any order. Read it once, and to its end: until then it may hold resources of
   * the engine.
   */
  readonly entries: Iterable<StoredEntry> | AsyncIterable<StoredEntry>
  /**
   * The commits before that revision that are not compacted, oldest first and without a gap, so that watches and exact reads can
   * go back to before the process started. Read it after `entries`; absent from engines without history.
   */
  readonly history?: Iterable<SupersededEntry> | AsyncIterable<SupersededEntry>
}

/** The value that one past commit replaced. */
export interface SupersededEntry {
  readonly key: string
  /** Revision of the commit. */
  readonly revision: number
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number
  /** The value before it; undefined when the commit created the key. */
  readonly previous: { readonly revision: number; readonly value: Uint8Array } | undefined
}

/** One commit as followers receive it. */
export interface StorageChange {
  readonly key: string
  readonly revision: number
  /**
   * The new value, or undefined when the key was removed. An engine may pass the committed array itself, or a view of a larger
   * buffer: copy what you keep.
   */
  readonly value: Uint8Array | undefined
  /**
   * True when the value was written by `commit`, here or at another replica; absent when another program may have written it.
   */
  readonly isCommitted?: boolean
  /**
   * True when the next change, reported in the same turn, has the same revision: another program wrote several keys in one
   * transaction. Absent from the last change of a revision, and from engines with a revision for each change.
   */
  readonly isPartial?: boolean
}

/** A write request: compare-and-set on one key. */
export interface CommitRequest {
  readonly key: string
  /** Expected revision of the key; 0 when it must not exist. */
  readonly expectedRevision: number
  /** The new value, or undefined to remove the key. The engine takes ownership; the caller must not modify it. */
  readonly value: Uint8Array | undefined
  /**
   * Seconds after which the engine may remove the key, as a separate commit. Without leases that is the task of the key's writer.
   */
  readonly lifetimeSeconds?: number
}

/** Tells whether an engine can answer. */
export interface StorageHealthCheck {
  readonly name: string
  /** True when it can; rejecting counts as false. */
  check(): Promise<boolean>
  /** Information for operators while it can, in a few words; nothing by default. */
  note?(): string | undefined
}

/** A number of an engine, for `/metrics`. */
export interface StorageMetric {
  readonly type: 'counter' | 'gauge'
  /** Its name there, without `apiserver_storage_`. */
  readonly name: string
  readonly help: string
  /** Called at each scrape. */
  value(): number
}

/** Outcome of a commit. A lost compare-and-set is an outcome, not an error, and so is removing a key that does not exist. */
export type CommitResult = { readonly outcome: 'committed'; readonly revision: number } | { readonly outcome: 'conflict' }

/** The caller's own database transaction, which can include commits. */
export interface StorageTransaction {
  /** The engine of the commits. */
  readonly storage: Storage
  /**
   * Like the engine's `commit`, but the commit is neither visible nor durable before the transaction is committed.
   *
   * @throws ApiError 503 once the transaction is over, and the errors of the engine.
   */
  commit(request: CommitRequest): Promise<CommitResult>
}

/**
 * A storage engine.
 *
 * It refuses with an {@link ApiError}: 503 when it is certain that nothing was written, 504 when a commit may or may not have
 * been made, 413 for a value that is too large, 507 when its disk is full; the first two have a number of seconds to retry after.
 */
export interface Storage {
  /** A check for `/readyz` that fails while the engine cannot answer; absent for engines that always can. */
  readonly healthCheck?: StorageHealthCheck | undefined
  /** Metrics of the engine; none by default. */
  readonly metrics?: readonly StorageMetric[] | undefined
  /**
   * True when followers receive every commit before its writer is answered, so that their state is always the most recent. False
   * when others commit elsewhere; then a Most Recent read calls `revision()`.
   */
  readonly followersAreCurrent: boolean
  /** True when commits survive the process, or reach another one; false when absent. */
  readonly outlivesProcess?: boolean | undefined
  /** Maximum bytes of a value; absent without a limit. */
  readonly maxValueBytes?: number | undefined
  /** Reads the latest state. */
  load(): Promise<LoadedState>
  /**
   * Writes one key if it still has the expected revision. Resolves when the commit is durable by the engine's own definition.
   * Every commit, including a removal, increments the revision; a conflict does not.
   */
  commit(request: CommitRequest): Promise<CommitResult>
  /**
   * Reports every commit after `fromRevision`, including our own, each once and in the order of revisions. Our commit is reported
   * before its `commit` resolves. A listener may commit: that commit is reported after the listener returns.
   *
   * @param fromRevision - The revision that the caller has already, by `load`.
   * @param listener - Called with each change; it must not throw.
   * @param onLost - Called once, when commits were compacted before the follower received them: the reports end, and the caller
   *   has to `load` again.
   * @returns A function that ends the reports.
   * @throws Error when the engine has compacted a commit after `fromRevision`.
   */
  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void
  /**
   * Makes commits part of a caller's transaction in the same database; absent in engines without such transactions.
   *
   * @param connection - The connection of the transaction.
   * @param run - Writes rows, and makes commits. When it rejects, all of them are rolled back.
   * @param limitMs - Time limit of the transaction, in milliseconds: others cannot commit meanwhile.
   * @throws ApiError 503 when nothing was written, 504 when the transaction took too long or its outcome is unknown; and any
   *   error of `run`.
   */
  within?<T>(connection: object, run: (transaction: StorageTransaction) => Promise<T>, limitMs: number): Promise<T>
  /** The newest revision that followers have received, confirmed by the storage (by a quorum, where there is one). */
  revision(): Promise<number>
  /** Allows the engine to compact superseded values at or before a revision. Latest values stay. */
  compact(revision: number): Promise<void>
  /**
   * Called when the bytes of a value were moved to another array, so that a holder of arrays can release the old one, which may
   * be a small part of a large buffer. Absent from engines that hold none.
   *
   * @param entry - The same bytes in another array. Ignored when the key has another revision by now.
   */
  moved?(entry: StoredEntry): void
  /** Closes the engine. Commits after it are refused; a second call does nothing. */
  close(): Promise<void>
}
