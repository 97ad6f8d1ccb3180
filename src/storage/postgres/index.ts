/**
 * The PostgreSQL engine: state shared by the replicas of a service, in the service's existing database.
 *
 * @module
 */

import type { Storage } from '../storage.js'
import type { PostgresStorageOptions } from './options.js'

export type { PostgresStorageOptions } from './options.js'

/**
 * Opens a storage engine in a PostgreSQL database, version 14 or later. It needs the package `pg`, which is loaded on this call.
 *
 * Every commit is a row of one log, and revisions are assigned under one lock, so that all replicas see one sequence of commits
 * without gaps. Concurrent requests share a transaction. The engine creates its schema in the database if it has permission.
 *
 * @param options - The address of PostgreSQL, and settings.
 * @returns The engine, connected.
 * @throws Error in one line that names the option, its value and the expected one; or that `pg` is not installed, that no host
 *   can be reached, or why the database cannot be used.
 */
export async function createPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { openPostgresStorage } = await import('./engine.js')
  return openPostgresStorage(options)
}
