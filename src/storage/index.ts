/**
 * Storage: the contract of an engine, and the engines in memory and on etcd.
 *
 * @module
 */

export { copyState } from './copy.js'
export { createEtcdStorage, type EtcdStorageOptions } from './etcd/index.js'
export { createMemoryStorage } from './memory.js'
export type * from './storage.js'
export { exportState, ImportError, importState } from './transfer.js'
