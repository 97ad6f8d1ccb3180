/**
 * The etcd engine: state shared by the replicas of a service, on an existing etcd cluster.
 *
 * @module
 */

import type { Storage } from '../storage.js'
import type { EtcdStorageOptions } from './options.js'

export type { EtcdStorageOptions } from './options.js'

/**
 * Makes a storage engine over etcd 3.4 or later. It needs the package `etcd3`, which is loaded on this call.
 *
 * Each commit is one transaction of etcd, and etcd's revision is the object's `resourceVersion`, so that all replicas see one
 * sequence of commits. Values up to 1.5 MiB fit with etcd's default settings.
 *
 * @param options - The address of etcd, and settings.
 * @returns The engine. It connects with the first call.
 * @throws Error that names the option, its value and the expected one; or that `etcd3` is not installed.
 */
export async function createEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const { openEtcdStorage } = await import('./engine.js')
  return openEtcdStorage(options)
}
