/**
 * Offline maintenance of a directory: verifies every record, and returns unused space to the disk.
 *
 * @module
 */

import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_FILE, type Environment, readState } from './data-file/environment.js'
import { decodeEntry, decodeUndo, entryRevision } from './data-file/records.js'
import { LmdbOpenError, openFailure } from './failures.js'
import { openLog } from './open-log.js'
import { openOwned } from './owner.js'
import { syncDirectory, syncFile } from './sync.js'

/** Result of {@link checkLmdbStorage}. */
export interface LmdbCheck {
  readonly revision: number
  readonly entries: number
  /** Number of commits in the history. */
  readonly history: number
  /** Errors, one line each; empty for an intact storage. */
  readonly problems: readonly string[]
}

/** Directory that the new file is written in. */
const COMPACTING = 'compacting'

/**
 * Verifies every record of a directory, including the journal, whose records are then moved into the data file.
 *
 * @param directory - The directory; no other process may be using it.
 * @throws Error in one line when it cannot be opened, as `createLmdbStorage` does.
 */
export async function checkLmdbStorage(directory: string): Promise<LmdbCheck> {
  const { environment, close } = await openOwned({ directory, mustExist: true })
  try {
    const { entries, undo, meta } = environment
    const problems: string[] = []
    await emptyJournal(environment, directory).catch((error: unknown) => {
      if (!(error instanceof LmdbOpenError)) throw error
      problems.push(`journal: ${error.problem}`)
    })
    const { revision, undoBytes } = readState(meta)
    const counts = { entries: 0, history: 0, bytes: 0 }
    for (const { key, value } of entries.getRange({})) {
      counts.entries += 1
      const name = JSON.stringify(Buffer.from(key).toString('utf8'))
      if (!decodeEntry(key, value)) problems.push(`entry ${name}: its record is damaged`)
      else if (entryRevision(value) > revision) problems.push(`entry ${name}: its revision is beyond the newest, ${revision}`)
    }
    let expected: number | undefined
    for (const { key: at, value } of undo.getRange({})) {
      counts.history += 1
      counts.bytes += value.length
      if (expected !== undefined && at !== expected) problems.push(`history: revisions ${expected} to ${at - 1} are missing`)
      expected = at + 1
      if (!decodeUndo(at, value)) problems.push(`history: the record of revision ${at} is damaged`)
    }
    if (expected !== undefined && expected !== revision + 1) problems.push(`history: it ends before revision ${revision}`)
    if (counts.bytes !== undoBytes) problems.push(`history: ${counts.bytes} bytes, where ${undoBytes} were counted`)
    return { revision, entries: counts.entries, history: counts.history, problems }
  } finally {
    await close()
  }
}

/**
 * Rewrites the file of a directory without its unused space.
 *
 * @param directory - The directory; no other process may be using it.
 * @returns Bytes of the file before and after.
 * @throws Error in one line when it cannot be opened, as `createLmdbStorage` does, or when the disk has no space for the copy.
 */
export async function compactLmdbStorage(directory: string): Promise<{ readonly before: number; readonly after: number }> {
  const { environment, close } = await openOwned({ directory, mustExist: true })
  const [file, copy] = [join(directory, DATA_FILE), join(directory, COMPACTING)]
  try {
    await emptyJournal(environment, directory)
    const before = statSync(file).size
    rmSync(copy, { force: true, recursive: true })
    mkdirSync(copy)
    await environment.root.backup(copy, true)
    await environment.root.close()
    syncFile(join(copy, DATA_FILE))
    renameSync(join(copy, DATA_FILE), file)
    syncDirectory(directory)
    return { before, after: statSync(file).size }
  } catch (error) {
    throw openFailure(directory, error)
  } finally {
    rmSync(copy, { force: true, recursive: true })
    await close()
  }
}

/** Keeps the history even if its limits differed from the defaults. */
const UNBOUNDED = { maxRecords: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }

/**
 * Moves commits that only the journal has to the data file.
 *
 * @throws {@link LmdbOpenError} for an invalid journal, or when the disk is full.
 */
async function emptyJournal(environment: Environment, directory: string): Promise<void> {
  const log = openLog({ environment, directory, limits: UNBOUNDED })
  try {
    await log.checkpointer.flush()
    log.end()
  } catch (error) {
    throw openFailure(directory, error)
  } finally {
    log.journal.close()
  }
}
