/**
 * The words of the store: rows, reads at a revision, pages, watch events.
 *
 * @module
 */

import type { Observable } from 'rxjs'
import type { ApiObject, FieldSelector, LabelSelector } from '../meta/index.js'

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
  /** The object, parsed on demand, deeply frozen, held weakly. */
  readonly object: ApiObject
  /** The object as JSON, with its `resourceVersion`. A new array on each call; the caller may keep it. */
  json(): Uint8Array
  /** Length of `json()` in bytes. */
  readonly jsonLength: number
  /**
   * Copies `json()` into a larger buffer.
   *
   * @param target - Where to write; has room for `jsonLength` bytes from `offset`.
   * @param offset - Where to start.
   * @returns The offset after the last byte.
   */
  writeJson(target: Uint8Array, offset: number): number
}

/** What a list or watch looks at. */
export interface Selection {
  /** Only objects of this namespace; all when undefined. */
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

/** A watch request. */
export interface WatchQuery extends Selection, VersionQuery {
  readonly allowWatchBookmarks?: boolean
  readonly sendInitialEvents?: boolean
  /** Ends the stream after so many seconds; no limit of the store's own when undefined. */
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
export type WatchEvent = ObjectEvent | BookmarkEvent

/** How a write ended. */
export type WriteResult =
  | { readonly outcome: 'committed'; readonly row: Row }
  | { readonly outcome: 'conflict' }

/** What a collection has to know of its resource type. */
export interface CollectionOptions {
  /** Prefix of its keys in storage, such as `apps/deployments`; unique among the collections of a store. */
  readonly prefix: string
  readonly namespaced: boolean
  /** Values of selectable fields beyond name and namespace. */
  readonly selectableFields?: (object: ApiObject) => Readonly<Record<string, string>>
}

/** All objects of one resource type. */
export interface Collection {
  readonly prefix: string
  /**
   * Reads one object.
   *
   * @param key - `namespace/name`, or `name`.
   * @param query - How current the answer has to be; Most Recent when empty.
   * @throws {@link ApiError} 400 for a version that is none, 504 for one that is not reached in time.
   */
  get(key: string, query?: VersionQuery): Promise<Row | undefined>
  /** The newest row that the view holds, without asking the engine. */
  peek(key: string): Row | undefined
  /** How many objects there are now. */
  readonly size: number
  /** @throws {@link ApiError} 400, 410, 422 or 504, by the tables of the specification. */
  list(query: ListQuery): Promise<Page>
  /**
   * Watches a selection. Errors arrive through the Observable as {@link ApiError}: 410 for a version no longer held.
   * Each subscription is one watch; events are delivered synchronously with the commits.
   */
  watch(query: WatchQuery): Observable<WatchEvent>
  /**
   * Writes an object if its key still has the expected revision.
   *
   * @param key - `namespace/name`, or `name`.
   * @param expectedRevision - 0 when the object must not exist.
   * @param object - The new state. Its `resourceVersion` is ignored. The store freezes it.
   */
  put(key: string, expectedRevision: number, object: ApiObject): Promise<WriteResult>
  /**
   * Removes an object if its key still has the expected revision.
   *
   * @returns The row removed, with the revision of the removal.
   */
  remove(key: string, expectedRevision: number): Promise<WriteResult>
}

/** Limits of the history that exact reads, pages and watches go back to. */
export interface HistoryLimits {
  /** Seconds; default 300. */
  readonly windowSeconds?: number
  /** Changes a collection; default 100,000. */
  readonly maxEvents?: number
  /** Bytes of superseded objects a collection; default 64 MiB. */
  readonly maxBytes?: number
}
