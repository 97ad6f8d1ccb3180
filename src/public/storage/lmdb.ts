/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export { createLmdbStorage } from '../../storage/lmdb/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  Storage,
  LoadedState,
  CommitResult,
} from '../../storage/index.js'
