/**
 * State alone, without HTTP or types: objects with revisions, pages, snapshots and watches over a storage engine.
 *
 * @module
 */

export {
  createStore,
  type Store,
  type StoreOptions,
  type Collection,
  type CollectionOptions,
  type Row,
  type WriteResult,
  type ListQuery,
  type Page,
  type WatchQuery,
  type StoreEvent,
  type ObjectEvent,
  type BookmarkEvent,
  type Selection,
  type VersionQuery,
} from '../store/index.js'
