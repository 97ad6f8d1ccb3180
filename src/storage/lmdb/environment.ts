/**
 * The file: what is in it, and how it is opened.
 *
 * Databases: `entries` (latest value by key), `undo` (what each commit replaced, by revision), `meta` (format, state, owner,
 * journal). A marker file beside it tells a directory that lost its data from a new one.
 *
 * What a promise of lmdb-js means: `overlappingSync` is off, so a transaction's pages and its head are synced by
 * `mdb_txn_commit` itself, on a thread of its own, before the promise of its batch resolves.
 *
 * @module
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, RootDatabase } from 'lmdb'
import { inspectDataFile } from './data-file.js'
import { DICTIONARY } from './dictionary.js'
import { LmdbOpenError, openFailure } from './failures.js'
import { isReadable } from './probe.js'

/** Version of what is in the directory: 2 has a journal beside the data file, which 1 had not. */
const FORMAT = 2
const FORMAT_WITHOUT_JOURNAL = 1
const MARKER = 'binnacle.storage'
/** Address space, not memory and not disk: one mapping that need not move, as each move keeps the old one for a while. */
const MAP_BYTES = 16 * 1024 ** 3
/** Shorter records gain nothing. */
const COMPRESSED_FROM = 200

/** What the writer keeps of itself. */
export interface WriterState {
  /** The newest revision. */
  readonly revision: number
  /** Bytes of all records of the undo log. */
  readonly undoBytes: number
}

/** The open file. */
export interface Environment {
  readonly root: RootDatabase
  readonly entries: Database<Buffer, Buffer>
  readonly undo: Database<Buffer, number>
  readonly meta: Database<unknown, string>
}

/** How a directory is opened. */
export interface EnvironmentOptions {
  readonly directory: string
  /** Whether a directory without a file is an error. */
  readonly mustExist: boolean
}

/**
 * Opens the file of a directory, and makes it where there is none.
 *
 * @throws {@link LmdbOpenError} in one line, whatever is wrong with the directory or the file.
 */
export async function openEnvironment({ directory, mustExist }: EnvironmentOptions): Promise<Environment> {
  try {
    const isNew = await examine(directory, mustExist)
    // What is stored is for its own user alone: secrets are among it.
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const { open } = await import('lmdb')
    const root = open({
      path: directory,
      noSubdir: false,
      overlappingSync: false,
      // Else a promise that nobody holds is rejected with every batch that fails.
      eventTurnBatching: false,
      mapSize: MAP_BYTES,
      encoding: 'string',
    })
    try {
      if (!isNew) checkContents(root, directory)
      const environment = openDatabases(root)
      settleFormat(environment.meta, directory)
      if (!existsSync(join(directory, MARKER))) writeMarker(directory)
      return environment
    } catch (error) {
      await root.close()
      throw error
    }
  } catch (error) {
    throw openFailure(directory, error)
  }
}

/** @returns Whether there is no file yet. */
async function examine(directory: string, mustExist: boolean): Promise<boolean> {
  const file = join(directory, 'data.mdb')
  const found = inspectDataFile(file)
  switch (found.state) {
    case 'absent':
    case 'empty':
      if (existsSync(join(directory, MARKER))) throw new LmdbOpenError(directory, `its data file data.mdb is ${found.state}`)
      if (mustExist) throw new LmdbOpenError(directory, 'there is no storage')
      return true
    case 'foreign':
      throw new LmdbOpenError(directory, 'its data file data.mdb is not one of LMDB')
    case 'truncated':
      throw new LmdbOpenError(directory, 'its data file data.mdb is cut short')
    case 'whole':
      if (found.isShort && !(await isReadable(directory))) {
        throw new LmdbOpenError(directory, 'its data file data.mdb is cut short')
      }
      return false
  }
}

function checkContents(root: RootDatabase, directory: string): void {
  const names = [...root.getKeys()]
  if (names.length > 0 && !names.includes('meta')) throw new LmdbOpenError(directory, 'its data file is of another program')
}

function openDatabases(root: RootDatabase): Environment {
  const compression = { dictionary: DICTIONARY, threshold: COMPRESSED_FROM }
  return {
    root,
    meta: root.openDB<unknown, string>({ name: 'meta', encoding: 'json' }),
    entries: root.openDB<Buffer, Buffer>({ name: 'entries', encoding: 'binary', keyEncoding: 'binary', compression }),
    undo: root.openDB<Buffer, number>({ name: 'undo', encoding: 'binary', compression }),
  }
}

function writeMarker(directory: string): void {
  writeFileSync(join(directory, MARKER), `{"engine":"lmdb","format":${FORMAT}}\n`, { flush: true })
}

function settleFormat(meta: Environment['meta'], directory: string): void {
  const format = meta.get('format')
  if (format === undefined) meta.putSync('format', FORMAT)
  else if (format !== FORMAT && format !== FORMAT_WITHOUT_JOURNAL) {
    const age = typeof format === 'number' && format > FORMAT ? 'a newer release wrote it' : 'it has an unknown format'
    throw new LmdbOpenError(directory, `${age} (format ${JSON.stringify(format)}; this one reads ${FORMAT})`)
  }
}

/** Id of the journal that may hold commits which the file has not; undefined when there is none, as after a close. */
export function expectedJournal(meta: Environment['meta']): string | undefined {
  const id: unknown = meta.get('journal')
  return typeof id === 'string' ? id : undefined
}

/**
 * Says which journal may hold commits that the file has not, and shuts releases out that know of no journal.
 *
 * @param environment - The open file; this process is the owner of its directory.
 * @param directory - Where it is.
 * @param id - Id of the journal, which is on the disk; undefined when the file has all.
 */
export function expectJournal({ root, meta }: Environment, directory: string, id: string | undefined): void {
  const isOlder = meta.get('format') !== FORMAT
  root.transactionSync(() => {
    if (isOlder) meta.put('format', FORMAT)
    if (id === undefined) meta.remove('journal')
    else meta.put('journal', id)
  })
  if (isOlder) writeMarker(directory)
}

/** Reads what the writer kept of itself. */
export function readState(meta: Environment['meta']): WriterState {
  return (meta.get('state') as WriterState | undefined) ?? { revision: 1, undoBytes: 0 }
}
