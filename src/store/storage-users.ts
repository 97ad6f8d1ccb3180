/**
 * Who closes an engine: the last store that uses it. Several stores may share one.
 *
 * @module
 */

import type { Storage } from '../storage/index.js'

/** Numbers of the stores that use an engine. */
const users = new WeakMap<Storage, number>()

/**
 * Registers a user of an engine.
 *
 * @returns A function that ends its use, and closes the engine when there is no other user; to be called once.
 */
export function useStorage(storage: Storage): () => Promise<void> {
  users.set(storage, (users.get(storage) ?? 0) + 1)
  return async () => {
    users.set(storage, (users.get(storage) ?? 1) - 1)
    await closeUnused(storage)
  }
}

/** Closes an engine, unless a store uses it. */
export async function closeUnused(storage: Storage): Promise<void> {
  if (!users.get(storage)) await storage.close()
}
