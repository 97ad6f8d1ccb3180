/**
 * One process per directory: its owner, recorded in a transaction of the file itself.
 *
 * The owner's process id stands in the file. Whether that process still is there is asked of LMDB, whose table of readers
 * is backed by locks that the system releases with the process, however it ended. The locks are those of the file, so they hold
 * between containers too; one that has our own id there, as every first process of a container has the same, shows before this,
 * as no read transaction is to be had (`openFailure`).
 *
 * @module
 */

import { realpathSync } from 'node:fs'
import type { Environment } from './data-file/environment.js'
import { LmdbOpenError } from './failures.js'

const OWNER = 'owner'
/** Directories that this process has open. */
const mine = new Set<string>()

/**
 * Makes this process the owner of a directory.
 *
 * @param environment - The open file.
 * @param directory - Where it is.
 * @returns A function that gives it up again.
 * @throws {@link LmdbOpenError} when another process, or another engine of this one, has it.
 */
export function claim({ root, meta }: Environment, directory: string): () => void {
  const place = realpathSync(directory)
  if (mine.has(place)) throw new LmdbOpenError(directory, 'it is open in this process already')
  // From the first read on, this process is in the table of readers.
  meta.get(OWNER)
  root.transactionSync(() => {
    root.readerCheck()
    const owner: unknown = meta.get(OWNER)
    if (typeof owner === 'number' && owner !== process.pid && readers(root.readerList()).has(owner)) {
      throw new LmdbOpenError(directory, `process ${owner} is using it; a directory serves one process at a time`)
    }
    meta.put(OWNER, process.pid)
  })
  mine.add(place)
  return () => {
    mine.delete(place)
  }
}

/** The process ids in LMDB's list of readers: a line of text each, after a heading. */
const readers = (list: string): Set<number> =>
  new Set(
    list
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line.trim(), 10)),
  )
