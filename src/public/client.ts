/**
 * Clients: the verbs of every type of a plane, informers and controllers.
 *
 * This half runs wherever there is `fetch`. What needs Node, such as configuration files and client certificates, is in
 * `binnacle/client/node`; a client of a plane in the same process is `plane.client()`.
 *
 * @module
 */

// Verbs.
// Objects, as clients take and give them.
export type {
  AppliedObject,
  ApplyOptions,
  Client,
  DeleteOptions,
  GetOptions,
  JsonPatchOperation,
  ListOptions,
  ObjectClient,
  ObjectInput,
  ObjectList,
  Patch,
  RequestOptions,
  ResourceClient,
  ResourceOptions,
  ResourceType,
  ScaleFields,
  SelectionOptions,
  ServedType,
  SubresourceClient,
  UpdateWithRetryOptions,
  WriteOptions,
} from '../client/index.js'
// Connecting.
// Errors.
// Watches and informers.
// Controllers.
export {
  type Activity,
  type Change,
  type ClientOptions,
  type ClientRuntime,
  ConnectionError,
  type Controller,
  type ControllerOptions,
  connectWithFetch,
  controller,
  type EventNote,
  type Fetch,
  type FetchConnectOptions,
  type HttpClientOptions,
  type HttpCredentials,
  type Impersonation,
  type IndexFunction,
  type Informer,
  type InformerOptions,
  informer,
  isAlreadyExists,
  isConflict,
  isExpired,
  isNotFound,
  isTransient,
  keyOf,
  type LeaderElectionOptions,
  type LeaseFields,
  lead,
  ownedBy,
  pause,
  type ReconcileContext,
  type ReconcileResult,
  type RetryDelays,
  recordEvent,
  type Watchable,
  type WatchEvent,
  type WatchedResource,
  type WatchOptions,
} from '../client/index.js'
export type { FieldValidation } from '../registry/index.js'
