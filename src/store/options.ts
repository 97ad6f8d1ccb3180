/**
 * Options of a store.
 *
 * @module
 */

import { type Clock, check, type Random } from '../meta/index.js'
import type { Storage } from '../storage/index.js'
import type { CollectionOptions } from './types.js'

/** Limits of the history that exact reads, pages and watches go back to. */
export interface HistoryLimits {
  /** Seconds; default 300. */
  readonly windowSeconds?: number
  /** Changes a collection; default 100,000. */
  readonly maxEvents?: number
  /** Bytes of superseded objects a collection, and four times as many in all collections of a storage; default 64 MiB. */
  readonly maxBytes?: number
}

/** Types that are kept in a storage of their own. */
export interface StorageRoute {
  /**
   * Types as `resource.group`, such as `events` (core group) or `deployments.apps`; `*.apps` is every type of
   * a group that has no route of its own, and `*.` every type of the core group. Types that are views of
   * one another are stored together: the route of the type they are stored as counts.
   */
  readonly resources: readonly string[]
  /** Their storage. The last store that uses it closes it. */
  readonly storage: Storage
}

/** Options of a store. */
export interface StoreOptions {
  /** The storage of commits. The last store that uses it closes it, also when it cannot be loaded. */
  readonly storage: Storage
  /**
   * Types with a storage of their own; none by default. Each storage has a sequence of revisions of its own. A route moves
   * nothing: objects that a type left in another storage are no longer visible.
   */
  readonly routes?: readonly StorageRoute[]
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Default: the platform's. */
  readonly random?: Random
  readonly history?: HistoryLimits
  /** How long a read waits for a revision that is not reached yet, in milliseconds; default 3,000. */
  readonly tooLargeWaitMs?: number
  /** API group in errors about list options; default `meta.platform.io`. */
  readonly listOptionsGroup?: string
  /** Secret that continue tokens are sealed with, at least 32 bytes; random by default. Replicas share one. */
  readonly tokenKey?: Uint8Array
}

const { amount } = check
const engine = /* @__PURE__ */ check.fits('a storage engine, such as createMemoryStorage()', (value) =>
  check.has(value, 'commit'),
)
const storeOptions = /* @__PURE__ */ check.members<keyof StoreOptions>(
  {
    storage: engine,
    routes: check.listOf(
      check.members<keyof StorageRoute>({ resources: check.listOf(check.text), storage: engine }, ['resources', 'storage']),
    ),
    clock: check.clock,
    random: check.random,
    history: check.members<keyof HistoryLimits>({ windowSeconds: amount, maxEvents: amount, maxBytes: amount }),
    tooLargeWaitMs: amount,
    listOptionsGroup: check.text,
    tokenKey: check.fits('32 bytes or more', (value) => value instanceof Uint8Array),
  },
  ['storage'],
)
const collectionOptions = /* @__PURE__ */ check.members<keyof CollectionOptions>(
  {
    prefix: check.text,
    namespaced: check.truth,
    selectableFields: check.callable,
    lifetimeSeconds: check.callable,
    keptWith: check.text,
  },
  ['prefix', 'namespaced'],
)

/** Refuses invalid options of a store. */
export const checkStoreOptions = (options: unknown): void => check.refuse('createStore', storeOptions(options, ''))

/** Refuses invalid options of a collection. */
export const checkCollectionOptions = (options: unknown): void => check.refuse('store.collection', collectionOptions(options, ''))
