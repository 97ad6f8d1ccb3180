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
  /** True when the request is only tried: nothing may happen because of it. */
  readonly dryRun: boolean
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
}

/** An action subresource, as `restart` of `widgets/lamp/restart`. */
export interface CustomSubresource {
  /** Kind of what is sent and answered, such as `WidgetRestart`, in the group and version of its type. */
  readonly kind: string
  /** What it holds beside its metadata, as in a version of a type. Without one it may hold anything. */
  readonly schema?: VersionSchema
  /**
   * Does it. Called after authorization (`create` of `widgets/restart`), defaults, admission (a CREATE with that subresource) and
   * validation. A plane of yours does the rest: `plane.client()`.
   *
   * @param request - What was sent, complete with defaults.
   * @param context - The caller, and the object.
   * @returns Members of the answer that differ from what was sent, such as `{ status: {...} }`; nothing for none.
   * @throws {@link ApiError} becomes the answer; anything else is a 500.
   */
  // A method, so that a program may say the type of what its own schema lets through.
  // biome-ignore lint/suspicious/noConfusingVoidType: many return nothing, and say so by their type.
  create(request: ApiObject, context: SubresourceContext): object | void | Promise<object | void>
}
