/**
 * The LMDB engine: durable on one machine, for one process at a time.
 *
 * @module
 */

import { type Clock, check, systemClock } from '../../meta/index.js'
import type { Storage } from '../storage.js'
import { openEnvironment } from './data-file/environment.js'
import { openFailure } from './failures.js'
import { LmdbEngine } from './lmdb-engine.js'
import { openLog } from './open-log.js'
import { claim } from './owner.js'

/** How {@link createLmdbStorage} opens a directory. */
export interface LmdbStorageOptions {
  /** Where the files are, made when absent. One process at a time has it. */
  readonly directory: string
  /** Says when commits are made, for history that outlives the process. Default: the machine's. */
  readonly clock?: Clock
  /** Bounds of the history that outlives the process, whatever the window of the store is. */
  readonly history?: {
    /** Commits; default 100,000. */
    readonly maxCommits?: number
    /** Bytes of what they replaced; default 64 MiB. */
    readonly maxBytes?: number
  }
  /** Whether a directory without a storage is refused; default false. */
  readonly mustExist?: boolean
}

const { amount, members, text, truth } = check
const checked = members<keyof LmdbStorageOptions>(
  { directory: text, clock: check.clock, history: members({ maxCommits: amount, maxBytes: amount }), mustExist: truth },
  ['directory'],
)

/**
 * Opens a directory as a storage engine that is durable: `commit` resolves when it is in the journal
 * there. From the journal commits are flushed into the data file in the background.
 *
 * Needs the package `lmdb`, which is loaded when this is called. Commits that are made at the same time share one sync.
 * What each commit replaced is kept beside the latest values, within bounds, so that watches and exact reads can go back to
 * before a restart.
 *
 * @param options - The directory; clock and bounds have defaults.
 * @returns The engine, which has the directory to itself until it is closed or its process ends.
 * @throws TypeError with one line for each option at fault.
 * @throws Error in one line that names the directory: when it cannot be written to, when another process uses it, when its
 *   files are cut short, damaged, of another program or of a newer release, or when the package is not installed.
 */
export async function createLmdbStorage(options: LmdbStorageOptions): Promise<Storage> {
  check.refuse('createLmdbStorage', checked(options, ''))
  const { directory, clock = systemClock, history = {}, mustExist = false } = options
  const { maxCommits = 100_000, maxBytes = 64 * 1024 * 1024 } = history
  const environment = await openEnvironment({ directory, mustExist })
  let release: (() => void) | undefined
  try {
    release = claim(environment, directory)
    const log = openLog({ environment, directory, limits: { maxRecords: maxCommits, maxBytes } })
    if (!log.reserve.isWhole) await log.reserve.extend(0)
    return new LmdbEngine({ environment, log, directory, clock, release })
  } catch (error) {
    await environment.root.close()
    release?.()
    throw openFailure(directory, error)
  }
}
