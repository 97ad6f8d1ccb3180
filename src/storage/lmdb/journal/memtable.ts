/**
 * The memtable: commits that are in the journal and not in the data file yet, in the order of their revisions.
 *
 * @module
 */

import type { StoredEntry, SupersededEntry } from '../../storage.js'
import type { Environment } from '../data-file/environment.js'
import { decodeKey, decodeUndo, encodeUndo, type Previous, previousOf } from '../data-file/records.js'
import { StateReaders } from '../data-file/state-readers.js'

/** A commit, as the data file will store it. */
export interface Write {
  readonly key: string
  /** The encoded key. */
  readonly bytes: Buffer
  /** The new value; undefined for a removal. */
  readonly value: Uint8Array | undefined
  readonly revision: number
  /** Its record of the undo log; undefined while there is no space for history. */
  readonly undo: Buffer | undefined
}

/** Limits of the next transaction: larger ones would block the thread for too long. */
const [MOST_WRITES, MOST_BYTES] = [512, 1024 * 1024]

/** Bytes of a commit's value, and of the value that it replaces. */
export const bytesOf = ({ value, undo }: Write): number => (value?.length ?? 0) + (undo?.length ?? 0)

/** Commits in memory, over the data file. */
export class Memtable {
  readonly #entries: Environment['entries']
  readonly #readers: StateReaders
  #writes: Write[] = []
  /** The last of them for each key. */
  readonly #newest = new Map<string, Write>()
  #weight = 0

  /** @param entries - Latest values in the data file. */
  constructor(entries: Environment['entries']) {
    this.#entries = entries
    this.#readers = new StateReaders(entries)
  }

  /** Number of commits. */
  get length(): number {
    return this.#writes.length
  }

  /** Whether the next transaction has the maximum size. */
  get fillsTransaction(): boolean {
    return this.#writes.length >= MOST_WRITES || this.#weight >= MOST_BYTES
  }

  /** Bytes of their values, and of those that they replaced. */
  get bytes(): number {
    return this.#weight
  }

  /**
   * The current value of a key, including the memtable.
   *
   * @returns The value, valid until the next read; undefined when there is none.
   */
  find(key: string, bytes: Buffer): Previous | undefined {
    const write = this.#newest.get(key)
    if (write) return write.value && { revision: write.revision, value: write.value }
    const record = this.#entries.getBinaryFast(bytes)
    return record && previousOf(record)
  }

  /**
   * Latest values in any order, including the memtable.
   *
   * @returns A snapshot, read on demand; replaced pages are not reused until it is read or the storage closed.
   */
  entriesNow(): Iterable<StoredEntry> {
    return laidOver(this.#readers.begin(), new Map(this.#newest))
  }

  /** Ends the reads of the data file. */
  close(): void {
    this.#readers.close()
  }

  /** Adds commits that are in the journal. */
  add(writes: readonly Write[]): void {
    for (const write of writes) {
      this.#writes.push(write)
      this.#newest.set(write.key, write)
      this.#weight += bytesOf(write)
    }
  }

  /**
   * Adds a commit of the journal.
   *
   * @param commit - Its revision is the next one.
   * @param at - When it was made, in milliseconds.
   */
  replay({ bytes, value, revision }: Pick<Write, 'bytes' | 'value' | 'revision'>, at: number): void {
    const key = decodeKey(bytes)
    this.add([{ key, bytes, value, revision, undo: encodeUndo(bytes, revision, at, this.find(key, bytes)) }])
  }

  /** The oldest commits, as many as one transaction writes quickly. */
  oldest(): readonly Write[] {
    let [count, bytes] = [0, 0]
    for (const write of this.#writes) {
      bytes += bytesOf(write)
      if (count > 0 && (count === MOST_WRITES || bytes > MOST_BYTES)) break
      count += 1
    }
    return this.#writes.slice(0, count)
  }

  /** Removes the oldest commits after they are in the data file. */
  drop(writes: readonly Write[]): void {
    this.#writes = this.#writes.slice(writes.length)
    for (const write of writes) {
      this.#weight -= bytesOf(write)
      if (this.#newest.get(write.key) === write) this.#newest.delete(write.key)
    }
  }

  /** The values that the commits in the memtable replaced, oldest first. */
  history(): Iterable<SupersededEntry> {
    return superseded([...this.#writes])
  }
}

function* laidOver(entries: Iterable<StoredEntry>, newest: ReadonlyMap<string, Write>): Generator<StoredEntry> {
  for (const entry of entries) if (!newest.has(entry.key)) yield entry
  for (const { key, revision, value } of newest.values()) if (value) yield { key, revision, value }
}

function* superseded(writes: readonly Write[]): Generator<SupersededEntry> {
  for (const { revision, undo } of writes) {
    const entry = undo && decodeUndo(revision, undo)
    if (entry) yield entry
  }
}
