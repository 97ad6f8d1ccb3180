/**
 * The types of the store: rows, reads at a revision, pages, watch events.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { ApiObject, FieldSelector, LabelSelector } from '../meta/index.js'
import type { StorageTransaction } from '../storage/index.js'

/** How a row is written. */
export interface RowWriteOptions {
  /** Leaves out `kind` and `apiVersion`, as lists of built-in kinds do with their items. */
  readonly withoutType?: boolean
}

/**
 * A stored object: bytes first, plus the few facts that are searched. Immutable.
 *
 * The bytes hold the object without its `resourceVersion`, which is only known once the commit has a revision; `json()`
 * and `object` show it in place.
 */
export interface Row {
  /** `namespace/name`, or `name` for cluster-scoped types. */
  readonly key: string
  readonly namespace: string
  readonly name: string
  /** Revision of the commit that wrote the object. */
  readonly revision: number
  readonly labels: Readonly<Record<string, string>> | undefined
  /** Values of the type's selectable fields, by path; `metadata.name` and `metadata.namespace` come from the key. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /**
   * The object with its `resourceVersion`, deeply frozen. Parsed on demand and remembered for a short while only.
   *
   * @throws {@link ApiError} 500 `StoreReadError` when the stored bytes are not an object; `json()` and `writeJson` too.
   */
  readonly object: ApiObject
  /** The object as JSON, with its `resourceVersion`. A new array on each call; the caller may keep it. */
  json(): Uint8Array
  /**
   * Bytes that the object takes in the storage.
   *
   * @internal
   */
  readonly size: number
  /**
   * Length of `json()` in bytes.
   *
   * @internal
   */
  readonly jsonLength: number
  /**
   * Length of the JSON without `kind` and `apiVersion`, in bytes.
   *
   * @internal
   */
  readonly itemLength: number
  /**
   * Whether `json()` begins with some bytes.
   *
   * @param head - The bytes: kind and version, up to the metadata at most.
   * @internal
   */
  beginsWith(head: Uint8Array): boolean
  /**
   * Copies `json()` into a larger buffer.
   *
   * @param target - Where to write; has room for `jsonLength` bytes from `offset`, or `itemLength` without the type.
   * @param offset - Where to start.
   * @param options - Whether `kind` and `apiVersion` are written; they are by default.
   * @returns The offset after the last byte.
   * @internal
   */
  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number
}

/** What a list or watch looks at. */
export interface Selection {
  /** Only objects of this namespace; all when undefined or empty. */
  readonly namespace?: string
  readonly labelSelector?: LabelSelector
  readonly fieldSelector?: FieldSelector
}

/** How current a read has to be, as clients ask for it. */
export interface VersionQuery {
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: string
}

/** A list request. */
export interface ListQuery extends Selection, VersionQuery {
  /** Objects a page; all when undefined or not positive. */
  readonly limit?: number
  /** `metadata.continue` of the page before. */
  readonly continue?: string
  /** Belongs to watches; a list that has it is refused. */
  readonly sendInitialEvents?: boolean
}

/** One page of a list. */
export interface Page {
  readonly rows: readonly Row[]
  /** The revision at which the collection is shown. */
  readonly revision: number
  /** Token of the next page; undefined on the last. */
  readonly continue: string | undefined
  /** Objects after this page; undefined on the last page and with selectors. */
  readonly remainingItemCount: number | undefined
}

/** How fast a watcher takes what the watch starts with: the state, or the history replayed. */
export interface WatchPace {
  /** Whether there is room for one more event. Asked before each. */
  readonly hasRoom: boolean
  /**
   * Waits for room.
   *
   * @param goOn - Called once, in a later turn of the event loop, when there is room; not at all once the watch is over.
   */
  whenRoom(goOn: () => void): void
}

/** A watch request. */
export interface WatchQuery extends Selection, VersionQuery {
  readonly allowWatchBookmarks?: boolean
  readonly sendInitialEvents?: boolean
  /**
   * Set by followers of a collection within the process: the whole state comes within the subscription, however large it
   * is, and a row that cannot be read is passed on and ends nothing.
   */
  readonly follows?: boolean
  /** Called once, when the state or the history that the watch starts with was delivered. */
  readonly onStarted?: () => void
  /**
   * How fast that may be delivered; some in each turn of the event loop when undefined.
   *
   * @internal
   */
  readonly pace?: WatchPace
  /** Ends the stream after so many seconds; at once when negative, and with no limit of the store's own when undefined or 0. */
  readonly timeoutSeconds?: number
}

/** An object entered the selection, changed within it, or left it. */
export interface ObjectEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object; for DELETED its last selected state, with the revision of the change. */
  readonly row: Row
  readonly revision: number
}

/** All changes up to a revision were sent. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK'
  readonly revision: number
  /** True for the bookmark that ends the initial events. */
  readonly initialEventsEnd: boolean
}

/** An event of a watch. */
export type StoreEvent = ObjectEvent | BookmarkEvent

/** How a write ended. */
export type WriteResult = { readonly outcome: 'committed'; readonly row: Row } | { readonly outcome: 'conflict' }

/** What a collection has to know of its resource type. */
export interface CollectionOptions {
  /** Prefix of its keys in storage, such as `apps/deployments`; unique among the collections of a store. */
  readonly prefix: string
  readonly namespaced: boolean
  /** Values of selectable fields beyond name and namespace. */
  readonly selectableFields?: (object: ApiObject) => Readonly<Record<string, string>>
  /** Seconds after which the storage may remove an object by itself, where it can; undefined for one that stays. */
  readonly lifetimeSeconds?: (object: ApiObject) => number | undefined
  /** Prefix of another collection, whose storage it is kept in where there are routes. Default: its own. */
  readonly keptWith?: string
}

/** All objects of one resource type. */
export interface Collection {
  readonly prefix: string
  readonly namespaced: boolean
  /**
   * Reads one object.
   *
   * @param key - `namespace/name`, or `name`.
   * @param query - How current the answer has to be; Most Recent when empty.
   * @throws {@link ApiError} 400 for a version that is none, 504 for one that is not reached in time.
   */
  get(key: string, query?: VersionQuery): Promise<Row | undefined>
  /** Reads one object as of now; at once where the view shows every commit as soon as it is made. */
  newest(key: string): Row | undefined | Promise<Row | undefined>
  /** The newest row that the view holds, without asking the engine. */
  peek(key: string): Row | undefined
  /** How many objects there are now. */
  readonly size: number
  /** Bytes of the largest object that the storage takes; undefined where it has no bound of its own. */
  readonly maxValueBytes: number | undefined
  /** Whether other processes may write to the storage too, so that the view may be behind. */
  readonly isShared: boolean
  /** @throws {@link ApiError} 400, 410, 422 or 504, by the tables of the specification. */
  list(query: ListQuery): Promise<Page>
  /**
   * Watches a selection. Each subscription is one watch; events are delivered synchronously with the commits. What the
   * watch starts with is delivered within the subscription where the engine's followers are current; of many objects the
   * first ones are, and the others some in each turn of the event loop, with the changes of that time after them. A watcher that
   * takes longer over that than the history goes back sees the watch end with 410.
   *
   * Errors arrive through the Observable as {@link ApiError}: 400 and 422 for a query that is none, always within the
   * subscription; 410 for a version that is no longer held.
   */
  watch(query: WatchQuery): Observable<StoreEvent>
  /**
   * Follows all objects until the collection is dropped, for control loops and indexes: what is there
   * comes first, within the subscription, then each change. Where a watch ends with 410, as events are missing
   * from then on, this continues with the difference between the states before and after.
   */
  follow(): Observable<ObjectEvent>
  /**
   * Writes an object if its key still has the expected revision. Resolves when reads and watches show it.
   *
   * @param key - `namespace/name`, or `name`.
   * @param expectedRevision - 0 when the object must not exist.
   * @param object - The new state. Its `resourceVersion` is ignored. The store freezes it.
   * @param maxBytes - Bytes that it may take in the storage; any number by default.
   * @param transaction - What the write is part of, so that reads and watches show it when that has ended; of nothing else by default.
   * @throws {@link ApiError} 413 when it takes more; nothing is written then.
   */
  put(
    key: string,
    expectedRevision: number,
    object: ApiObject,
    maxBytes?: number,
    transaction?: StorageTransaction,
  ): Promise<WriteResult>
  /**
   * Removes an object if its key still has the expected revision.
   *
   * @param transaction - As for `put`.
   * @returns The row removed, with the revision of the removal.
   */
  remove(key: string, expectedRevision: number, transaction?: StorageTransaction): Promise<WriteResult>
}

/** All objects of one storage, by resource type, with their recent past. */
export interface Store {
  /** The newest revision that reads and watches show; of types without a route, where there are routes. */
  readonly revision: number
  /** How many watches there are. */
  readonly watcherCount: number
  /**
   * Registers a resource type. What the storage holds of it is there at once.
   *
   * @throws Error when the prefix is malformed or taken.
   */
  collection(options: CollectionOptions): Collection
  /**
   * Forgets a resource type that is no longer served: its watches complete, and the collection answers 404 from then
   * on. Objects that are left stay in the storage, for a collection that is registered under the prefix again.
   */
  drop(prefix: string): void
  /**
   * Makes exact reads and watches of revisions before the current one answer 410. Does nothing where the storage has kept
   * commits of a process before this one: clients have seen those.
   */
  forgetHistory(): void
  /** Completes all watches, refuses waiting reads, and closes the storage. */
  close(): Promise<void>
}
