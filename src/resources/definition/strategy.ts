/**
 * What a kind does differently from others, and what it may ask about the write at hand.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { ApiObject, FieldError, GroupResource, Random, UserInfo } from '../../meta/index.js'

/** What a strategy may ask about the write at hand. */
export interface StrategyContext {
  readonly user: UserInfo
  readonly nowMs: number
  readonly random: Random
  /** Subresource being written, or empty. */
  readonly subresource: string
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
  /** Writes an annotation into the audit event of the request; dropped when absent. */
  readonly annotate?: (key: string, value: string) => void
}

/** What a strategy may ask about rights that a change needs beyond those of its verb. */
export interface ChangeContext {
  readonly user: UserInfo
  /** Lists the rights of the user. */
  readonly authorizer: Authorizer
  /** Namespace of the object; empty for cluster-scoped types. */
  readonly namespace: string
  /** Name in the address of the request; empty for a create, which is authorized without the name of what it creates. */
  readonly name: string
  /** Whether the user may do this too, in the namespace of the object. */
  readonly allows: (asked: GroupResource & { readonly verb: string; readonly name: string }) => Promise<boolean>
  /** The stored object of another type, in the same namespace where it is in one; undefined when there is none. */
  readonly find: (resource: GroupResource, name: string) => ApiObject | undefined
}

/**
 * What a kind does differently. Every member is optional; objects are given frozen and returned new. Objects are in the
 * storage version.
 */
export interface Strategy {
  /** Messages for a name that breaks the kind's rule; DNS subdomain when absent. `prefix` is true for `generateName`. */
  readonly validateName?: (name: string, prefix: boolean) => readonly string[]
  /** Whether finalizers may be names without a domain. Default: those of custom types may. */
  readonly plainFinalizers?: boolean
  /** Whether PUT on a name that does not exist creates the object. Default false. */
  readonly allowCreateOnUpdate?: boolean
  /** Whether a create may set the status. Default false. */
  readonly createsStatus?: boolean
  /** Whether an update may leave `resourceVersion` out. Default true. */
  readonly allowUnconditionalUpdate?: boolean
  /** Whether `managedFields` are kept only from the first apply on. Default false: they are from the creation on. */
  readonly ownedFromApply?: boolean
  /** Whether a completed delete answers with the object instead of a Status. Default false. */
  readonly returnsDeletedObject?: boolean
  /** The kind that refusals of a bad object name. Default: that of the type. */
  readonly refusedAs?: { readonly group: string; readonly kind: string }
  /** Fills in defaults, before validation, on create and update. */
  readonly defaults?: (object: ApiObject) => ApiObject
  /** Sets the fields that a creator does not decide. */
  readonly prepareForCreate?: (object: ApiObject, context: StrategyContext) => ApiObject
  /** Sets the fields that an updater does not decide. */
  readonly prepareForUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => ApiObject
  /**
   * Asynchronous work, or work of several turns of the event loop, just before `validateCreate` or `validateUpdate`
   * get the very same objects; undefined when there is nothing.
   */
  readonly prepareToValidate?: (object: ApiObject, live?: ApiObject) => Promise<void> | undefined
  readonly validateCreate?: (object: ApiObject, context: StrategyContext) => readonly FieldError[]
  readonly validateUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => readonly FieldError[]
  /**
   * Refuses a change that needs more rights than its verb. Called before validation, whose errors are not for
   * unauthorized callers; for dry runs too, and not for callers that may do everything.
   *
   * @param object - The state to store.
   * @param live - The stored state; undefined for a new object.
   * @throws {@link ApiError} 403.
   */
  readonly authorizeChange?: (object: ApiObject, live: ApiObject | undefined, context: ChangeContext) => Promise<void>
  /**
   * Changes an object when it is marked for deletion.
   *
   * @param object - With the deletion marks set.
   * @param live - Without them.
   */
  readonly prepareForDelete?: (object: ApiObject, live: ApiObject) => ApiObject
  /** Whether dependents are orphaned by a delete without a propagation policy. Default false. */
  readonly orphansByDefault?: boolean
  /** Finalizers that a delete adds. */
  readonly deletionFinalizers?: (object: ApiObject) => readonly string[]
  /** Whether deletion asks nothing about dependents, as objects of the kind have none. Default false. */
  readonly hasNoDependents?: boolean
  /** Whether something besides `metadata.finalizers` holds an object that is being deleted. */
  readonly holdsDeletion?: (object: ApiObject) => boolean
  /** A reason that forbids deletion, answered with 403; undefined when there is none. */
  readonly forbidDelete?: (object: ApiObject) => string | undefined
  /**
   * How long a new or rewritten object lives, in seconds; it is removed after that. Unlimited when absent.
   */
  readonly timeToLiveSeconds?: (object: ApiObject) => number | undefined
}

/** How the object that a question is about is deleted. */
export interface RemoveOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** What a virtual type may ask about the request that it answers. */
export interface ReviewContext extends StrategyContext {
  /** Namespace of the request; empty for cluster-scoped types. */
  readonly namespace: string
  /** Name of the object that the question is about; empty when it is about none. */
  readonly name: string
  /** Whether the request is only tried. */
  readonly dryRun: boolean
  /** Reads an object, the most recent state; undefined when there is none. `namespace` is empty for cluster-scoped types. */
  readonly read: (resource: GroupResource, namespace: string, name: string) => Promise<ApiObject | undefined>
  /** Reads the objects of a type in a namespace, the most recent state; none of a type that there is not. */
  readonly list: (resource: GroupResource, namespace: string) => Promise<readonly ApiObject[]>
  /**
   * Stores a state that was derived from one that was read, without the rules for clients.
   *
   * @returns False when another write came in between.
   */
  readonly replace: (resource: GroupResource, object: ApiObject) => Promise<boolean>
  /**
   * Deletes the object of the request. Plugins are called for the request alone.
   *
   * @throws {@link ApiError} 404, or 409 for preconditions.
   */
  readonly remove: (options: RemoveOptions) => Promise<void>
}
