/**
 * The PostgreSQL engine: a plane's state in a database that many replicas share. Needs the package `pg`.
 *
 * @module
 */

export { createPostgresStorage } from '../../storage/postgres/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  Storage,
  LoadedState,
  CommitResult,
} from '../../storage/index.js'
