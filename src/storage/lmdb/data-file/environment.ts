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
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Database, RootDatabase } from 'lmdb'
import { LmdbOpenError, openFailure } from '../failures.js'
import { inspectDataFile } from './data-file.js'
import { DICTIONARY } from './dictionary.js'

/** Version of what is in the directory: 2 has a journal beside the data file, which 1 had not. */
const FORMAT = 2
const FORMAT_WITHOUT_JOURNAL = 1
/** The databases, each of them a tree of pages. */
const TREES = ['entries', 'undo', 'meta']
/** The file. */
export const DATA_FILE = 'data.mdb'
const MARKER = 'binnacle.storage'
/** Address space, not memory and not disk: one mapping that need not move, as each move keeps the old one for a while. */
const MAP_BYTES = 16 * 1024 ** 3
/** Shorter records gain nothing. */
const COMPRESSED_FROM = 200
/** No value has as many; those of earlier releases are compressed, and so are values that look like it. */
const NEVER_SO_LARGE = 0xffffffff

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
    const isNew = examine(directory, mustExist)
    makeDirectory(directory)
    const { open } = await import('lmdb')
    const root = open({
      path: directory,
      noSubdir: false,
      overlappingSync: false,
      // Else every batch that fails has an unhandled rejection.
      eventTurnBatching: false,
      mapSize: MAP_BYTES,
      encoding: 'string',
    })
    try {
      const names = isNew ? [] : [...root.getKeys()]
      if (names.length > 0 && !names.includes('meta')) throw new LmdbOpenError(directory, 'its data file is of another program')
      const environment = openDatabases(root)
      checkState(environment, names, directory)
      requireFormat(environment.meta, directory)
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

/**
 * Makes a directory and those above it, one after the other: Node's own way never ends where a file system says that what is to
 * be made is not there, as /proc does (seen in Node 20). What is stored is for its own user alone: secrets are among it.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above)
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** @returns Whether there is no file yet. */
function examine(directory: string, mustExist: boolean): boolean {
  const file = join(directory, DATA_FILE)
  const found = inspectDataFile(file, TREES)
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
    case 'damaged':
      throw new LmdbOpenError(directory, `its data file data.mdb is damaged: ${found.what}`)
    case 'whole':
      return false
  }
}

/** A name or a number that is damaged must not make an empty storage of a full one, nor begin its revisions anew. */
function checkState({ meta, entries, undo }: Environment, names: readonly unknown[], directory: string): void {
  const state = meta.get('state') as SealedState | undefined
  const missing = TREES.find((name) => !names.includes(name))
  const isSound = state
    ? missing === undefined && (state.checksum === undefined || state.checksum === checksumOf(state))
    : [...entries.getKeys({ limit: 1 }), ...undo.getKeys({ limit: 1 })].length === 0
  if (!isSound)
    throw new LmdbOpenError(directory, `its data file data.mdb is damaged: ${missing ?? 'its state'} is missing or wrong`)
}

function openDatabases(root: RootDatabase): Environment {
  const compression = { dictionary: DICTIONARY, threshold: COMPRESSED_FROM }
  // What was replaced goes again before long: to compress it would cost every update more than all else that the file asks of it.
  const hardlyAny = { ...compression, threshold: NEVER_SO_LARGE }
  return {
    root,
    meta: root.openDB<unknown, string>({ name: 'meta', encoding: 'json' }),
    entries: root.openDB<Buffer, Buffer>({ name: 'entries', encoding: 'binary', keyEncoding: 'binary', compression }),
    undo: root.openDB<Buffer, number>({ name: 'undo', encoding: 'binary', compression: hardlyAny }),
  }
}

function writeMarker(directory: string): void {
  writeFileSync(join(directory, MARKER), `{"engine":"lmdb","format":${FORMAT}}\n`, { flush: true })
}

function requireFormat(meta: Environment['meta'], directory: string): void {
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

/** As stored in the file. Releases before the checksum left it out. */
type SealedState = WriterState & { readonly checksum?: number }

const checksumOf = ({ revision, undoBytes }: WriterState): number => crc32(`${revision} ${undoBytes}`)

/** What is put under `state`. */
export const sealState = (state: WriterState): SealedState => ({ ...state, checksum: checksumOf(state) })

/** Reads what the writer kept of itself. */
export function readState(meta: Environment['meta']): WriterState {
  const { revision, undoBytes } = (meta.get('state') as WriterState | undefined) ?? { revision: 1, undoBytes: 0 }
  return { revision, undoBytes }
}
