/**
 * Kind-specific behaviour (the strategy), and the context of a write.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { ApiObject, FieldError, GroupResource, Random, UserInfo } from '../../meta/index.js'

/** The context of a write, for strategies. */
export interface StrategyContext {
  readonly user: UserInfo
  readonly nowMs: number
  readonly random: Random
  /** Version of the API in the request, such as `v1beta1`; the object itself is in the storage version. */
  readonly version: string
  /** Subresource being written, or empty. */
  readonly subresource: string
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
  /** Adds an annotation to the audit event of the request; optional. */
  readonly annotate?: (key: string, value: string) => void
}

/** An action that a user may need the right to. */
export interface AskedRight extends GroupResource {
  readonly verb: string
  readonly name: string
  /** That of the written object by default. */
  readonly version?: string
  /** That of the written object by default. */
  readonly namespace?: string
}

/** Authorization context, for changes that need rights beyond those of the verb. */
export interface ChangeContext {
  readonly user: UserInfo
  /** Lists the rights of the user. */
  readonly authorizer: Authorizer
  /** Namespace of the object; empty for cluster-scoped types. */
  readonly namespace: string
  /** Name in the URL of the request; empty for a create, which is authorized without an object name. */
  readonly name: string
  /** Whether the user may also perform this action. */
  readonly allows: (asked: AskedRight) => Promise<boolean>
  /** The type of objects of a kind; undefined when the plane does not serve it. */
  readonly typeOf: (apiVersion: string, kind: string) => GroupResource | undefined
  /** The stored object of another type, in the same namespace if namespaced; undefined when there is none. */
  readonly find: (resource: GroupResource, name: string) => ApiObject | undefined
}

/**
 * Kind-specific behaviour. Every member is optional; objects are passed frozen and returned new. Objects are in the storage
 * version.
 */
export interface Strategy {
  /** Messages for a name that violates the kind's rule; DNS subdomain by default. `prefix` is true for `generateName`. */
  readonly validateName?: (name: string, prefix: boolean) => readonly string[]
  /** Whether finalizers may be names without a domain. Default: those of custom types may. */
  readonly plainFinalizers?: boolean
  /** Whether PUT on a name that does not exist creates the object. Default false. */
  readonly allowCreateOnUpdate?: boolean
  /** Whether a create may set the status. Default false. */
  readonly createsStatus?: boolean
  /** Whether an update may omit `resourceVersion`. Default true. */
  readonly allowUnconditionalUpdate?: boolean
  /**
   * What `metadata.generation` counts, of kinds that have one: changes of these metadata as well as of the desired state, or no
   * changes at all. Default: changes of the desired state.
   */
  readonly generationCounts?: 'annotations' | 'labels' | 'nothing'
  /** Whether `managedFields` are recorded only from the first apply on. Default false: from creation on. */
  readonly ownedFromApply?: boolean
  /** Whether a completed delete returns the object instead of a Status. Default false. */
  readonly returnsDeletedObject?: boolean
  /** The kind in error responses for invalid objects. Default: that of the type. */
  readonly refusedAs?: { readonly group: string; readonly kind: string }
  /** Sets defaults, before validation, on create and update. */
  readonly defaults?: (object: ApiObject) => ApiObject
  /** Sets the fields that clients cannot choose on create. */
  readonly prepareForCreate?: (object: ApiObject, context: StrategyContext) => ApiObject
  /** Sets the fields that clients cannot choose on update. */
  readonly prepareForUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => ApiObject
  /**
   * Asynchronous or long work right before `validateCreate` or `validateUpdate`, which receive the very same objects; undefined
   * when there is none.
   */
  readonly prepareToValidate?: (object: ApiObject, live?: ApiObject) => Promise<void> | undefined
  readonly validateCreate?: (object: ApiObject, context: StrategyContext) => readonly FieldError[]
  readonly validateUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => readonly FieldError[]
  /**
   * Warnings of a valid object, for the client; those of validation would be lost among its errors.
   *
   * @param object - The state to store.
   * @param live - The stored state; undefined for a new object.
   */
  readonly warnings?: (object: ApiObject, live: ApiObject | undefined) => readonly string[]
  /**
   * Refuses a change that needs more rights than its verb. Called before validation, whose errors unauthorized callers must not
   * see; also for dry runs, but not for callers that may do everything.
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
  /** Whether deletion skips propagation, as objects of the kind have no dependents. Default false. */
  readonly hasNoDependents?: boolean
  /** Whether something besides `metadata.finalizers` blocks the deletion of an object. */
  readonly holdsDeletion?: (object: ApiObject) => boolean
  /**
   * Seconds for which a deleted object stays, until a delete with a grace period of 0: an agent is to end what it stands for. Objects
   * of kinds without this member are deleted at once.
   *
   * @param object - The stored object, not terminating yet.
   * @param asked - From the options of the delete; undefined when it leaves the period to the object.
   * @returns The period; a negative one counts as 1.
   */
  readonly gracePeriodSeconds?: (object: ApiObject, asked: number | undefined) => number
  /** A reason that forbids deletion (403); undefined when there is none. */
  readonly forbidDelete?: (object: ApiObject) => string | undefined
  /**
   * Time to live of a new or updated object, in seconds; it is removed afterwards. Unlimited when absent.
   */
  readonly timeToLiveSeconds?: (object: ApiObject) => number | undefined
}

/** How the object of a virtual request is deleted. */
export interface RemoveOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** The context of a request to a virtual type. */
export interface ReviewContext extends StrategyContext {
  /** Namespace of the request; empty for cluster-scoped types. */
  readonly namespace: string
  /** Name of the object concerned; empty when there is none. */
  readonly name: string
  /** Whether the request is a dry run. */
  readonly dryRun: boolean
  /** Reads the most recent state of an object; undefined when there is none. `namespace` is empty for cluster-scoped types. */
  readonly read: (resource: GroupResource, namespace: string, name: string) => Promise<ApiObject | undefined>
  /** Reads the most recent state of the objects of a type in a namespace; empty for an unknown type. */
  readonly list: (resource: GroupResource, namespace: string) => Promise<readonly ApiObject[]>
  /**
   * Stores a state that was derived from a read one, without the validation for clients.
   *
   * @returns False when another write came in between.
   */
  readonly replace: (resource: GroupResource, object: ApiObject) => Promise<boolean>
  /**
   * Deletes the object of the request. Admission plugins are called only for the request itself.
   *
   * @throws {@link ApiError} 404, or 409 for preconditions.
   */
  readonly remove: (options: RemoveOptions) => Promise<void>
}
