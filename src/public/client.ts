/**
 * Clients: the verbs of every type of a plane, informers and controllers.
 *
 * This part runs wherever there is `fetch`. Parts that need Node, such as kubeconfig files and client certificates, are in
 * `binnacle/client/node`; a client of a plane in the same process is `plane.client()`.
 *
 * @module
 */

// Connecting.
export { connectWithFetch } from '../client/index.js'

// Verbs.
export type {
  Client,
  ResourceType,
  ServedType,
  ResourceClient,
  SubresourceClient,
} from '../client/index.js'

// Objects, as clients take and give them.
export type { ObjectList } from '../client/index.js'

// Errors.
export {
  isNotFound,
  isConflict,
  isAlreadyExists,
  isExpired,
  isTransient,
  ConnectionError,
} from '../client/index.js'

// Watches and informers.
export {
  type WatchEvent,
  informer,
  type Informer,
  keyOf,
} from '../client/index.js'

// Controllers.
export {
  controller,
  type Controller,
  type ControllerOptions,
  type ReconcileContext,
  type ReconcileResult,
  lead,
  ownedBy,
  recordEvent,
} from '../client/index.js'
export { pause } from '../meta/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type {
  ApiObject,
  ObjectMeta,
  StoredMeta,
  OwnerReference,
  Status,
} from '../meta/index.js'
