/**
 * State alone, without HTTP or types: objects with revisions, pages, snapshots and watches over a storage engine.
 *
 * @module
 */

export {
  type BookmarkEvent,
  type Collection,
  type CollectionOptions,
  createStore,
  type ListQuery,
  type ObjectEvent,
  type Page,
  type Row,
  type Selection,
  type Store,
  type StoreEvent,
  type StoreOptions,
  type VersionQuery,
  type WatchQuery,
  type WriteResult,
} from '../store/index.js'
