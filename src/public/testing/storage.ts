/**
 * The contract tests of storage engines, for any test runner.
 *
 * @module
 */

export {
  storageContract,
  type StorageRule,
} from '../../testing/storage/index.js'
