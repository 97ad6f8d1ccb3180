/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export {
  createLmdbStorage,
  checkLmdbStorage,
  type LmdbCheck,
  compactLmdbStorage,
} from '../../storage/lmdb/index.js'
