/**
 * The journal: holds commits from their answer until they are in the data file.
 *
 * A ring buffer in a file of fixed size. Each group of commits is one record and one synchronous write. The position of a record
 * has no meaning; after a crash all valid records that the data file lacks are searched, and sorted by revision.
 *
 * @module
 */

import { closeSync, constants, fdatasync, openSync, write } from 'node:fs'
import { type JournalFile, noteAnswered } from './journal-file.js'
import { encodeRecord, type JournalCommit, type JournalRecord, lastRevision, PAGE_BYTES, recordBytes } from './journal-records.js'

/** Linux can write synchronously. Other platforms need a sync after the write. */
const WRITES_ARE_SYNCED = process.platform === 'linux'
/** Records up to this size are written from one permanent buffer. */
const USUAL_RECORD = 128 * 1024

/** A record whose commits are not in the data file yet. */
interface LiveRecord {
  readonly start: number
  readonly end: number
  readonly last: number
}

/** An open journal, for its only writer. */
export class Journal {
  readonly #file: JournalFile
  readonly #descriptor: number
  /** The same file, for writes that need no sync. */
  readonly #notes: number
  readonly #buffer = Buffer.allocUnsafeSlow(USUAL_RECORD)
  /** In the order of writing. */
  #live: LiveRecord[]
  /** Position of the next record, if there is space. */
  #next: number

  /**
   * @param file - The file.
   * @param records - The records to keep, in the order of their revisions.
   */
  constructor(file: JournalFile, records: readonly JournalRecord[]) {
    this.#file = file
    this.#descriptor = openSync(file.path, constants.O_RDWR | (WRITES_ARE_SYNCED ? constants.O_DSYNC : 0))
    this.#notes = openSync(file.path, constants.O_RDWR)
    this.#live = records.map((record) => ({ start: record.start, end: record.end, last: lastRevision(record) }))
    this.#next = records.at(-1)?.end ?? PAGE_BYTES
  }

  /** Whether the record of some commits fits the journal at all. */
  takes(commits: readonly JournalCommit[]): boolean {
    return recordBytes(commits) <= this.#file.size / 4
  }

  /** Whether there is space for a record now. */
  hasRoom(commits: readonly JournalCommit[]): boolean {
    return this.#place(recordBytes(commits)) !== undefined
  }

  /**
   * Writes the record of some commits. Calls must not overlap.
   *
   * @param commits - At least one, with the revisions after those of the last record; there must be space.
   * @param at - Time of the commits, in milliseconds.
   * @returns Resolves when it is durable.
   * @throws Error of the system when it may not be durable.
   */
  async append(commits: readonly JournalCommit[], at: number): Promise<void> {
    const length = recordBytes(commits)
    const start = this.#place(length)
    if (start === undefined) throw new RangeError('the journal has no room')
    const record = length <= USUAL_RECORD ? this.#buffer.subarray(0, length) : Buffer.allocUnsafeSlow(length)
    encodeRecord(record, commits, at, this.#file)
    for (let done = 0; done < length; ) done += await this.#write(record, done, start + done)
    if (!WRITES_ARE_SYNCED) await this.#sync()
    const last = commits.at(-1)?.revision ?? 0
    noteAnswered(this.#notes, this.#file, last)
    this.#live.push({ start, end: start + length, last })
    this.#next = start + length
  }

  /** Frees the space of records whose commits are in the data file, up to a revision. */
  release(revision: number): void {
    const kept = this.#live.findIndex(({ last }) => last > revision)
    this.#live = kept < 0 ? [] : this.#live.slice(kept)
  }

  /** Closes the file; no write may be in progress. */
  close(): void {
    closeSync(this.#descriptor)
    closeSync(this.#notes)
  }

  /** The position of the next record: after the last one, or at the beginning, but never over one that is still needed. */
  #place(length: number): number | undefined {
    const live = this.#live
    const next = this.#next
    const [oldest] = live
    if (!oldest) return next + length <= this.#file.size ? next : PAGE_BYTES
    if (oldest.start >= next) return next + length <= oldest.start ? next : undefined
    if (next + length <= this.#file.size) return next
    return PAGE_BYTES + length <= oldest.start ? PAGE_BYTES : undefined
  }

  #write(record: Buffer, from: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      write(this.#descriptor, record, from, record.length - from, position, (error, written) => {
        if (error) reject(error)
        else resolve(written)
      })
    })
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }
}
