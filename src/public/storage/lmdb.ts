/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export { createLmdbStorage } from '../../storage/lmdb/index.js'
