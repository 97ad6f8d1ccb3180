/**
 * The interface of everything that has a say in writes.
 *
 * @module
 */

import type { Draft } from 'immer'
import { type ApiError, type ApiObject, forbidden, type UserInfo } from '../meta/index.js'

/** What a write does. An apply or a PUT that finds nothing is a CREATE; a patch is an UPDATE. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE'

/** A write, as admission plugins see it. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation
  /** API group, version and plural that the request names, such as `apps`, `v1`, `deployments`. */
  readonly group: string
  readonly version: string
  readonly resource: string
  /** Kind of {@link AdmissionAttributes.object}: `Scale` for the subresource of that name. */
  readonly kind: string
  /** Such as `status`; empty for the object itself. */
  readonly subresource: string
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  /** Empty when the server is still to make a name from `generateName`. */
  readonly name: string
  readonly user: UserInfo
  /** True when the request is only tried: nothing may happen elsewhere because of it. */
  readonly dryRun: boolean
  /** The new state, frozen, in the version of the request, with defaults; undefined for DELETE. */
  readonly object: ApiObject | undefined
  /** The stored state, frozen, in the version of the request; undefined for CREATE. */
  readonly oldObject: ApiObject | undefined
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
}

/**
 * Has a say in writes. All `mutate` functions run first, in the order of the plugins; then the object is judged by its
 * schema; then all `validate` functions run. Who throws refuses the whole request: an {@link ApiError} as it is, anything
 * else as a 500 that tells the client nothing.
 *
 * @see Specification, "Admission control"
 */
export interface AdmissionPlugin {
  /** Names the plugin in messages. */
  readonly name: string
  /**
   * Whether a write makes the plugin do something beyond its answer. Such a plugin refuses dry runs, unless it leaves that
   * out by itself when {@link AdmissionAttributes.dryRun} says so (`NoneOnDryRun`). Default `None`.
   */
  readonly sideEffects?: 'None' | 'NoneOnDryRun' | 'Some'
  /** Whether the plugin looks at a write at all; it looks at every one when absent. */
  readonly handles?: (attributes: AdmissionAttributes) => boolean
  /**
   * Changes the new state of a CREATE or UPDATE. Defaults are filled in again afterwards; `managedFields` stay as they are.
   *
   * @param object - A draft: change it as if it were a plain object.
   * @param attributes - The write; its `object` is the state before the change.
   */
  readonly mutate?: (object: Draft<ApiObject>, attributes: AdmissionAttributes) => void | Promise<void>
  /**
   * Takes part in the mutating phase of a DELETE, which has no new state to change: it may refuse by throwing, or warn.
   *
   * @param attributes - The delete; its `oldObject` is what is to go.
   */
  readonly beforeDelete?: (attributes: AdmissionAttributes) => void | Promise<void>
  /** Refuses a write by throwing; {@link admissionDenied} makes the error. */
  readonly validate?: (attributes: AdmissionAttributes) => void | Promise<void>
}

/**
 * The error of a plugin that refuses a write: 403 Forbidden.
 *
 * @param attributes - The write.
 * @param reason - Why, for people.
 */
export function admissionDenied({ group, resource, name }: AdmissionAttributes, reason: string): ApiError {
  return forbidden({ group, resource }, name, reason)
}
