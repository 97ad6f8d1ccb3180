/**
 * Storage engines: in memory and on etcd, copies of an engine's content, and the contract for an engine of
 * your own, which `binnacle/testing/storage` tests.
 *
 * @module
 */

// Engines; LMDB has an import path of its own.
export {
  createMemoryStorage,
  createEtcdStorage,
} from '../storage/index.js'

// The contract.
export type {
  Storage,
  LoadedState,
  CommitRequest,
  CommitResult,
  StorageChange,
} from '../storage/index.js'
