/**
 * One process per directory: its owner, recorded in a transaction of the file itself.
 *
 * The owner's process id is in the file. LMDB tells whether that process still runs: its table of readers is backed by locks that
 * the system releases when the process ends. The locks are those of the file, so they also work between containers. A process
 * with our own id in another container, as with the first process of each, is detected earlier, because no read transaction can
 * be opened (`openFailure`).
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
 * @returns A function that releases it.
 * @throws {@link LmdbOpenError} when another process, or another engine of this one, owns it.
 */
export function claim({ root, meta }: Environment, directory: string): () => void {
  const place = realpathSync(directory)
  if (mine.has(place)) throw new LmdbOpenError(directory, 'it is open in this process already')
  // The first read enters this process into the table of readers.
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

/** The process ids in LMDB's list of readers: one line each, after a heading. */
const readers = (list: string): Set<number> =>
  new Set(
    list
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line.trim(), 10)),
  )
