/**
 * The store alone, without HTTP or types: objects with revisions, pages, snapshots and watches over a storage engine.
 *
 * @module
 */

export {
  createStore,
  type Store,
  type Collection,
  type Row,
  type Page,
  type StoreEvent,
  type ObjectEvent,
} from '../store/index.js'
