/**
 * Routes of types to storages.
 *
 * @module
 */

import { formatGroupResource } from '../meta/index.js'
import type { Storage } from '../storage/index.js'
import type { StorageRoute } from './options.js'

/** Segments of DNS names, the first of which may be a wildcard. */
const PATTERN = /^(\*|[a-z0-9][a-z0-9-]{0,62})(\.[a-z0-9.-]{0,253})?$/

/**
 * Whether a text names types as a route does: `events`, `deployments.apps`, `*.apps`, or `*.`.
 *
 * @param text - Any text.
 */
export const isRoutedResource = (text: string): boolean => PATTERN.test(text) && text !== '*'

/** Finds the storage of a collection. */
export class StorageRoutes {
  readonly #fallback: Storage
  readonly #places = new Map<string, Storage>()

  /**
   * @param fallback - The storage of types without a route.
   * @param routes - The routes.
   * @throws Error for an invalid resource, or one that two routes name.
   */
  constructor(fallback: Storage, routes: readonly StorageRoute[]) {
    this.#fallback = fallback
    for (const { resources, storage } of routes) {
      for (const resource of resources) {
        if (!isRoutedResource(resource))
          throw new Error(
            `routes: ${JSON.stringify(resource)} is no resource; expected one such as events, deployments.apps or *.apps`,
          )
        if (this.#places.has(resource))
          throw new Error(`routes: ${resource} is named twice; expected one storage for each resource`)
        this.#places.set(resource, storage)
      }
    }
  }

  /** All storages, without repetition. */
  get storages(): readonly Storage[] {
    return [...new Set([this.#fallback, ...this.#places.values()])]
  }

  /**
   * The storage of a collection.
   *
   * @param prefix - Prefix of its keys: `group/resource`, or `resource` in the core group.
   */
  storageOf(prefix: string): Storage {
    const slash = prefix.lastIndexOf('/')
    const [group, resource] = [prefix.slice(0, Math.max(0, slash)), prefix.slice(slash + 1)]
    return this.#places.get(formatGroupResource({ group, resource })) ?? this.#places.get(`*.${group}`) ?? this.#fallback
  }
}
