/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export {
  createLmdbStorage,
  type LmdbStorageOptions,
  checkLmdbStorage,
  type LmdbCheck,
  compactLmdbStorage,
} from '../../storage/lmdb/index.js'
