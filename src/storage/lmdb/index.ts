/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export { checkLmdbStorage, compactLmdbStorage } from './check.js'
export { createLmdbStorage } from './lmdb-storage.js'
