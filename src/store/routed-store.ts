/**
 * Several stores that look like one: each type is in one of them, and each has its own revisions.
 *
 * @module
 */

import type { Storage } from '../storage/index.js'
import { checkCollectionOptions } from './options.js'
import type { StorageRoutes } from './storage-routes.js'
import type { Collection, CollectionOptions, Store } from './types.js'

/** The one implementation of {@link Store} over others. */
export class RoutedStore implements Store {
  readonly #routes: StorageRoutes
  readonly #stores: ReadonlyMap<Storage, Store>

  private constructor(routes: StorageRoutes, stores: ReadonlyMap<Storage, Store>) {
    this.#routes = routes
    this.#stores = stores
  }

  /**
   * Opens all stores, or none.
   *
   * @param routes - The routes.
   * @param open - Opens one store.
   */
  static async open(routes: StorageRoutes, open: (storage: Storage) => Promise<Store>): Promise<RoutedStore> {
    const { storages } = routes
    const opened = await Promise.allSettled(storages.map(open))
    const stores = new Map<Storage, Store>()
    for (const [at, result] of opened.entries())
      if (result.status === 'fulfilled') stores.set(storages[at] as Storage, result.value)
    const failed = opened.find((result) => result.status === 'rejected')
    if (failed) {
      await Promise.allSettled([...stores.values()].map((store) => store.close()))
      throw failed.reason
    }
    return new RoutedStore(routes, stores)
  }

  get revision(): number {
    return [...this.#stores.values()][0]?.revision ?? 0
  }

  get watcherCount(): number {
    return [...this.#stores.values()].reduce((count, store) => count + store.watcherCount, 0)
  }

  hasUnregistered(prefix: string): boolean {
    return this.#storeOf(prefix).hasUnregistered(prefix)
  }

  collection(options: CollectionOptions): Collection {
    checkCollectionOptions(options)
    return this.#storeOf(options.keptWith ?? options.prefix).collection(options)
  }

  drop(prefix: string): void {
    this.#storeOf(prefix).drop(prefix)
  }

  forgetHistory(): void {
    for (const store of this.#stores.values()) store.forgetHistory()
  }

  async close(): Promise<void> {
    const closed = await Promise.allSettled([...this.#stores.values()].map((store) => store.close()))
    const failed = closed.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  #storeOf(prefix: string): Store {
    return this.#stores.get(this.#routes.storageOf(prefix)) as Store
  }
}
