/**
 * The rules of a storage engine, as checks for any test runner.
 *
 * @module
 */

export { type StorageRule, storageContract } from './contract.js'
