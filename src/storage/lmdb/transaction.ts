/**
 * One transaction: the result of a group of commits, and how they are written to the data file.
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
  /** The key as the file has it. */
  readonly bytes: Buffer
  readonly resolve: (result: CommitResult) => void
  readonly reject: (error: unknown) => void
}

/** What {@link planGroup} works with. */
export interface GroupInput {
  readonly memtable: Memtable
  readonly pending: readonly PendingCommit[]
  /** The newest revision. */
  readonly latest: number
  /** Time of the commits, in milliseconds. */
  readonly at: number
  /** Growth that is allowed while the disk is full; then there is no history either. Undefined while there is room. */
  readonly growth: Growth | undefined
}

/** The result of a group. */
export interface GroupPlan {
  /** The commits that met what they expected, and beside each what it writes. */
  readonly committed: readonly PendingCommit[]
  readonly writes: readonly Write[]
  readonly conflicts: readonly PendingCommit[]
  /** Those that there is no room for. */
  readonly refused: readonly PendingCommit[]
  /** Those that are left for the next group, as this one is heavy enough. */
  readonly rest: readonly PendingCommit[]
}

/** Bytes of what is written and of what it replaces, from which on a group is heavy enough. */
const HEAVY = 4 * 1024 * 1024
/** Most commits of a group while the disk is full: of what a transaction frees nothing is used before the next but one. */
const MOST_WITHOUT_ROOM = 64

/**
 * Compares each commit with what its key will hold when its turn comes.
 *
 * There is one writer, so what is read now is current when the group is written.
 */
export function planGroup({ memtable, pending, latest, at, growth }: GroupInput): GroupPlan {
  const committed: PendingCommit[] = []
  const writes: Write[] = []
  const conflicts: PendingCommit[] = []
  const refused: PendingCommit[] = []
  /** What the group itself has written so far. */
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
    // A copy of what it replaces, as what was read is overwritten by the next read.
    const undo = growth ? undefined : encodeUndo(bytes, revision, at, previous)
    const write = { key, bytes, value, revision, undo }
    writes.push(write)
    weight += bytesOf(write)
  }
  return { committed, writes, conflicts, refused, rest: pending.slice(seen) }
}

/** What {@link writeAll} writes. */
export interface TransactionInput {
  /** Commits, oldest first. */
  readonly writes: readonly Write[]
  /** Revisions whose records leave the undo log; `all` for those of all commits. */
  readonly pruned: readonly number[] | 'all'
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
      if (pruned === 'all') {
        undo.clearSync()
      } else {
        for (const write of writes) if (write.undo) undo.put(write.revision, write.undo)
        for (const revision of pruned) undo.remove(revision)
      }
      meta.put('state', sealState(state))
    })
  } catch (error) {
    // The package reports a failed transaction first, and its cause afterwards.
    await (error as { readonly commitError?: Promise<unknown> }).commitError
    throw error
  }
}
