/**
 * State: revisions, rows, pages, snapshots and watches, all answered from one view of a storage engine.
 *
 * @module
 */

export { formatResourceVersion, parseResourceVersion } from './list-semantics.js'
export { encodeObject, storedSize } from './object-bytes.js'
export { formatStorageKey, type ObjectAddress, parseStorageKey } from './storage-key.js'
export { isRoutedResource } from './storage-routes.js'
export { createStore } from './store.js'
export type * from './types.js'
