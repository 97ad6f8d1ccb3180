/**
 * What a plane offers to its admission plugins: its state, its types, its clock.
 *
 * @module
 */

import type { Authorizer } from '../authz/index.js'
import type { ApiObject, Clock, Dialect, GroupResource, LabelSelector, Random } from '../meta/index.js'
import type { Schema } from '../schema/index.js'
import type { SharedReservations } from '../store/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import type { AdmissionMetrics } from './metrics.js'

/** Follows the objects of a type, synchronously with their commits. */
export interface ObjectListener {
  readonly put: (object: ApiObject) => void
  readonly remove: (object: ApiObject) => void
  /** The type was deleted with all its objects. */
  readonly end?: () => void
  /**
   * Called when `put` was called for all objects that existed at the start. With it, they are delivered over several turns of the event
   * loop, and later changes after them: there may be many, of which each has to be parsed.
   */
  readonly started?: () => void
}

/** An object of a list, parsed on access: a list may be larger than the memory, and takes longer than a turn. */
export interface ListedObject {
  /** Bytes of its JSON. */
  readonly size: number
  readonly object: ApiObject
}

/** The objects of the plane, in their storage version. */
export interface AdmissionObjects {
  /**
   * The newest state of an object in memory.
   *
   * @param resource - Its type.
   * @param name - Its name.
   * @param namespace - Empty for cluster-scoped types.
   * @returns Undefined when there is none, or no such type.
   */
  get(resource: GroupResource, name: string, namespace?: string): ApiObject | undefined
  /** The objects of a type, in one namespace if given. Their number is not limited, so they are read over several turns. */
  list(resource: GroupResource, namespace?: string, labelSelector?: LabelSelector): Promise<readonly ListedObject[]>
  /**
   * Follows all objects of a type, present and future.
   *
   * @returns A function that stops.
   */
  follow(resource: GroupResource, listener: ObjectListener): () => void
  /**
   * Creates an object like a client's request, with the plane as user.
   *
   * @param resource - Its type.
   * @param object - The object, in any version of its type.
   * @throws {@link ApiError} As for a client.
   */
  create(resource: GroupResource, object: ApiObject): Promise<void>
  /**
   * Stores a new state of an object without admission and validation.
   *
   * @param resource - Its type.
   * @param object - The new state, in the storage version of the type.
   * @returns False when the object has another `resourceVersion` by now.
   */
  replace(resource: GroupResource, object: ApiObject): Promise<boolean>
}

/** A resource in one version. */
export interface ServedResourceName extends GroupResource {
  readonly version: string
  readonly kind: string
}

/** A type, as plugins know it. */
export interface AdmissionType extends ServedResourceName {
  readonly namespaced: boolean
  readonly schema: Schema | undefined
}

/** The types of the plane. */
export interface AdmissionTypes {
  /** Finds a type by the `apiVersion` and `kind` of an object. */
  ofKind(apiVersion: string, kind: string): AdmissionType | undefined
  /** The served versions of a type, and of types with the same objects. */
  equivalents(resource: GroupResource): readonly ServedResourceName[]
  /**
   * Converts an object to another version of its type.
   *
   * @param object - In any version of the type.
   * @param to - One of the equivalents of its type.
   * @throws {@link ApiError} 500 when its conversion webhook fails.
   */
  convert(object: ApiObject, to: ServedResourceName): Promise<ApiObject>
}

/** What a plane offers to its admission plugins. */
export interface AdmissionSources {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly random: Random
  readonly authorizer: Authorizer
  readonly objects: AdmissionObjects
  readonly types: AdmissionTypes
  /** Calls webhooks; undefined when the plane has no transport for them. */
  readonly webhooks?: WebhookTransport | undefined
  /**
   * Receives measurements; absent without metrics.
   *
   * @internal
   */
  readonly metrics?: AdmissionMetrics | undefined
  /**
   * The reservations of writes of a type, shared by the processes over one storage; undefined where no other process can write.
   *
   * @internal
   */
  readonly reservationsOf?: (resource: GroupResource) => Pick<SharedReservations, 'follow' | 'add' | 'catchUp'> | undefined
  /** Called with failures of background work. */
  readonly reportError: (error: unknown) => void
}
