/**
 * The format of the file: records of entries and of the undo log, each with a checksum.
 *
 * An entry is `crc32 (4 bytes), revision (8), value`, under its key in UTF-8. A record of the undo log is
 * `crc32 (4), time (8), revision before (8, 0 for none), length of the key (2), key, value before`, under the revision of
 * the commit. Numbers are little-endian, revisions and times doubles. A checksum covers the key of its record too.
 *
 * @module
 */

import { crc32 } from 'node:zlib'
import type { StoredEntry, SupersededEntry } from '../../storage.js'

const CHECKSUM_BYTES = 4
const REVISION_BYTES = 8
const ENTRY_HEAD = CHECKSUM_BYTES + 8
const UNDO_HEAD = CHECKSUM_BYTES + 8 + 8 + 2

/** Encodes a key for the file. */
export const encodeKey = (key: string): Buffer => Buffer.from(key, 'utf8')

/** Decodes a key of the file. */
export const decodeKey = (key: Buffer): string => key.toString('utf8')

/** Shared buffer for records of usual size. */
const usual = Buffer.allocUnsafeSlow(64 * 1024)

/**
 * Writes the record of an entry.
 *
 * @param key - The encoded key.
 * @param revision - Revision of the commit.
 * @param value - The value.
 * @returns The record, valid until the next one is written.
 */
export function encodeEntry(key: Uint8Array, revision: number, value: Uint8Array): Buffer {
  const end = ENTRY_HEAD + value.length
  const record = end + key.length <= usual.length ? usual : Buffer.allocUnsafe(end + key.length)
  record.writeDoubleLE(revision, CHECKSUM_BYTES)
  record.set(value, ENTRY_HEAD)
  record.set(key, end)
  return sealed(record, end, end + key.length)
}

/** The revision of an entry's record. */
export const entryRevision = (record: Buffer): number => record.readDoubleLE(CHECKSUM_BYTES)

/**
 * Reads the record of an entry.
 *
 * @returns The entry, or undefined when the record is damaged.
 */
export function decodeEntry(key: Buffer, record: Buffer): StoredEntry | undefined {
  if (record.length < ENTRY_HEAD || !isWhole(record, key)) return undefined
  return { key: decodeKey(key), revision: entryRevision(record), value: record.subarray(ENTRY_HEAD) }
}

/** The value of a key before a commit. */
export interface Previous {
  readonly revision: number
  readonly value: Uint8Array
}

/** Reads the record of an entry for the undo log, even if damaged: it is reported as found. */
export const previousOf = (record: Buffer): Previous => ({
  revision: entryRevision(record),
  value: record.subarray(ENTRY_HEAD),
})

const NOTHING = new Uint8Array(0)

/**
 * Writes a record of the undo log.
 *
 * @param key - The encoded key of the commit.
 * @param revision - Revision of the commit.
 * @param at - Time of the commit, in milliseconds.
 * @param previous - The value before the commit; undefined for none.
 */
export function encodeUndo(key: Uint8Array, revision: number, at: number, previous: Previous | undefined): Buffer {
  const value = previous?.value ?? NOTHING
  const end = UNDO_HEAD + key.length + value.length
  const record = Buffer.allocUnsafe(end + REVISION_BYTES)
  record.writeDoubleLE(at, CHECKSUM_BYTES)
  record.writeDoubleLE(previous?.revision ?? 0, CHECKSUM_BYTES + 8)
  record.writeUInt16LE(key.length, CHECKSUM_BYTES + 16)
  record.set(key, UNDO_HEAD)
  record.set(value, UNDO_HEAD + key.length)
  record.writeDoubleLE(revision, end)
  return sealed(record, end, end + REVISION_BYTES)
}

/**
 * Reads a record of the undo log.
 *
 * @returns The replaced value, or undefined when the record is damaged.
 */
export function decodeUndo(revision: number, record: Buffer): SupersededEntry | undefined {
  if (record.length < UNDO_HEAD || !isWhole(record, revisionKey(revision))) return undefined
  const keyEnd = UNDO_HEAD + record.readUInt16LE(CHECKSUM_BYTES + 16)
  const before = record.readDoubleLE(CHECKSUM_BYTES + 8)
  return {
    key: record.toString('utf8', UNDO_HEAD, keyEnd),
    revision,
    at: record.readDoubleLE(CHECKSUM_BYTES),
    previous: before === 0 ? undefined : { revision: before, value: record.subarray(keyEnd) },
  }
}

function revisionKey(revision: number): Buffer {
  const key = Buffer.allocUnsafe(REVISION_BYTES)
  key.writeDoubleLE(revision)
  return key
}

/** Computes the checksum over a record followed by its key in one pass, and removes the key. */
function sealed(record: Buffer, end: number, keyEnd: number): Buffer {
  record.writeUInt32LE(crc32(record.subarray(CHECKSUM_BYTES, keyEnd)))
  return record.subarray(0, end)
}

const isWhole = (record: Buffer, key: Uint8Array): boolean =>
  record.readUInt32LE() === crc32(key, crc32(record.subarray(CHECKSUM_BYTES)))
