/**
 * A look at the data file before it is opened: mapped into memory, a file that is cut short would end the process.
 *
 * @module
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** What the head of a data file says. */
export type DataFileState =
  | { readonly state: 'absent' | 'empty' | 'foreign' | 'truncated' }
  /** `isShort`: it ends before the last page that it counts, which may be an unused one. */
  | { readonly state: 'whole'; readonly isShort: boolean }

/** Where the two heads are, and what they begin with. */
const HEAD_PAGES = 2
const PAGE_HEAD = 24
const MAGIC = 0xbeefc0de
/** Offsets in a head: page size, last page, number of the transaction. */
const [PAGE_SIZE_AT, LAST_PAGE_AT, TRANSACTION_AT, HEAD_BYTES] = [24, 120, 128, 136]

/**
 * Reads the heads of a data file.
 *
 * @param file - Path of the file.
 * @throws Error of the operating system when it cannot be read.
 */
export function inspectDataFile(file: string): DataFileState {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return { state: 'absent' }
    throw error
  }
  try {
    const { size } = fstatSync(descriptor)
    if (size === 0) return { state: 'empty' }
    const first = readHead(descriptor, 0)
    const pageSize = first?.readUInt32LE(PAGE_SIZE_AT) ?? 0
    if (!first || pageSize < 512 || pageSize > 65_536) return { state: size < PAGE_HEAD + HEAD_BYTES ? 'truncated' : 'foreign' }
    const second = readHead(descriptor, pageSize)
    if (!second || size < HEAD_PAGES * pageSize) return { state: 'truncated' }
    const newer = second.readBigUInt64LE(TRANSACTION_AT) > first.readBigUInt64LE(TRANSACTION_AT) ? second : first
    return { state: 'whole', isShort: BigInt(size) < (newer.readBigUInt64LE(LAST_PAGE_AT) + 1n) * BigInt(pageSize) }
  } finally {
    closeSync(descriptor)
  }
}

function readHead(descriptor: number, pageAt: number): Buffer | undefined {
  const head = Buffer.alloc(HEAD_BYTES)
  const length = readSync(descriptor, head, 0, HEAD_BYTES, pageAt + PAGE_HEAD)
  return length === HEAD_BYTES && head.readUInt32LE() === MAGIC ? head : undefined
}
