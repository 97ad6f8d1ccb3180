/**
 * Clients: the verbs of every type of a plane, in this process or over HTTP.
 *
 * This half runs on every platform with `fetch`. Parts that need Node, such as configuration files and client certificates, are
 * in `binnacle/client/node`.
 *
 * @module
 */

export { Activity } from './activity.js'
export { clientOfPlane, pluralName, typeArgument } from './check-arguments.js'
export type { Client } from './client.js'
export { type Controller, controller } from './controller/controller.js'
export type { ControllerOptions, ReconcileContext, ReconcileResult } from './controller/controller-options.js'
export { electionOptions, type LeaderElectionOptions, type LeaseFields, lead, leadOrWork } from './controller/leader.js'
export { WorkQueue } from './controller/work-queue.js'
export { ConnectionError, isAlreadyExists, isConflict, isExpired, isNotFound, isTransient } from './errors.js'
export { connectWithFetch } from './http/connect.js'
export type { InProcessClientOptions } from './in-process/client.js'
export { type Change, type Informer, informer, type Watchable } from './informer/informer.js'
export { InformerRegister } from './informer/informer-register.js'
export { keyOf } from './informer/object-cache.js'
export { nextTurn } from './next-turn.js'
export type { ListOptions } from './options.js'
export { ownedBy } from './owned-by.js'
export { recordEvent } from './record-event.js'
export type { ResourceClient, SubresourceClient } from './resource-client.js'
export type { ClientRuntime } from './runtime.js'
export type { ClientRequest, ResourceType, ServedType, Transport, TransportEvent } from './transport.js'
export type { FieldsOf, ObjectInput, ObjectList, Patch } from './types.js'
export type { WatchEvent, WatchOptions } from './watch-event.js'
