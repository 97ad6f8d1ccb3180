/**
 * What a plane offers to its admission plugins: its state, its types, its clock.
 *
 * @module
 */

import type { Authorizer } from '../authz/index.js'
import type { ApiObject, Clock, Dialect, GroupResource, LabelSelector, Random } from '../meta/index.js'
import type { Schema } from '../schema/index.js'
import type { WebhookTransport } from '../webhook/index.js'
import type { AdmissionMetrics } from './metrics.js'

/** Is told of the objects of a type, synchronously with their commits. */
export interface ObjectListener {
  readonly put: (object: ApiObject) => void
  readonly remove: (object: ApiObject) => void
  /** The type is gone, and all its objects with it. */
  readonly end?: () => void
}

/** The objects of the plane, in the version that they are stored in. */
export interface AdmissionObjects {
  /**
   * The newest state of an object that the plane holds.
   *
   * @param resource - Its type.
   * @param name - Its name.
   * @param namespace - Empty for cluster-scoped types.
   * @returns Undefined when there is none, or no such type.
   */
  get(resource: GroupResource, name: string, namespace?: string): ApiObject | undefined
  /** The objects of a type, of one namespace if one is named. */
  list(resource: GroupResource, namespace?: string, labelSelector?: LabelSelector): Promise<readonly ApiObject[]>
  /**
   * Tells of all objects of a type, now and later.
   *
   * @returns A function that stops.
   */
  follow(resource: GroupResource, listener: ObjectListener): () => void
  /**
   * Creates an object as a client would do it, as the plane itself.
   *
   * @param resource - Its type.
   * @param object - The object, in any version of its type.
   * @throws {@link ApiError} what a client would be told.
   */
  create(resource: GroupResource, object: ApiObject): Promise<void>
  /**
   * Stores another state of an object beneath the verbs: no rule has a say in it.
   *
   * @param resource - Its type.
   * @param object - The new state, in the version that the type is stored in.
   * @returns False when the object is not any more in the version that `resourceVersion` says.
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
  /** Finds a type by the words of an object. */
  ofKind(apiVersion: string, kind: string): AdmissionType | undefined
  /** The served versions of a type, and of the types that show the same objects. */
  equivalents(resource: GroupResource): readonly ServedResourceName[]
  /**
   * Shows an object in another version of its type.
   *
   * @param object - In any version of the type.
   * @param to - One of the equivalents of its type.
   * @throws {@link ApiError} 500 when a webhook converts the type, and does not.
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
  /** Reaches webhooks; undefined when the plane has no way out to them. */
  readonly webhooks?: WebhookTransport | undefined
  /**
   * Takes measurements; absent where nobody does.
   *
   * @internal
   */
  readonly metrics?: AdmissionMetrics | undefined
  /** Takes failures of work that nobody waits for. */
  readonly reportError: (error: unknown) => void
}
