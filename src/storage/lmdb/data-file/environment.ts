/**
 * The data file: its databases, and how it is opened.
 *
 * Databases: `entries` (latest value by key), `undo` (the value before each commit, by revision), `meta` (format, state, owner,
 * journal). A marker file beside it distinguishes a directory that lost its data from a new one.
 *
 * A promise of lmdb-js guarantees durability: `overlappingSync` is off, so a transaction's pages and its head are synced by
 * `mdb_txn_commit` itself, on a separate thread, before the promise of its batch resolves.
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

/** Version of the directory's format: 2 has a journal beside the data file, 1 had none. */
const FORMAT = 2
const FORMAT_WITHOUT_JOURNAL = 1
/** The databases, each of them a tree of pages. */
const TREES = ['entries', 'undo', 'meta']
/** The file. */
export const DATA_FILE = 'data.mdb'
/** Beside the file: a directory with it is not new. */
export const MARKER = 'binnacle.storage'
/** Address space, not memory or disk: one large mapping is never moved; each move would keep the old one for a while. */
const MAP_BYTES = 16 * 1024 ** 3
/** Compression does not shrink shorter records. */
const COMPRESSED_FROM = 200
/** A threshold that no value reaches, so nothing new is compressed; it still reads the compressed values of earlier releases. */
const NEVER_SO_LARGE = 0xffffffff

/** State of the writer. */
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

/** Options for opening a directory. */
export interface EnvironmentOptions {
  readonly directory: string
  /** Whether a directory without a file is an error. */
  readonly mustExist: boolean
}

/**
 * Opens the file of a directory, and creates it if it does not exist.
 *
 * @throws {@link LmdbOpenError} in one line, for any fault of the directory or the file.
 */
export async function openEnvironment({ directory, mustExist }: EnvironmentOptions): Promise<Environment> {
  try {
    const isNew = examine(directory, mustExist)
    // Without the package, no empty directory is left behind.
    const { open } = await import('lmdb')
    makeDirectory(directory)
    const root = open({
      path: directory,
      noSubdir: false,
      overlappingSync: false,
      // Otherwise every failed batch causes an unhandled rejection.
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
 * Creates a directory and its parents one by one: Node's recursive `mkdir` never ends where a file system reports that the new
 * directory does not exist, as /proc does (seen in Node 20). The mode is for the owner alone: the state contains secrets.
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

/** Checks that damage to a name or number does not make a full storage look empty, or restart its revisions. */
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
  // Records of the undo log are soon deleted: compressing them would cost each update more than all other work on the file.
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

/** Id of the journal that may hold commits missing in the file; undefined when there is none, as after a close. */
export function expectedJournal(meta: Environment['meta']): string | undefined {
  const id: unknown = meta.get('journal')
  return typeof id === 'string' ? id : undefined
}

/**
 * Records which journal may hold commits missing in the file, and locks out releases that do not know journals.
 *
 * @param environment - The open file; this process is the owner of its directory.
 * @param directory - Where it is.
 * @param id - Id of the journal, which is durable; undefined when the file has all commits.
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

/** As stored in the file. Releases without the checksum omit it. */
type SealedState = WriterState & { readonly checksum?: number }

const checksumOf = ({ revision, undoBytes }: WriterState): number => crc32(`${revision} ${undoBytes}`)

/** The value under `state`. */
export const sealState = (state: WriterState): SealedState => ({ ...state, checksum: checksumOf(state) })

/** Reads the state of the writer. */
export function readState(meta: Environment['meta']): WriterState {
  const { revision, undoBytes } = (meta.get('state') as WriterState | undefined) ?? { revision: 1, undoBytes: 0 }
  return { revision, undoBytes }
}
