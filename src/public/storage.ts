/**
 * Where commits are kept: engines in memory and on etcd, copies of what an engine holds, and the contract for an engine of
 * your own, which `binnacle/testing/storage` tests.
 *
 * @module
 */

// Engines; LMDB has a door of its own.
export {
  createMemoryStorage,
  createEtcdStorage,
} from '../storage/index.js'

// Copies.
export {
  exportState,
  importState,
} from '../storage/index.js'

// The contract.
export type {
  Storage,
  LoadedState,
  CommitRequest,
  CommitResult,
  StorageChange,
} from '../storage/index.js'
