/**
 * One owner of a directory at a time.
 *
 * The owner's process id is in the file. LMDB tells whether that process still runs: its table of readers is backed by locks that
 * the system releases when the process ends. The locks are those of the file, so they also work between containers. A process
 * with our own id in another container, as with the first process of each, is detected earlier, because no read transaction can
 * be opened (`openFailure`). Other threads of our own process are detected by the marker, which an owner holds open.
 *
 * @module
 */

import { join } from 'node:path'
import { type Environment, type EnvironmentOptions, MARKER, openEnvironment } from './data-file/environment.js'
import { LmdbOpenError, openFailure } from './failures.js'
import { hold, isHeld } from './own-process.js'

const OWNER = 'owner'

/** The open file of a directory, for its owner. */
export interface OwnedEnvironment {
  readonly environment: Environment
  /** Closes the file and releases the directory; to be called once. */
  close(): Promise<void>
}

/**
 * Opens the file of a directory, and makes the caller its owner.
 *
 * @throws {@link LmdbOpenError} in one line: when another process, or another engine of this one, owns it, and for any fault of the
 *   directory or the file.
 */
export async function openOwned(options: EnvironmentOptions): Promise<OwnedEnvironment> {
  const { directory } = options
  try {
    // Before the file is opened: another copy of LMDB in this process would release the locks of the first when it closes it.
    requireUnheld(directory)
    const environment = await openEnvironment(options)
    try {
      const release = claim(environment, directory)
      return {
        environment,
        async close() {
          await environment.root.close()
          release()
        },
      }
    } catch (error) {
      await environment.root.close()
      throw error
    }
  } catch (error) {
    throw openFailure(directory, error)
  }
}

/** @returns A function that releases the directory. */
function claim({ root, meta }: Environment, directory: string): () => void {
  let release: (() => void) | undefined
  // The first read enters this process into the table of readers.
  meta.get(OWNER)
  try {
    // Of several threads that come this far, one is in the transaction.
    root.transactionSync(() => {
      requireUnheld(directory)
      root.readerCheck()
      const owner: unknown = meta.get(OWNER)
      if (typeof owner === 'number' && owner !== process.pid && readers(root.readerList()).has(owner)) {
        throw new LmdbOpenError(directory, `process ${owner} is using it; a directory serves one process at a time`)
      }
      meta.put(OWNER, process.pid)
      release = hold(join(directory, MARKER))
    })
  } catch (error) {
    release?.()
    throw error
  }
  return () => release?.()
}

function requireUnheld(directory: string): void {
  if (isHeld(join(directory, MARKER))) throw new LmdbOpenError(directory, 'it is open in this process already')
}

/** The process ids in LMDB's list of readers: one line each, after a heading. */
const readers = (list: string): Set<number> =>
  new Set(
    list
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line.trim(), 10)),
  )
