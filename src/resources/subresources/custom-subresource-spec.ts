/**
 * The spec of an action subresource, as an embedder writes it.
 *
 * @module
 */

import type { ApiObject, UserInfo } from '../../meta/index.js'
import type { VersionSchema } from '../typed/written-schema.js'

/** The context of an action subresource. */
export interface SubresourceContext {
  readonly user: UserInfo
  /** Empty for cluster-scoped types. */
  readonly namespace: string
  readonly name: string
  /** The object that the subresource belongs to, frozen, in the version of the request. */
  readonly object: ApiObject
  /** True for a dry run: the action must have no effect. */
  readonly dryRun: boolean
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
}

/** An action subresource, as `restart` of `widgets/lamp/restart`. */
export interface CustomSubresource {
  /** Kind of the request and response body, such as `WidgetRestart`, in the group and version of its type. */
  readonly kind: string
  /** Schema of its fields besides metadata, as in a version of a type. Without one it may hold anything. */
  readonly schema?: VersionSchema
  /**
   * Performs the action. Called after authorization (`create` of `widgets/restart`), defaults, admission (a CREATE with that
   * subresource) and validation. Use `plane.client()` of the plane for further requests.
   *
   * @param request - The body, with defaults.
   * @param context - The caller, and the object.
   * @returns Fields of the response that differ from the request, such as `{ status: {...} }`; nothing for none.
   * @throws {@link ApiError} is returned to the client; any other error is a 500.
   */
  // A method (bivariant parameters), so that a program may declare the type that its own schema guarantees.
  // biome-ignore lint/suspicious/noConfusingVoidType: many return nothing, and say so by their type.
  create(request: ApiObject, context: SubresourceContext): object | void | Promise<object | void>
}
