/**
 * The LMDB engine: durable on one machine, for one process at a time, and one thread of it.
 *
 * @module
 */

import { type Clock, check, systemClock } from '../../meta/index.js'
import type { Storage } from '../storage.js'
import { openFailure } from './failures.js'
import { LmdbEngine } from './lmdb-engine.js'
import { openLog } from './open-log.js'
import { openOwned } from './owner.js'

/** Options of {@link createLmdbStorage}. */
export interface LmdbStorageOptions {
  /** Directory of the files, created when absent. Only one engine at a time can use it. */
  readonly directory: string
  /** For the times of commits in the history. Default: the machine's. */
  readonly clock?: Clock
  /** Limits of the persistent history, independent of the store's window. */
  readonly history?: {
    /** Commits; default 100,000. */
    readonly maxCommits?: number
    /** Bytes of the values they replaced; default 64 MiB. */
    readonly maxBytes?: number
  }
  /** Whether to refuse a directory without a storage; default false. */
  readonly mustExist?: boolean
}

const { amount, members, text, truth } = check
const checked = members<keyof LmdbStorageOptions>(
  { directory: text, clock: check.clock, history: members({ maxCommits: amount, maxBytes: amount }), mustExist: truth },
  ['directory'],
)

/**
 * Opens a directory as a durable storage engine: `commit` resolves when the commit is in the journal there. From the journal
 * commits are flushed into the data file in the background.
 *
 * It needs the package `lmdb`, which is loaded on this call. Concurrent commits share one sync. The values before each commit are
 * kept beside the latest values, within limits, so that watches and exact reads can go back to before a restart.
 *
 * @param options - The directory; clock and limits have defaults.
 * @returns The engine, with exclusive use of the directory until it is closed, or its process or thread ends.
 * @throws TypeError with one line for each invalid option.
 * @throws Error in one line that names the directory: when it cannot be written to, when another process, or another engine of
 *   this one, uses it, when its files are truncated, damaged, of another program or of a newer release, or when the package is not
 *   installed.
 */
export async function createLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  check.refuse('createLmdbStorage', checked(options, ''))
  const { directory, clock = systemClock, history = {}, mustExist = false } = options
  const { maxCommits = 100_000, maxBytes = 64 * 1024 * 1024 } = history
  const { environment, close } = await openOwned({ directory, mustExist })
  try {
    const log = openLog({ environment, directory, limits: { maxRecords: maxCommits, maxBytes } })
    // What cannot be extended now is tried again by the first commit that needs it.
    if (!log.reserve.isWhole) await log.reserve.extend(0).catch(() => {})
    return new LmdbEngine({ log, directory, clock, close })
  } catch (error) {
    await close()
    throw openFailure(directory, error)
  }
}
