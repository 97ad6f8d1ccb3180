/**
 * The format of the journal: one record for each group of commits, in whole pages.
 *
 * A record is `mark (4 bytes), crc32 (4), length (4), number of commits (4), first revision (8), time (8)`, and for each commit
 * `length of the key (2), length of the value (4, all ones for a removal), key, value`, with zeros up to the next page. Numbers
 * are little-endian, revisions and times doubles. The checksum is seeded with that of the journal's id, so that neither records
 * of another journal nor bytes of a client are taken for a record. The mark is a checksum of the rest of the head: a valid head
 * proves that the record was begun, even if the rest is damaged. In format 1 it was a constant.
 *
 * @module
 */

import { crc32 } from 'node:zlib'

/** No two records share a page: a torn write cannot damage records that were answered. */
export const PAGE_BYTES = 4_096
const MARK_OF_FORMAT_1 = 0x9dc1f3a7
const RECORD_HEAD = 32
const COMMIT_HEAD = 6
const REMOVED = 0xffffffff
/** Offsets in the head of a record. */
const [CHECKSUM_AT, LENGTH_AT, COUNT_AT, FIRST_AT, TIME_AT] = [4, 8, 12, 16, 24]

/** A commit in a record. */
export interface JournalCommit {
  /** The encoded key. */
  readonly bytes: Buffer
  /** The new value; undefined for a removal. */
  readonly value: Uint8Array | undefined
  readonly revision: number
}

/** Identifies the records of a journal: its format, and a random seed. */
export interface JournalIdentity {
  readonly format: number
  /** Seed of its checksums. */
  readonly seed: number
}

/** A record with its position. */
export interface JournalRecord {
  /** Offset in the file, in bytes. */
  readonly start: number
  /** Offset of the page after it. */
  readonly end: number
  /** Time of its commits, in milliseconds. */
  readonly at: number
  /** At least one, with consecutive revisions. */
  readonly commits: readonly JournalCommit[]
}

/** Size of the record of some commits, in bytes of whole pages. */
export function recordBytes(commits: readonly JournalCommit[]): number {
  let length = RECORD_HEAD
  for (const { bytes, value } of commits) length += COMMIT_HEAD + bytes.length + (value?.length ?? 0)
  return wholePages(length)
}

/**
 * Writes the record of a group.
 *
 * @param record - The buffer, of the size of {@link recordBytes}.
 * @param commits - At least one, with consecutive revisions.
 * @param at - Time of the commits, in milliseconds.
 * @param journal - The journal of the record.
 */
export function encodeRecord(record: Buffer, commits: readonly JournalCommit[], at: number, journal: JournalIdentity): void {
  let end = RECORD_HEAD
  for (const { bytes, value } of commits) {
    record.writeUInt16LE(bytes.length, end)
    record.writeUInt32LE(value ? value.length : REMOVED, end + 2)
    record.set(bytes, end + COMMIT_HEAD)
    end += COMMIT_HEAD + bytes.length
    if (value) {
      record.set(value, end)
      end += value.length
    }
  }
  record.writeUInt32LE(end, LENGTH_AT)
  record.writeUInt32LE(commits.length, COUNT_AT)
  record.writeDoubleLE(commits[0]?.revision ?? 0, FIRST_AT)
  record.writeDoubleLE(at, TIME_AT)
  record.fill(0, end)
  record.writeUInt32LE(crc32(record.subarray(LENGTH_AT, end), journal.seed), CHECKSUM_AT)
  record.writeUInt32LE(markOf(record, 0, journal), 0)
}

const markOf = (bytes: Buffer, start: number, { format, seed }: JournalIdentity): number =>
  format === 1 ? MARK_OF_FORMAT_1 : crc32(bytes.subarray(start + CHECKSUM_AT, start + RECORD_HEAD), seed)

/** Result of {@link findRecords}. */
export interface FoundRecords {
  /** The valid records, in the order of their revisions. */
  readonly records: readonly JournalRecord[]
  /** All commits up to this revision were answered, as a later record was begun. */
  readonly answered: number
}

/**
 * Finds the valid records of a journal with commits beyond a revision, at any position.
 *
 * @param bytes - All bytes of the file.
 * @param journal - Identity of the journal.
 * @param after - The revision.
 */
export function findRecords(bytes: Buffer, journal: JournalIdentity, after: number): FoundRecords {
  const records: JournalRecord[] = []
  let answered = 0
  for (let start = PAGE_BYTES; start + PAGE_BYTES <= bytes.length; ) {
    let end = start + PAGE_BYTES
    if (bytes.readUInt32LE(start) === markOf(bytes, start, journal)) {
      const record = readRecord(bytes, start, journal.seed, after)
      if (record) {
        records.push(record)
        end = record.end
      }
      // In format 1 a head alone proves nothing: a client's value may look the same.
      if (record || journal.format > 1) answered = Math.max(answered, bytes.readDoubleLE(start + FIRST_AT) - 1)
    }
    start = end
  }
  return { records: records.sort((a, b) => firstRevision(a) - firstRevision(b)), answered }
}

/** The revision of a record's first commit. */
export const firstRevision = ({ commits }: JournalRecord): number => commits[0]?.revision ?? 0

/** The revision of a record's last commit. */
export const lastRevision = ({ commits }: JournalRecord): number => commits.at(-1)?.revision ?? 0

function readRecord(journal: Buffer, start: number, seed: number, after: number): JournalRecord | undefined {
  const length = journal.readUInt32LE(start + LENGTH_AT)
  const count = journal.readUInt32LE(start + COUNT_AT)
  const first = journal.readDoubleLE(start + FIRST_AT)
  if (length < RECORD_HEAD || length > journal.length - start || first + count - 1 <= after) return undefined
  const body = journal.subarray(start + LENGTH_AT, start + length)
  if (crc32(body, seed) !== journal.readUInt32LE(start + CHECKSUM_AT)) return undefined
  const commits: JournalCommit[] = []
  for (let at = start + RECORD_HEAD; commits.length < count; ) {
    const keyAt = at + COMMIT_HEAD
    const valueAt = keyAt + journal.readUInt16LE(at)
    const size = journal.readUInt32LE(at + 2)
    at = size === REMOVED ? valueAt : valueAt + size
    // Copies, so that the read buffer of a journal can be released.
    const value = size === REMOVED ? undefined : Uint8Array.from(journal.subarray(valueAt, at))
    commits.push({ bytes: Buffer.from(journal.subarray(keyAt, valueAt)), value, revision: first + commits.length })
  }
  return { start, end: start + wholePages(length), at: journal.readDoubleLE(start + TIME_AT), commits }
}

const wholePages = (length: number): number => Math.ceil(length / PAGE_BYTES) * PAGE_BYTES
