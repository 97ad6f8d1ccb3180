/**
 * State: revisions, rows, pages, snapshots and watches, all answered from one view of a storage engine.
 *
 * @module
 */

export type * from './options.js'
export { encodeObject, storedSize } from './rows/object-bytes.js'
export { ObjectCache } from './rows/object-cache.js'
export { formatStorageKey, parseStorageKey } from './rows/storage-key.js'
export { SharedLocks } from './shared-locks.js'
export { type ReservationListener, SharedReservations } from './shared-reservations.js'
export { isRoutedResource } from './storage-routes.js'
export { closeUnused } from './storage-users.js'
export { createStore } from './store.js'
export type * from './types.js'
export { parseResourceVersion } from './view/list-semantics.js'
