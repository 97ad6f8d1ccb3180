/**
 * The store: one view of a storage engine, fed by its commits and by nothing else.
 *
 * @module
 */

import { systemClock, systemRandom } from '../meta/index.js'
import type { StorageChange } from '../storage/index.js'
import { StoredCollection } from './collection.js'
import type { Feed } from './feed.js'
import { type LoadedObjects, loadState } from './loaded-state.js'
import { historyLimits } from './log/change-log.js'
import { newestOf } from './log/past.js'
import { checkCollectionOptions, checkStoreOptions, type StoreOptions } from './options.js'
import { RoutedStore } from './routed-store.js'
import { rangeOf, SlabAllocator } from './rows/slab-allocator.js'
import { isPrefix, parseStorageKey } from './rows/storage-key.js'
import { StorageRoutes } from './storage-routes.js'
import { closeUnused, useStorage } from './storage-users.js'
import type { Collection, CollectionOptions, Store } from './types.js'
import { type UnregisteredObjects, unregisteredIn } from './unregistered-objects.js'
import { sharedTokenKey } from './view/token-key.js'
import { View } from './view/view.js'

/** Commits between compactions of the engine's history. */
const COMPACTION_INTERVAL = 1_000
/** Pauses between attempts to reload the state, in milliseconds: the first, and the longest. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000

/**
 * Makes a store over a storage engine, and loads its content.
 *
 * @param options - The engine; clock, history and the rest have defaults.
 * @throws ApiError when an engine cannot be read; Error for an invalid route. Engines that no other store uses are closed then.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  checkStoreOptions(options)
  const { storage, routes = [] } = options
  try {
    if (routes.length === 0) return await openStore(options)
    return await RoutedStore.open(new StorageRoutes(storage, routes), (storage) => openStore({ ...options, storage }))
  } catch (error) {
    await Promise.allSettled([storage, ...routes.map((route) => route.storage)].map(closeUnused))
    throw error
  }
}

async function openStore(options: StoreOptions): Promise<Store> {
  const { storage, clock = systemClock, random = systemRandom } = options
  const leave = useStorage(storage)
  let feed: Feed | undefined
  try {
    const now = clock.now()
    const slabs = new SlabAllocator()
    const state = await loadState({ storage, slabs, since: now - historyLimits(options.history).windowSeconds * 1_000, now })
    feed = state.feed
    const tokenKey = options.tokenKey ?? (await sharedTokenKey(storage, state.tokenKey, random))
    const store = new StorageView(new View({ ...options, clock, tokenKey, slabs }, state.revision), state, leave)
    store.follow(feed)
    return store
  } catch (error) {
    feed?.end()
    await leave().catch(() => {})
    throw error
  }
}

class StorageView implements Store {
  readonly #view: View
  readonly #collections = new Map<string, StoredCollection>()
  /** Objects whose type is not registered (yet), by prefix. */
  #unregistered: Map<string, UnregisteredObjects>
  /** No state before this revision can be shown. */
  #floor: number
  /** Whether commits from before the process started can be shown. */
  readonly #hasPast: boolean
  readonly #leave: () => Promise<void>
  #feed: Feed | undefined
  #cancelReload: (() => void) | undefined
  /** Revisions and their times, oldest first: the engine may forget those outside the history window. */
  #marks: { readonly at: number; readonly revision: number }[] = []
  #commitsSinceMark = 0
  /** Changes of a revision whose last change is not here yet. */
  #partial: StorageChange[] = []

  constructor(view: View, { collections, floor }: LoadedObjects, leave: () => Promise<void>) {
    this.#view = view
    this.#leave = leave
    this.#unregistered = collections
    this.#floor = floor
    this.#hasPast = floor < view.revision
  }

  follow(feed: Feed): void {
    this.#feed = feed
    this.#partial = []
    feed.start({ apply: (change) => this.#apply(change), onLost: () => this.#reload(FIRST_PAUSE_MS) })
  }

  get revision(): number {
    return this.#view.revision
  }

  get watcherCount(): number {
    let count = 0
    for (const collection of this.#collections.values()) count += collection.watches.size
    return count
  }

  hasUnregistered(prefix: string): boolean {
    return (this.#unregistered.get(prefix)?.entries.size ?? 0) > 0
  }

  collection(options: CollectionOptions): Collection {
    checkCollectionOptions(options)
    const { prefix } = options
    if (!isPrefix(prefix)) throw new Error(`${JSON.stringify(prefix)} is no prefix of a collection`)
    if (this.#collections.has(prefix)) throw new Error(`there is a collection ${JSON.stringify(prefix)} already`)
    const { entries, floor, past } = unregisteredIn(this.#unregistered, prefix)
    const history = newestOf(past, Math.max(floor, this.#floor), this.#view.limits.maxEvents)
    const collection = new StoredCollection(this.#view, options, { entries, ...history })
    this.#unregistered.delete(prefix)
    this.#collections.set(prefix, collection)
    return collection
  }

  drop(prefix: string): void {
    const collection = this.#collections.get(prefix)
    if (!collection) return
    this.#collections.delete(prefix)
    this.#unregistered.set(prefix, collection.drop())
  }

  forgetHistory(): void {
    // Clients of an earlier process may ask for what they saw there.
    if (this.#hasPast) return
    this.#floor = this.#view.revision
    for (const collection of this.#collections.values()) collection.state.forget(this.#floor)
  }

  async close(): Promise<void> {
    if (this.#view.refusal) return
    this.#feed?.end()
    this.#cancelReload?.()
    this.#view.close()
    for (const collection of this.#collections.values()) collection.completeWatches()
    await this.#leave()
  }

  /**
   * Reloads the state: the engine has forgotten commits that this store has missed. Until then nothing changes,
   * and reads of the newest state wait.
   */
  #reload(pauseMs: number): void {
    const { storage, slabs, clock } = this.#view
    const again = () => {
      // An engine that cannot be read is retried with back-off.
      if (this.#view.refusal) return
      this.#cancelReload = clock.setTimeout(() => this.#reload(Math.min(2 * pauseMs, LONGEST_PAUSE_MS)), pauseMs)
    }
    loadState({ storage, slabs, since: Number.POSITIVE_INFINITY, now: clock.now(), isReload: true })
      .then((state) => {
        if (this.#view.refusal) return state.feed.end()
        this.#replace(state)
        this.follow(state.feed)
      })
      .catch(again)
  }

  #replace({ revision, collections }: LoadedObjects): void {
    this.#view.revision = revision
    this.#floor = revision
    this.#marks = []
    for (const [prefix, collection] of this.#collections) {
      const { entries } = unregisteredIn(collections, prefix)
      collections.delete(prefix)
      collection.replace({ entries, floor: revision, past: [] })
    }
    for (const { entries } of this.#unregistered.values()) for (const object of entries.values()) this.#view.slabs.discard(object)
    this.#unregistered = collections
    this.#view.gate.advance(revision)
  }

  #apply(change: StorageChange): void {
    if (change.isPartial) {
      this.#partial.push(change)
      return
    }
    const { revision } = change
    this.#view.revision = revision
    if (this.#partial.length === 0) this.#applyOne(change)
    else this.#applyTogether([...this.#partial.splice(0), change])
    this.#view.gate.advance(revision)
    this.#commitsSinceMark += 1
    if (this.#commitsSinceMark === COMPACTION_INTERVAL) this.#compact(revision)
  }

  /**
   * Applies all changes of a revision before the first one is dispatched: what is read or started by then has the whole revision,
   * as a watch cannot continue in the middle of one.
   */
  #applyTogether(changes: readonly StorageChange[]): void {
    const later: (() => void)[] = []
    for (const change of changes) this.#applyOne(change, later)
    for (const dispatch of later) dispatch()
  }

  /** Applies a change, and dispatches it to watches: at once, or later. */
  #applyOne(change: StorageChange, later?: (() => void)[]): void {
    const address = parseStorageKey(change.key)
    if (!address) return
    const collection = this.#collections.get(address.prefix)
    if (!collection) {
      this.#keep(unregisteredIn(this.#unregistered, address.prefix), address.key, change)
      return
    }
    const applied = collection.apply(address.key, change)
    if (!applied) return
    const { dispatcher } = collection.state
    if (later) later.push(() => dispatcher.dispatch(applied))
    else dispatcher.dispatch(applied)
  }

  #keep(unregistered: UnregisteredObjects, name: string, { revision, value }: StorageChange): void {
    const { entries } = unregistered
    const before = entries.get(name)
    if (before) this.#view.slabs.discard(before)
    // A copy, as the engine may pass a view. Not in a shared slab: it is not moved, and would keep a slab that is otherwise freed.
    if (value) entries.set(name, { ...rangeOf(new Uint8Array(value)), revision })
    else entries.delete(name)
    unregistered.floor = revision
    unregistered.past = []
  }

  /** Lets the engine forget what is outside the history window. */
  #compact(revision: number): void {
    this.#commitsSinceMark = 0
    const { clock, limits, storage } = this.#view
    const now = clock.now()
    this.#marks.push({ at: now, revision })
    const kept = this.#marks.findIndex(({ at }) => at > now - limits.windowSeconds * 1_000)
    const old = this.#marks[(kept < 0 ? this.#marks.length : kept) - 1]
    if (!old) return
    this.#marks = this.#marks.slice(kept < 0 ? this.#marks.length : kept)
    // Clean-up: after a failure the engine keeps more than it needs, and the next call covers it.
    storage.compact(old.revision).catch(() => {})
  }
}
