/**
 * The verbs of one resource type on the view: get, list, watch, put, remove.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import { type ApiObject, badRequest, deepFreeze, laterTurn, pathNotFound, storedTooLarge } from '../meta/index.js'
import type { Storage, StorageChange, StorageTransaction } from '../storage/index.js'
import type { Change } from './log/change.js'
import { CollectionState } from './log/collection-state.js'
import { pastChanges } from './log/past.js'
import { Matcher } from './rows/matcher.js'
import { formatObject } from './rows/object-bytes.js'
import type { StoredRow } from './rows/row.js'
import { RowMaker } from './rows/row-maker.js'
import { Reading } from './rows/scan.js'
import { bytesAt, rangeOf } from './rows/slab-allocator.js'
import { formatStorageKey, isObjectKey } from './rows/storage-key.js'
import type { Tree } from './rows/tree.js'
import type {
  Collection,
  CollectionOptions,
  ListQuery,
  ObjectEvent,
  Page,
  StoreEvent,
  VersionQuery,
  WatchQuery,
  WriteResult,
} from './types.js'
import { copyToSlab, type UnregisteredObject, type UnregisteredObjects, unregistered } from './unregistered-objects.js'
import type { ListPosition } from './view/continue-token.js'
import { getSemantics, type ListMeaning, listSemantics } from './view/list-semantics.js'
import type { PendingWrite, View } from './view/view.js'
import { type Follow, followCollection } from './watch/follow.js'
import { type Watch, type WatchHost, watchCollection } from './watch/watch.js'

/** A state of the collection, and the revision at which it is shown. */
interface VersionedState {
  readonly tree: Tree<StoredRow>
  readonly revision: number
}

/** The one implementation of {@link Collection}. */
export class StoredCollection implements Collection, WatchHost {
  readonly prefix: string
  readonly namespaced: boolean
  readonly view: View
  state: CollectionState
  readonly watches = new Set<Watch>()
  readonly follows = new Set<Follow>()
  readonly #maker: RowMaker
  readonly #lifetimeSeconds: CollectionOptions['lifetimeSeconds']
  #dropped: unknown

  /**
   * @param view - The view that the collection is part of.
   * @param options - Facts about the type.
   * @param stored - What the storage holds of the type.
   */
  constructor(view: View, options: CollectionOptions, stored: UnregisteredObjects) {
    this.view = view
    this.prefix = options.prefix
    this.namespaced = options.namespaced
    this.#maker = new RowMaker(options, { cache: view.cache, rewritten: view.rewritten, moved: (row) => this.#moved(row) })
    this.#lifetimeSeconds = options.lifetimeSeconds
    this.state = this.#stateOf(stored)
  }

  get refusal(): unknown {
    return this.#dropped ?? this.view.refusal
  }

  get size(): number {
    return this.state.rows.size
  }

  get revision(): number {
    return this.view.revision
  }

  peek(key: string): StoredRow | undefined {
    return this.state.rows.get(key)
  }

  async get(key: string, query: VersionQuery = {}): Promise<StoredRow | undefined> {
    this.#check()
    const meaning = getSemantics(query)
    if (meaning.meaning === 'MostRecent') return this.newest(key)
    await this.#await(meaning)
    return this.state.rows.get(key)
  }

  newest(key: string): StoredRow | undefined | Promise<StoredRow | undefined> {
    this.#check()
    if (this.view.isCurrent) return this.state.rows.get(key)
    return this.view.catchUp().then(() => this.state.rows.get(key))
  }

  async list(query: ListQuery): Promise<Page> {
    this.#check()
    const meaning = listSemantics(query, this.view.listOptionsGroup)
    const matcher = new Matcher(query, this.namespaced)
    const scope = `${this.prefix} ${matcher.namespace}`
    const position = meaning.meaning === 'ContinueToken' ? await this.view.tokens.open(meaning.token, scope) : undefined
    await this.#await(meaning, position)
    const { state } = this
    if (position?.revision !== undefined && !this.state.holds(position.revision))
      throw await this.view.tokens.expired(position, scope)
    const { tree: shown, revision } = this.#stateFor(meaning, position)
    const reading = new Reading(matcher, position?.start, query.limit ?? 0)
    const isLong = reading.readOn({ tree: shown, candidates: state.candidates(matcher, revision) })
    // The current rows change with the next write: later pages are read from a copy.
    const isPage = isLong || reading.next !== undefined
    const tree = isPage && shown === state.rows ? state.current() : shown
    const readOn = () => reading.readOn({ tree, candidates: state.candidates(matcher, revision) })
    for (let more = isLong; more; more = readOn()) await laterTurn()
    const { rows, next } = reading
    if (next === undefined) return { rows, revision, continue: undefined, remainingItemCount: undefined }
    const countAll = () => (position ? position.remaining : state.countIn(isLong ? tree : shown, matcher.namespace))
    const all = matcher.hasSelectors ? undefined : countAll()
    const left = all === undefined ? undefined : all - rows.length
    // Right behind the last row of the page: a later state may have others before the next one.
    const start = `${rows.at(-1)?.key}\0`
    const token = await this.view.tokens.seal({ revision, start, remaining: left }, scope)
    return { rows, revision, continue: token, remainingItemCount: left }
  }

  watch(query: WatchQuery): Observable<StoreEvent> {
    return watchCollection(this, query)
  }

  follow(): Observable<ObjectEvent> {
    return followCollection(this)
  }

  get maxValueBytes(): number | undefined {
    return this.view.storage.maxValueBytes
  }

  get isShared(): boolean {
    return !this.view.isCurrent
  }

  async put(
    key: string,
    expectedRevision: number,
    object: ApiObject,
    maxBytes = Number.POSITIVE_INFINITY,
    transaction?: StorageTransaction,
  ): Promise<WriteResult> {
    this.#check()
    const log = this.#logOf(transaction)
    if (!isObjectKey(key, this.namespaced)) throw new TypeError(`${JSON.stringify(key)} is no key of ${this.prefix}`)
    const { pending, slabs } = this.view
    const range = slabs.encode(formatObject(deepFreeze(object)))
    const bytes = range.end - range.start
    if (bytes > maxBytes) {
      slabs.discard(range)
      throw storedTooLarge(bytes, maxBytes)
    }
    const value = bytesAt(range)
    const write: PendingWrite = { key, object, range }
    pending.set(value, write)
    try {
      const lifetimeSeconds = this.#lifetimeSeconds?.(object)
      const result = await log.commit({
        key: this.#storageKey(key),
        expectedRevision,
        value,
        ...(lifetimeSeconds !== undefined && { lifetimeSeconds }),
      })
      if (result.outcome === 'conflict') return result
      return {
        outcome: 'committed',
        row: write.row ?? this.#maker.ofObject(key, result.revision, range, object, expectedRevision > 0),
      }
    } finally {
      pending.delete(value)
      if (!write.row) slabs.discard(range)
    }
  }

  async remove(key: string, expectedRevision: number, transaction?: StorageTransaction): Promise<WriteResult> {
    this.#check()
    const log = this.#logOf(transaction)
    if (this.peek(key)?.revision !== expectedRevision) await this.view.catchUp()
    const row = this.peek(key)
    if (row?.revision !== expectedRevision) return { outcome: 'conflict' }
    const result = await log.commit({ key: this.#storageKey(key), expectedRevision, value: undefined })
    return result.outcome === 'conflict' ? result : { outcome: 'committed', row: row.at(result.revision) }
  }

  /**
   * Takes a commit from the engine, by its key in the collection.
   *
   * @returns The change to dispatch; undefined when nothing has changed.
   */
  apply(key: string, { revision, value, isCommitted }: Omit<StorageChange, 'key'>): Change | undefined {
    const write = value ? this.view.pending.get(value) : undefined
    const before = this.peek(key)
    const held = before?.key ?? write?.key ?? key
    let row: StoredRow | undefined
    if (write) row = this.#maker.ofObject(held, revision, write.range, write.object, before !== undefined)
    else if (value) {
      const range = this.#copyToSlab(held, revision, value)
      row = isCommitted ? this.#maker.ofWritten(held, revision, range) : this.#maker.ofBytes(held, revision, range)
    }
    if (write && row) write.row = row
    if (row) this.view.slabs.register(row)
    if (before) this.view.slabs.free(before)
    return this.state.apply(held, revision, row)
  }

  reselect(): void {
    this.#maker.readAgain(this.state.rows.values())
    this.completeWatches()
    this.state.beginAnew(this.view.revision)
  }

  /**
   * Ends the collection: its type is no longer registered.
   *
   * @returns Its objects, as of an unregistered type.
   */
  drop(): UnregisteredObjects {
    this.#dropped = pathNotFound()
    this.completeWatches()
    this.state.close()
    return unregistered(this.state, this.view.slabs)
  }

  /**
   * Restarts from another state whose history is unknown: watches end, and the history is dropped.
   *
   * @param stored - What the storage holds now.
   */
  replace(stored: UnregisteredObjects): void {
    const { rows } = this.state
    for (const row of rows.values()) this.view.slabs.free(row)
    this.state.close()
    this.state = this.#stateOf(stored)
    for (const watch of [...this.watches]) watch.lose()
    for (const follow of [...this.follows]) follow.start(rows, stored.floor)
  }

  /** Completes all watches. */
  completeWatches(): void {
    for (const watch of [...this.watches]) watch.complete()
  }

  #stateOf({ entries, floor, past }: UnregisteredObjects): CollectionState {
    const { view } = this
    const maker = this.#maker
    const rows = [...entries].map(([key, object]) => maker.ofBytes(key, object.revision, object))
    for (const row of rows) view.slabs.register(row)
    const { clock, limits, indexes, historyBytes } = view
    const state = new CollectionState({ clock, limits, floor, rows, indexes, historyBytes, revision: () => view.revision })
    const toRow = (key: string, revision: number, value: Uint8Array) => maker.ofBytes(key, revision, rangeOf(value))
    state.remember(pastChanges({ past, now: (key) => state.rows.get(key), toRow }))
    return state
  }

  #copyToSlab(key: string, revision: number, value: Uint8Array): UnregisteredObject {
    return copyToSlab(this.view, { key: this.#storageKey(key), revision, value })
  }

  #moved({ key, revision, value }: StoredRow): void {
    this.view.storage.moved?.({ key: this.#storageKey(key), revision, value })
  }

  /** What commits: the engine, or a transaction of it. */
  #logOf(transaction: StorageTransaction | undefined): Pick<Storage, 'commit'> {
    const { storage } = this.view
    if (transaction && transaction.storage !== storage)
      throw badRequest(`${this.prefix} is in another storage than the transaction`)
    return transaction ?? storage
  }

  #check(): void {
    if (this.refusal) throw this.refusal
  }

  #storageKey(key: string): string {
    return formatStorageKey({ prefix: this.prefix, key })
  }

  async #await(meaning: ListMeaning, position?: ListPosition): Promise<void> {
    if (position?.revision !== undefined) await this.view.reach(position.revision)
    else if ('revision' in meaning) await this.view.reach(meaning.revision)
    else if (meaning.meaning === 'MostRecent' || position) await this.view.catchUp()
  }

  #stateFor(meaning: ListMeaning, position: ListPosition | undefined): VersionedState {
    const revision = position?.revision ?? (meaning.meaning === 'Exact' ? meaning.revision : undefined)
    if (revision === undefined) return { tree: this.state.rows, revision: this.view.revision }
    return { tree: this.state.at(revision), revision }
  }
}
