/**
 * Clients: the verbs of every type of a plane, informers and controllers.
 *
 * This half runs wherever there is `fetch`. What needs Node, such as configuration files and client certificates, is in
 * `binnacle/client/node`; a client of a plane in the same process is `plane.client()`.
 *
 * @module
 */

// Connecting.
export {
  connectWithFetch,
  type FetchConnectOptions,
  type HttpClientOptions,
  type ClientOptions,
  type HttpCredentials,
  type Impersonation,
  type Fetch,
} from '../client/index.js'

// Verbs.
export type {
  Client,
  ResourceType,
  ServedType,
  ResourceClient,
  ObjectClient,
  SubresourceClient,
  GetOptions,
  ListOptions,
  SelectionOptions,
  WriteOptions,
  ApplyOptions,
  DeleteOptions,
  UpdateWithRetryOptions,
  RequestOptions,
} from '../client/index.js'
export type { FieldValidation } from '../registry/index.js'

// Objects, as clients take and give them.
export type {
  ObjectInput,
  AppliedObject,
  ObjectList,
  Patch,
  JsonPatchOperation,
  ScaleFields,
} from '../client/index.js'

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
  type WatchOptions,
  type WatchEvent,
  informer,
  type Informer,
  type InformerOptions,
  type Change,
  type IndexFunction,
  type Watchable,
  type ClientRuntime,
  type Activity,
  keyOf,
} from '../client/index.js'

// Controllers.
export {
  controller,
  type Controller,
  type ControllerOptions,
  type ReconcileContext,
  type ReconcileResult,
  type WatchedResource,
  type RetryDelays,
  lead,
  type LeaderElectionOptions,
  type LeaseFields,
  ownedBy,
  recordEvent,
  type EventNote,
} from '../client/index.js'
export { pause } from '../meta/index.js'
