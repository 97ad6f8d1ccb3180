/**
 * One transaction: what a group of commits comes to, and how it is written.
 *
 * @module
 */

import type { Environment, WriterState } from './environment.js'
import type { PendingCommit } from './lmdb-storage.js'
import { encodeEntry, encodeUndo, entryRevision } from './records.js'
import type { Pruning, UndoLog } from './undo-log.js'

/** What {@link planGroup} works with. */
export interface GroupInput {
  readonly environment: Environment
  readonly log: UndoLog
  readonly pending: readonly PendingCommit[]
  /** The newest revision in the file. */
  readonly latest: number
  /** Time of the commits, in milliseconds. */
  readonly at: number
}

/** A commit that met what it expected. */
interface PlannedCommit {
  readonly request: PendingCommit
  readonly revision: number
  /** Its new record; undefined for a removal. */
  readonly record: Buffer | undefined
  readonly undo: Buffer
}

/** What a transaction will do. */
export interface GroupPlan {
  readonly committed: readonly PlannedCommit[]
  readonly conflicts: readonly PendingCommit[]
  readonly pruning: Pruning
  /** Bytes that the undo log gains. */
  readonly addedBytes: number
  readonly state: WriterState
}

/**
 * Compares each commit with what its key will hold when its turn comes.
 *
 * Nobody else writes the file, so what is read now is what the transaction finds.
 */
export function planGroup({ environment, log, pending, latest, at }: GroupInput): GroupPlan {
  const committed: PlannedCommit[] = []
  const conflicts: PendingCommit[] = []
  /** What the group itself has written so far. */
  const written = new Map<string, Buffer | undefined>()
  let [revision, addedBytes] = [latest, 0]
  for (const request of pending) {
    const { key, bytes, expectedRevision, value } = request
    const previous = written.has(key) ? written.get(key) : environment.entries.getBinaryFast(bytes)
    const held = previous ? entryRevision(previous) : 0
    if (held !== expectedRevision || (value === undefined && held === 0)) {
      conflicts.push(request)
      continue
    }
    revision += 1
    const record = value && encodeEntry(bytes, revision, value)
    // A copy, as what was read is overwritten by the next read.
    const undo = encodeUndo(bytes, revision, at, previous)
    written.set(key, record)
    addedBytes += undo.length
    committed.push({ request, revision, record, undo })
  }
  const pruning = log.plan(latest, committed.length, addedBytes)
  const state = { revision, undoBytes: log.size + addedBytes - pruning.bytes }
  return { committed, conflicts, pruning, addedBytes, state }
}

/**
 * Writes a plan in one transaction.
 *
 * @returns Resolves when it is on the disk.
 * @throws Error of the system when it is not.
 */
export async function writeGroup({ root, entries, undo, meta }: Environment, plan: GroupPlan): Promise<void> {
  try {
    await root.batch(() => {
      for (const { request, revision, record, undo: replaced } of plan.committed) {
        if (record) entries.put(request.bytes, record)
        else entries.remove(request.bytes)
        undo.put(revision, replaced)
      }
      for (const revision of plan.pruning.revisions) undo.remove(revision)
      meta.put('state', plan.state)
    })
  } catch (error) {
    // The package tells of a failed transaction first, and of its cause afterwards.
    await (error as { readonly commitError?: Promise<unknown> }).commitError
    throw error
  }
}
