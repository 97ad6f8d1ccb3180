/**
 * Clients: the verbs of every type of a plane, in this process or over HTTP.
 *
 * This half runs wherever there is `fetch`. What needs Node, such as configuration files and client certificates, is in
 * `binnacle/client/node`.
 *
 * @module
 */

export { Activity } from './activity.js'
export { type Client, type ClientOptions, type ClientParts, createClient } from './client.js'
export {
  type Controller,
  type ControllerOptions,
  controller,
  type ReconcileContext,
  type ReconcileResult,
  type WatchedResource,
} from './controller/controller.js'
export { type LeaderElectionOptions, type LeaseFields, lead } from './controller/leader.js'
export { type RetryDelays, WorkQueue } from './controller/work-queue.js'
export { ConnectionError, isAlreadyExists, isConflict, isExpired, isNotFound, isTransient } from './errors.js'
export { connectWithFetch, type FetchConnectOptions, type HttpClientOptions } from './http/connect.js'
export type { HttpCredentials, Impersonation } from './http/credentials.js'
export type { Fetch } from './http/send.js'
export type { InProcessClientOptions, InProcessParts } from './in-process/client.js'
export { type Change, type Informer, type InformerOptions, informer, type Watchable } from './informer/informer.js'
export { type IndexFunction, keyOf } from './informer/object-cache.js'
export type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  RequestOptions,
  SelectionOptions,
  WriteOptions,
} from './options.js'
export { ownedBy } from './owned-by.js'
export { type EventNote, recordEvent } from './record-event.js'
export type { ObjectClient, ResourceClient, SubresourceClient, UpdateWithRetryOptions } from './resource-client.js'
export type { ClientRuntime } from './runtime.js'
export type { ClientRequest, ResourceType, ServedType, Transport, TransportEvent } from './transport.js'
export type {
  AppliedObject,
  DeepPartial,
  FieldsOf,
  JsonPatchOperation,
  ObjectInput,
  ObjectList,
  ObjectOf,
  Patch,
  ScaleFields,
} from './types.js'
export type { WatchEvent, WatchOptions } from './watch-event.js'
