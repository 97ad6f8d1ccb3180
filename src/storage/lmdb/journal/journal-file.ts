/**
 * The file of the journal: its creation, and its first page.
 *
 * `magic (8 bytes), format (4), length of the file (4), id (8), crc32 of these (4)`; at byte 512 `newest answered revision (8),
 * crc32 (4)`; records begin at the next page. The whole file is written at its creation, so that appending only overwrites bytes
 * that are allocated on the disk.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { LmdbOpenError } from '../failures.js'
import { syncDirectory } from '../sync.js'
import { type JournalIdentity, PAGE_BYTES } from './journal-records.js'

/** Version of the journal's format. */
const JOURNAL_FORMAT = 2
/** Its records are identified by a constant, see journal-records.ts. */
const FORMAT_WITH_PLAIN_MARKS = 1
const JOURNAL_FILE = 'journal'
const JOURNAL_BYTES = 8 * 1024 * 1024
const MAGIC = Buffer.from('\x89BNCLjl\n', 'latin1')
/** Offsets in the head. */
const [FORMAT_AT, BYTES_AT, ID_AT, CHECKSUM_AT, HEAD_BYTES] = [8, 12, 16, 24, 28]
/** Offset of the newest answered revision, and the offset of its checksum. */
const [ANSWERED_AT, ANSWERED_BYTES] = [512, 8]

/** The file of a journal. */
export interface JournalFile extends JournalIdentity {
  readonly path: string
  /** File size in bytes. */
  readonly size: number
  /** Distinguishes it from other journals. */
  readonly id: string
}

/**
 * Starts an empty journal: in the existing file, or in a new one.
 *
 * @param directory - The directory of the storage, whose data file does not expect a journal.
 * @returns The journal, which is durable.
 * @throws {@link LmdbOpenError} when the existing file is not a journal, or Error of the system.
 */
export function beginJournal(directory: string): JournalFile {
  const file = join(directory, JOURNAL_FILE)
  const found = readIfThere(file)
  const id = randomBytes(CHECKSUM_AT - ID_AT)
  if (found && found.length > 0) checkKind(directory, found)
  if (found?.length === JOURNAL_BYTES) {
    // With a new id, its old records are invalid.
    const descriptor = openSync(file, 'r+')
    try {
      writeSync(descriptor, head(id), 0, HEAD_BYTES, 0)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } else {
    create(file, id)
    syncDirectory(directory)
  }
  return described({ path: file, id, size: JOURNAL_BYTES, format: JOURNAL_FORMAT })
}

/**
 * Reads the journal that a data file expects.
 *
 * @param directory - The directory of the storage.
 * @param id - Id of the journal.
 * @returns The journal, and all its bytes.
 * @throws {@link LmdbOpenError} for another journal, or an incomplete one.
 */
export function readJournal(directory: string, id: string): { readonly file: JournalFile; readonly contents: Buffer } {
  const file = join(directory, JOURNAL_FILE)
  const contents = readIfThere(file)
  if (!contents) throw new LmdbOpenError(directory, 'its file journal is absent, which holds its newest commits')
  checkKind(directory, contents)
  const foundHead = contents.subarray(0, HEAD_BYTES)
  if (contents.length < HEAD_BYTES || contents.length < contents.readUInt32LE(BYTES_AT)) {
    throw new LmdbOpenError(directory, 'its file journal is cut short')
  }
  if (foundHead.readUInt32LE(CHECKSUM_AT) !== crc32(foundHead.subarray(0, CHECKSUM_AT))) {
    throw new LmdbOpenError(directory, 'the head of its file journal is damaged')
  }
  const foundId = foundHead.subarray(ID_AT, CHECKSUM_AT)
  if (foundId.toString('hex') !== id) throw new LmdbOpenError(directory, 'its file journal belongs to another storage')
  const size = contents.readUInt32LE(BYTES_AT)
  const format = contents.readUInt32LE(FORMAT_AT)
  return { file: described({ path: file, id: foundId, size, format }), contents: contents.subarray(0, size) }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined
    throw error
  }
}

function checkKind(directory: string, contents: Buffer): void {
  const magic = contents.subarray(0, MAGIC.length)
  if (!magic.equals(MAGIC.subarray(0, magic.length))) {
    throw new LmdbOpenError(directory, 'its file journal is of another program')
  }
  if (contents.length < HEAD_BYTES) return
  const format = contents.readUInt32LE(FORMAT_AT)
  if (format !== JOURNAL_FORMAT && format !== FORMAT_WITH_PLAIN_MARKS) {
    const problem = `a newer release wrote its journal (format ${format}; this one reads ${JOURNAL_FORMAT})`
    throw new LmdbOpenError(directory, problem)
  }
}

function head(id: Buffer): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  bytes.set(MAGIC)
  bytes.writeUInt32LE(JOURNAL_FORMAT, FORMAT_AT)
  bytes.writeUInt32LE(JOURNAL_BYTES, BYTES_AT)
  bytes.set(id, ID_AT)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, CHECKSUM_AT)), CHECKSUM_AT)
  return bytes
}

/** Under a temporary name until it is durable. */
function create(file: string, id: Buffer): void {
  const unfinished = `${file}.new`
  try {
    const descriptor = openSync(unfinished, 'w', 0o644)
    try {
      const bytes = Buffer.alloc(JOURNAL_BYTES)
      bytes.set(head(id))
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * Records the newest answered revision. It is not synced, so no commit waits for it: it is a lower bound of the commits that must
 * exist.
 */
export function noteAnswered(descriptor: number, { seed }: JournalFile, revision: number): void {
  note.writeDoubleLE(revision)
  note.writeUInt32LE(crc32(note.subarray(0, ANSWERED_BYTES), seed), ANSWERED_BYTES)
  writeSync(descriptor, note, 0, note.length, ANSWERED_AT)
}

const note = Buffer.alloc(ANSWERED_BYTES + 4)

/** Reads the revision that was recorded last; 0 without one, or if it is damaged. */
export function notedAnswer(contents: Buffer, { seed }: JournalFile): number {
  const revision = contents.subarray(ANSWERED_AT, ANSWERED_AT + ANSWERED_BYTES)
  const isWhole = contents.readUInt32LE(ANSWERED_AT + ANSWERED_BYTES) === crc32(revision, seed)
  return isWhole ? revision.readDoubleLE() : 0
}

const described = ({ id, size, ...file }: { path: string; id: Buffer; size: number; format: number }): JournalFile => ({
  ...file,
  size: Math.floor(size / PAGE_BYTES) * PAGE_BYTES,
  id: id.toString('hex'),
  seed: crc32(id),
})
