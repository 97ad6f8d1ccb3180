/**
 * Clients: the verbs of every type of a plane, in this process or over HTTP.
 *
 * This half runs wherever there is `fetch`. What needs Node, such as configuration files and client certificates, is in
 * `binnacle/client/node`.
 *
 * @module
 */

export { BackOff, type BackOffOptions, pause } from './back-off.js'
export { type Client, type ClientOptions, type ClientParts, createClient, type ResourceOptions } from './client.js'
export { ConnectionError, isAlreadyExists, isConflict, isExpired, isNotFound, isTransient } from './errors.js'
export { type ConnectOptions, connect, type HttpClientOptions } from './http/connect.js'
export type { Credentials, Impersonation } from './http/credentials.js'
export type { Fetch } from './http/send.js'
export { createInProcessClient, type InProcessClientOptions, type InProcessParts } from './in-process/client.js'
export type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  RequestOptions,
  SelectionOptions,
  WriteOptions,
} from './options.js'
export type { ObjectClient, ResourceClient, SubresourceClient, UpdateWithRetryOptions } from './resource-client.js'
export type { ClientRequest, ResourceType, Transport, TransportEvent } from './transport.js'
export type {
  AppliedObject,
  DeepPartial,
  FieldsOf,
  JsonPatchOperation,
  ObjectInput,
  ObjectList,
  Patch,
  ScaleFields,
} from './types.js'
export type { WatchEvent, WatchOptions } from './watch-event.js'
