/**
 * Where commits are kept: engines in memory and on etcd, copies of what an engine holds, and the contract for an engine of
 * your own, which `binnacle/testing/storage` tests.
 *
 * @module
 */

// The contract.
export type {
  CommitRequest,
  CommitResult,
  LoadedState,
  Storage,
  StorageChange,
  StorageHealthCheck,
  StoredEntry,
  SupersededEntry,
} from '../storage/index.js'
// Engines; LMDB has a door of its own.
// Copies.
export {
  createEtcdStorage,
  createMemoryStorage,
  type EtcdStorageOptions,
  type EtcdTlsOptions,
  exportState,
  ImportError,
  importState,
} from '../storage/index.js'
