/**
 * One transaction: the result of a group of commits, and its write to the data file.
 *
 * @module
 */

import type { CommitRequest, CommitResult } from '../storage.js'
import { type Environment, sealState, type WriterState } from './data-file/environment.js'
import { encodeEntry, encodeUndo, type Previous } from './data-file/records.js'
import type { Growth } from './growth.js'
import { bytesOf, type Memtable, type Write } from './journal/memtable.js'

/** A commit that is queued for its group. */
export interface PendingCommit extends CommitRequest {
  /** The encoded key. */
  readonly bytes: Buffer
  readonly resolve: (result: CommitResult) => void
  readonly reject: (error: unknown) => void
}

/** Input of {@link planGroup}. */
export interface GroupInput {
  readonly memtable: Memtable
  readonly pending: readonly PendingCommit[]
  /** The newest revision. */
  readonly latest: number
  /** Time of the commits, in milliseconds. */
  readonly at: number
  /** Allowed growth while the disk is full; there is no history either then. Undefined while there is space. */
  readonly growth: Growth | undefined
}

/** The result of a group. */
export interface GroupPlan {
  /** The commits without conflict, and their writes. */
  readonly committed: readonly PendingCommit[]
  readonly writes: readonly Write[]
  readonly conflicts: readonly PendingCommit[]
  /** Commits without space. */
  readonly refused: readonly PendingCommit[]
  /** Commits for the next group, as this one is large enough. */
  readonly rest: readonly PendingCommit[]
}

/** Bytes of new and replaced values at which a group is large enough. */
const HEAVY = 4 * 1024 * 1024
/** Maximum commits of a group while the disk is full: space freed by one transaction is reused only two transactions later. */
const MOST_WITHOUT_ROOM = 64

/**
 * Compares each commit with the value that its key will have then.
 *
 * There is one writer, so values read now are still current when the group is written.
 */
export function planGroup({ memtable, pending, latest, at, growth }: GroupInput): GroupPlan {
  const committed: PendingCommit[] = []
  const writes: Write[] = []
  const conflicts: PendingCommit[] = []
  const refused: PendingCommit[] = []
  /** Values written by the group so far. */
  const written = new Map<string, Previous | undefined>()
  let [revision, weight, seen] = [latest, 0, 0]
  for (const request of pending) {
    if (weight >= HEAVY || (growth && writes.length === MOST_WITHOUT_ROOM)) break
    seen += 1
    const { key, bytes, expectedRevision, value } = request
    const previous = written.has(key) ? written.get(key) : memtable.find(key, bytes)
    const held = previous?.revision ?? 0
    if (held !== expectedRevision || (value === undefined && held === 0)) {
      conflicts.push(request)
      continue
    }
    if (value && growth && !growth.allows(value.length, previous?.value.length)) {
      refused.push(request)
      continue
    }
    revision += 1
    written.set(key, value && { revision, value })
    committed.push(request)
    // A copy of the replaced value, as the next read overwrites the buffer.
    const undo = growth ? undefined : encodeUndo(bytes, revision, at, previous)
    const write = { key, bytes, value, revision, undo }
    writes.push(write)
    weight += bytesOf(write)
  }
  return { committed, writes, conflicts, refused, rest: pending.slice(seen) }
}

/** Input of {@link writeAll}. */
export interface TransactionInput {
  /** Commits, oldest first. */
  readonly writes: readonly Write[]
  /** Revisions of the undo records to remove; `all` for all records. */
  readonly pruned: readonly number[] | 'all'
  /** The state after the transaction. */
  readonly state: WriterState
}

/**
 * Writes commits to the data file, in one transaction.
 *
 * @returns Resolves when the transaction is durable.
 * @throws Error of the system when it is not durable.
 */
export async function writeAll({ root, entries, undo, meta }: Environment, input: TransactionInput): Promise<void> {
  const { writes, pruned, state } = input
  /** // Of several values of one key only the last is needed. */
  const last = new Map<string, Write>()
  for (const write of writes) last.set(write.key, write)
  try {
    // A nested transaction, as only that is rolled back when a put fails. Values are compressed here: that is cheaper than a
    // switch to another thread for each value.
    await root.childTransaction(() => {
      for (const { bytes, revision, value } of last.values()) {
        if (value) entries.put(bytes, encodeEntry(bytes, revision, value))
        else entries.remove(bytes)
      }
      if (pruned === 'all') {
        undo.clearSync()
      } else {
        for (const write of writes) if (write.undo) undo.put(write.revision, write.undo)
        for (const revision of pruned) undo.remove(revision)
      }
      meta.put('state', sealState(state))
    })
  } catch (error) {
    // The package reports a failed transaction first, and its cause later.
    await (error as { readonly commitError?: Promise<unknown> }).commitError
    throw error
  }
}
