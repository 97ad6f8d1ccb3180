/**
 * The rules of a storage engine, for those who write one: checks that any test runner can run.
 *
 * @module
 */

export {
  storageContract,
  type StorageRule,
} from '../../testing/storage/index.js'
