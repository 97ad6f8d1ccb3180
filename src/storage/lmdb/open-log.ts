/**
 * The commit log of a directory: the data file, the journal beside it, and the commits that only the journal has.
 *
 * @module
 */

import { Checkpointer } from './checkpointer.js'
import { type Environment, expectedJournal, expectJournal, readState } from './data-file/environment.js'
import { Reserve } from './data-file/reserve.js'
import { type UndoLimits, UndoLog } from './data-file/undo-log.js'
import { LmdbOpenError } from './failures.js'
import { Journal } from './journal/journal.js'
import { beginJournal, type JournalFile, notedAnswer, readJournal } from './journal/journal-file.js'
import { findRecords, firstRevision, type JournalRecord, lastRevision } from './journal/journal-records.js'
import { Memtable } from './journal/memtable.js'

/** Options of {@link openLog}. */
export interface LogOptions {
  /** The data file; this process is the owner of its directory. */
  readonly environment: Environment
  readonly directory: string
  readonly limits: UndoLimits
}

/** An open commit log. */
export interface CommitLog {
  readonly journal: Journal
  readonly memtable: Memtable
  readonly undo: UndoLog
  readonly checkpointer: Checkpointer
  readonly reserve: Reserve
  /** With an empty memtable, records that the data file has all commits and no journal is expected. */
  end(): void
}

/**
 * Opens the commit log of a directory. Commits missing in the data file, as after a crash, are replayed from the journal.
 *
 * @throws {@link LmdbOpenError} when answered commits are missing, or the journal belongs to another data file.
 */
export function openLog({ environment, directory, limits }: LogOptions): CommitLog {
  const { revision, undoBytes } = readState(environment.meta)
  const id = expectedJournal(environment.meta)
  const { file, records } = id === undefined ? begin(environment, directory) : resume(directory, id, revision)
  const memtable = new Memtable(environment.entries)
  for (const { commits, at } of records) {
    // A transaction may have written only part of a record's commits.
    for (const commit of commits) if (commit.revision > revision) memtable.replay(commit, at)
  }
  const journal = new Journal(file, records)
  const undo = new UndoLog({ undo: environment.undo, limits, revision, bytes: undoBytes })
  const reserve = new Reserve(environment, directory)
  const checkpointer = new Checkpointer({ environment, directory, reserve, journal, memtable, log: undo, revision })
  return { journal, memtable, undo, checkpointer, reserve, end: () => expectJournal(environment, directory, undefined) }
}

interface Found {
  readonly file: JournalFile
  readonly records: readonly JournalRecord[]
}

/** First the journal, then the data file that expects it: a crash between the two leaves a journal that no data file expects. */
function begin(environment: Environment, directory: string): Found {
  const file = beginJournal(directory)
  expectJournal(environment, directory, file.id)
  return { file, records: [] }
}

function resume(directory: string, id: string, revision: number): Found {
  const { file, contents } = readJournal(directory, id)
  const { records, answered } = findRecords(contents, file, revision)
  // A record is begun when all earlier ones are durable. So a torn record is the last, and was never answered. A record after
  // it, or a recorded answer for it, means that data is missing.
  let last = revision
  const requireUpTo = (needed: number): void => {
    if (needed <= last) return
    const missing = `commits of revisions ${last + 1} to ${needed} are missing`
    throw new LmdbOpenError(directory, `its file journal is damaged: ${missing}`)
  }
  for (const record of records) {
    requireUpTo(firstRevision(record) - 1)
    last = lastRevision(record)
  }
  requireUpTo(Math.max(answered, notedAnswer(contents, file)))
  return { file, records }
}
