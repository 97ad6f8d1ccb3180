/**
 * One transaction: what a group of commits comes to, and how commits are written to the data file.
 *
 * @module
 */

import type { CommitRequest, CommitResult } from '../storage.js'
import type { Environment, WriterState } from './environment.js'
import { encodeEntry, encodeUndo, type Previous } from './records.js'
import type { Waiting, Write } from './waiting.js'

/** A commit that waits for its group. */
export interface PendingCommit extends CommitRequest {
  /** The key as the file has it. */
  readonly bytes: Buffer
  readonly settle: (result: CommitResult) => void
  readonly refuse: (error: unknown) => void
}

/** What {@link planGroup} works with. */
export interface GroupInput {
  readonly waiting: Waiting
  readonly pending: readonly PendingCommit[]
  /** The newest revision. */
  readonly latest: number
  /** Time of the commits, in milliseconds. */
  readonly at: number
}

/** What becomes of a group. */
export interface GroupPlan {
  /** The commits that met what they expected, and beside each what it writes. */
  readonly committed: readonly PendingCommit[]
  readonly writes: readonly Write[]
  readonly conflicts: readonly PendingCommit[]
}

/**
 * Compares each commit with what its key will hold when its turn comes.
 *
 * Nobody else writes, so what is read now is what the group finds.
 */
export function planGroup({ waiting, pending, latest, at }: GroupInput): GroupPlan {
  const committed: PendingCommit[] = []
  const writes: Write[] = []
  const conflicts: PendingCommit[] = []
  /** What the group itself has written so far. */
  const written = new Map<string, Previous | undefined>()
  let revision = latest
  for (const request of pending) {
    const { key, bytes, expectedRevision, value } = request
    const previous = written.has(key) ? written.get(key) : waiting.find(key, bytes)
    const held = previous?.revision ?? 0
    if (held !== expectedRevision || (value === undefined && held === 0)) {
      conflicts.push(request)
      continue
    }
    revision += 1
    written.set(key, value && { revision, value })
    committed.push(request)
    // A copy of what it replaces, as what was read is overwritten by the next read.
    writes.push({ key, bytes, value, revision, undo: encodeUndo(bytes, revision, at, previous) })
  }
  return { committed, writes, conflicts }
}

/** What {@link writeAll} writes. */
export interface TransactionInput {
  /** Commits, oldest first. */
  readonly writes: readonly Write[]
  /** Revisions whose records leave the undo log. */
  readonly pruned: readonly number[]
  /** The state after it. */
  readonly state: WriterState
}

/**
 * Writes commits to the data file, in one transaction.
 *
 * @returns Resolves when it is on the disk.
 * @throws Error of the system when it is not.
 */
export async function writeAll({ root, entries, undo, meta }: Environment, input: TransactionInput): Promise<void> {
  const { writes, pruned, state } = input
  /** Of several values of one key the last is enough. */
  const last = new Map<string, Write>()
  for (const write of writes) last.set(write.key, write)
  try {
    // One within another, as only such a one is undone when a put fails. What is put is compressed here: cheaper than a hop to
    // another thread for each value.
    await root.childTransaction(() => {
      for (const { bytes, revision, value } of last.values()) {
        if (value) entries.put(bytes, encodeEntry(bytes, revision, value))
        else entries.remove(bytes)
      }
      for (const write of writes) undo.put(write.revision, write.undo)
      for (const revision of pruned) undo.remove(revision)
      meta.put('state', state)
    })
  } catch (error) {
    // The package tells of a failed transaction first, and of its cause afterwards.
    await (error as { readonly commitError?: Promise<unknown> }).commitError
    throw error
  }
}
