/**
 * The types of the store: rows, reads at a revision, pages, watch events.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { ApiObject, Expanded, FieldSelector, LabelSelector } from '../meta/index.js'
import type { StorageTransaction } from '../storage/index.js'

/** How a row is encoded. */
export interface RowWriteOptions {
  /** Leaves out `kind` and `apiVersion`, as lists of built-in kinds do with their items. */
  readonly withoutType?: boolean
}

/**
 * A stored object: bytes, plus the few facts that selectors use. Immutable.
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
  /**
   * Whether this process wrote the object. Others may know the type by an older definition, or have done so in an earlier run.
   *
   * @internal
   */
  readonly isOwn: boolean
  readonly labels: Readonly<Record<string, string>> | undefined
  /** Values of the type's selectable fields, by path; `metadata.name` and `metadata.namespace` come from the key. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /**
   * The object with its `resourceVersion`, deeply frozen. Parsed on demand and cached for a short while only.
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

/** The selection of a list or watch. */
export interface Selection {
  /** Only objects of this namespace; all when undefined or empty. */
  readonly namespace?: string
  readonly labelSelector?: LabelSelector
  readonly fieldSelector?: FieldSelector
}

/** How current a read has to be. */
export interface VersionQuery {
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: string
}

/** A list request. */
export interface ListQuery extends Selection, VersionQuery {
  /** Objects a page; all when undefined or not positive. */
  readonly limit?: number
  /** `metadata.continue` of the previous page. */
  readonly continue?: string
  /** For watches; refused in a list. */
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

/** How fast a watcher takes the start of the watch: the state, or the history replayed. */
export interface WatchPace {
  /** Whether there is room for one more event. Read before each. */
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
   * Set by followers of a collection within the process: the whole state is delivered within the subscription, however large it
   * is, and an unreadable row is passed on and does not end the watch.
   */
  readonly follows?: boolean
  /** Called once, when the initial state or history was delivered. */
  readonly onStarted?: () => void
  /**
   * How fast that may be delivered; undefined for some in each turn of the event loop.
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
  /** @internal The object before an update; `at` shows it at a later revision. */
  readonly before?: Row & { at(revision: number): Row }
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

/** The result of a write. */
export type WriteResult = Expanded<{ readonly outcome: 'committed'; readonly row: Row } | { readonly outcome: 'conflict' }>

/** What a collection knows of its resource type. */
export interface CollectionOptions {
  /** Prefix of its keys in storage, such as `apps/deployments`; unique among the collections of a store. */
  readonly prefix: string
  readonly namespaced: boolean
  /**
   * Values of selectable fields beyond name and namespace.
   *
   * @param object - As it is stored.
   * @param isOwn - Whether this process is just writing it. Others may know the type by another definition.
   */
  readonly selectableFields?: (object: ApiObject, isOwn: boolean) => Readonly<Record<string, string>>
  /** Seconds after which the storage may remove an object, where it can; undefined for one that stays. */
  readonly lifetimeSeconds?: (object: ApiObject) => number | undefined
  /** Prefix of the collection whose route it shares. Default: its own. */
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
   * @throws {@link ApiError} 400 for an invalid version, 504 for one that is not reached in time.
   */
  get(key: string, query?: VersionQuery): Promise<Row | undefined>
  /** Reads the current object; synchronously where the view shows every commit as soon as it is made. */
  newest(key: string): Row | undefined | Promise<Row | undefined>
  /** The newest row that the view holds, without asking the engine. */
  peek(key: string): Row | undefined
  /** The current number of objects. */
  readonly size: number
  /** The newest revision that reads and watches show. */
  readonly revision: number
  /** Bytes of the largest object that the storage takes; undefined without a limit. */
  readonly maxValueBytes: number | undefined
  /** Whether other processes may write to the storage too, so that the view may be behind. */
  readonly isShared: boolean
  /** @throws {@link ApiError} 400, 410, 422 or 504, by the tables of the specification. */
  list(query: ListQuery): Promise<Page>
  /**
   * Watches a selection. Each subscription is one watch; events are delivered synchronously with the commits. The initial
   * state is delivered within the subscription where the engine's followers are current; of a large one
   * the first events are, and the others some in each turn of the event loop, followed by changes of that time. A watcher that
   * takes longer than the history reaches back gets 410.
   *
   * Errors arrive through the Observable as {@link ApiError}: 400 and 422 for an invalid query, always within the
   * subscription; 410 for a version that is no longer held.
   */
  watch(query: WatchQuery): Observable<StoreEvent>
  /**
   * Follows all objects until the collection is dropped, for control loops and indexes: the current state
   * comes first, within the subscription, then each change. Where a watch would end with 410 because events are missing
   * this continues with the difference between the states before and after.
   */
  follow(): Observable<ObjectEvent>
  /**
   * Reads the selectable fields of all objects again, as the type has changed. Watches complete, and earlier revisions cannot be
   * shown any more: a watch from one of them would miss objects that enter or leave its selection.
   */
  reselect(): void
  /**
   * Writes an object if its key still has the expected revision. Resolves when reads and watches show it.
   *
   * @param key - `namespace/name`, or `name`.
   * @param expectedRevision - 0 when the object must not exist.
   * @param object - The new state. Its `resourceVersion` is ignored. The store freezes it.
   * @param maxBytes - Bytes that it may take in the storage; any number by default.
   * @param transaction - The transaction of the write, whose end makes it visible; none by default.
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
  /** The number of open watches. */
  readonly watcherCount: number
  /**
   * Whether there are stored objects of a type that is not registered (yet).
   *
   * @param prefix - The prefix of its collection.
   */
  hasUnregistered(prefix: string): boolean
  /**
   * Registers a resource type. Its stored objects are visible at once.
   *
   * @throws Error when the prefix is malformed or taken.
   */
  collection(options: CollectionOptions): Collection
  /**
   * Drops a resource type that is no longer served: its watches complete, and the collection answers 404 from then
   * on. Its objects stay in the storage, for a collection that is registered under the prefix again.
   */
  drop(prefix: string): void
  /**
   * Makes exact reads and watches of revisions before the current one answer 410. No effect where the storage has kept
   * commits of an earlier process: clients have seen those.
   */
  forgetHistory(): void
  /** Completes all watches, refuses waiting reads, and closes the storage, unless another store uses it. */
  close(): Promise<void>
}
