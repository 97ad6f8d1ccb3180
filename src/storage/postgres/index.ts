/**
 * The PostgreSQL engine: state that many replicas of a service share, in the database that the service has already.
 *
 * @module
 */

import type { Storage } from '../storage.js'
import type { PostgresStorageOptions } from './options.js'

export type { PostgresStorageOptions } from './options.js'

/**
 * Opens a storage engine in a PostgreSQL database, version 14 or later. Needs the package `pg`, which is loaded here and not before.
 *
 * Every commit is a row of one log, and its revision is given under one lock, so that all replicas see one sequence of commits
 * without gaps. Concurrent requests share a transaction. The engine creates what it needs in the database
 * where it may.
 *
 * @param options - Where PostgreSQL is, and what may be different from the defaults.
 * @returns The engine, connected.
 * @throws Error in one line that names the option, its value and what would be right; or says that `pg` is not installed, that no
 *   host can be reached, or why the database cannot be used.
 */
export async function createPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { openPostgresStorage } = await import('./engine.js')
  return openPostgresStorage(options)
}
