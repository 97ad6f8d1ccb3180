/**
 * The LMDB engine: a plane's state on the disk of one machine. Needs the package `lmdb`.
 *
 * @module
 */

export {
  checkLmdbStorage,
  compactLmdbStorage,
  createLmdbStorage,
  type LmdbCheck,
  type LmdbStorageOptions,
} from '../../storage/lmdb/index.js'
