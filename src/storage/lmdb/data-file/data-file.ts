/**
 * Checks the data file before it is opened: mapped into memory, a truncated or damaged one would crash the process.
 *
 * @module
 */

import { closeSync, openSync } from 'node:fs'
import { readHeads } from './data-file-head.js'
import { findDamage } from './data-pages.js'

/** The result of the check. */
export type DataFileState =
  | { readonly state: 'absent' | 'empty' | 'foreign' | 'truncated' | 'whole' }
  /** `what`: a short description. */
  | { readonly state: 'damaged'; readonly what: string }

/**
 * Checks the parts of a data file that LMDB trusts: its heads, and the structure of its pages.
 *
 * @param file - Path of the file. Another process may be writing to it.
 * @param trees - Names of the trees to check.
 * @throws Error of the operating system when it cannot be read.
 */
export function inspectDataFile(file: string, trees: readonly string[]): DataFileState {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return { state: 'absent' }
    throw error
  }
  try {
    for (;;) {
      const head = readHeads(descriptor)
      if (typeof head === 'string') return { state: head }
      const what = findDamage(descriptor, head, trees)
      if (what === undefined) return { state: 'whole' }
      // Another process is writing, so the pages read before are outdated.
      const now = readHeads(descriptor)
      if (typeof now === 'string' || now.transaction === head.transaction) {
        return head.pages < head.counted ? { state: 'truncated' } : { state: 'damaged', what }
      }
    }
  } finally {
    closeSync(descriptor)
  }
}
