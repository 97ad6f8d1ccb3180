/**
 * The two heads of an LMDB data file: transactions write them alternately, and the later one is valid.
 *
 * @module
 */

import { fstatSync, readSync } from 'node:fs'

/** The content of a head. */
export interface DataFileHead {
  /** Page size in bytes. */
  readonly pageSize: number
  /** Number of allocated pages. Free pages at the end may be beyond the end of the file. */
  readonly counted: number
  /** The same, limited to the size of the file. */
  readonly pages: number
  readonly transaction: number
  /** Descriptions of the tree of free pages, and of the tree of trees. */
  readonly freeTree: Buffer
  readonly mainTree: Buffer
}

/** Number of the heads' pages, and their magic number. */
const HEAD_PAGES = 2
const PAGE_HEAD = 24
const MAGIC = 0xbeefc0de
/** Offsets in a head; the page size is at the start of the first tree's description. */
const [FREE_TREE_AT, MAIN_TREE_AT, LAST_PAGE_AT, TRANSACTION_AT, HEAD_BYTES] = [24, 72, 120, 128, 136]

/**
 * Reads the heads of a data file.
 *
 * @param descriptor - The file.
 * @returns The current head, or the error of the file.
 */
export function readHeads(descriptor: number): DataFileHead | 'empty' | 'foreign' | 'truncated' {
  const { size } = fstatSync(descriptor)
  if (size === 0) return 'empty'
  const first = readHead(descriptor, 0)
  const pageSize = first?.readUInt32LE(FREE_TREE_AT) ?? 0
  if (!first || pageSize < 512 || pageSize > 65_536) return size < PAGE_HEAD + HEAD_BYTES ? 'truncated' : 'foreign'
  const second = readHead(descriptor, pageSize)
  if (!second || size < HEAD_PAGES * pageSize) return 'truncated'
  const head = second.readBigUInt64LE(TRANSACTION_AT) > first.readBigUInt64LE(TRANSACTION_AT) ? second : first
  const counted = Number(head.readBigUInt64LE(LAST_PAGE_AT)) + 1
  return {
    pageSize,
    counted,
    pages: Math.min(counted, Math.floor(size / pageSize)),
    transaction: Number(head.readBigUInt64LE(TRANSACTION_AT)),
    freeTree: head.subarray(FREE_TREE_AT, MAIN_TREE_AT),
    mainTree: head.subarray(MAIN_TREE_AT, LAST_PAGE_AT),
  }
}

function readHead(descriptor: number, pageAt: number): Buffer | undefined {
  const head = Buffer.alloc(HEAD_BYTES)
  const length = readSync(descriptor, head, 0, HEAD_BYTES, pageAt + PAGE_HEAD)
  return length === HEAD_BYTES && head.readUInt32LE() === MAGIC ? head : undefined
}
