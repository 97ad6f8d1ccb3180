/**
 * What a resource type is: its names, its versions, and what its kind does differently.
 *
 * @module
 */

import type { Authorizer } from '../authz/index.js'
import type { ProtobufMessages } from '../codec/index.js'
import type { ApiObject, FieldError, GroupResource, GroupVersionKind, Random, UserInfo } from '../meta/index.js'
import type { Schema } from '../schema/index.js'
import type { AnyResourceSpec } from './check-resource-spec.js'

/** A column of a Table. */
export interface TableColumn {
  readonly name: string
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string
  readonly format?: string
  readonly description?: string
  /** 0 is always shown; greater numbers in wide output only. */
  readonly priority?: number
}

/** How a version of a type is shown as a Table. */
export interface TableDefinition {
  readonly columns: readonly TableColumn[]
  /**
   * The cells of one object, one for each column.
   *
   * @param object - The object in this version.
   * @param nowMs - The time, for ages.
   */
  readonly cells: (object: ApiObject, nowMs: number) => readonly unknown[]
}

/** The scale subresource of a type, by paths as custom resource definitions write them. */
export interface ScaleSubresource {
  /** Such as `.spec.replicas`. */
  readonly specReplicasPath: string
  /** Such as `.status.replicas`. */
  readonly statusReplicasPath: string
  /** Such as `.status.labelSelector`. */
  readonly labelSelectorPath?: string
}

/** Verbs that a resource or subresource takes. */
export type ResourceVerb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** A path below an object: `/status`, `/scale`, `/finalize`. */
export interface Subresource {
  readonly name: string
  readonly verbs: readonly ResourceVerb[]
  /** Kind of its body, when it is not the resource's own. */
  readonly kind?: GroupVersionKind
  /**
   * What a write through this path may change: given the live object and the one that was sent, the object to store.
   * Metadata that the server owns is settled by the registry. Absent, the path changes what the object's own path does.
   */
  readonly merge?: (live: ApiObject, sent: ApiObject) => ApiObject
  /** Set for the scale subresource, whose body is a Scale. */
  readonly scale?: ScaleSubresource
  /** Set for a subresource that answers questions about the object: the virtual type that they are of. Its only verb is create. */
  readonly question?: ResourceDefinition
}

/** One served version of a resource type. */
export interface ResourceVersion {
  readonly name: string
  readonly served: boolean
  readonly schema?: Schema
  /**
   * Judges what no schema says: refinements of the embedder's types. Asked about objects that fit the schema.
   *
   * @internal
   */
  readonly refine?: (object: ApiObject) => readonly FieldError[]
  /** @internal */
  readonly table?: TableDefinition
  /** Messages of the kind, which let it be spoken in protobuf. Built-in kinds need none: theirs are known. */
  readonly protobuf?: ProtobufMessages
  readonly deprecated?: boolean
  /** Text of the warning when deprecated; a standard one when absent. */
  readonly deprecationWarning?: string
  /** @internal */
  readonly subresources: readonly Subresource[]
}

/** What a strategy may ask about the write at hand. */
export interface StrategyContext {
  readonly user: UserInfo
  readonly nowMs: number
  readonly random: Random
  /** Subresource being written, or empty. */
  readonly subresource: string
  /** Sends a warning to the client. */
  readonly warn: (text: string) => void
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
  /** Whether an update may leave `resourceVersion` out. Default true. */
  readonly allowUnconditionalUpdate?: boolean
  /** Whether a completed delete answers with the object instead of a Status. Default false. */
  readonly returnsDeletedObject?: boolean
  /** Fills in defaults, before validation, on create and update. */
  readonly defaults?: (object: ApiObject) => ApiObject
  /** Settles the fields that a creator does not decide. */
  readonly prepareForCreate?: (object: ApiObject, context: StrategyContext) => ApiObject
  /** Settles the fields that an updater does not decide. */
  readonly prepareForUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => ApiObject
  /** Loads what judging an object takes, just before `validateCreate` or `validateUpdate`; undefined when it is all there. */
  readonly prepareToValidate?: (object: ApiObject) => Promise<void> | undefined
  readonly validateCreate?: (object: ApiObject, context: StrategyContext) => readonly FieldError[]
  readonly validateUpdate?: (object: ApiObject, live: ApiObject, context: StrategyContext) => readonly FieldError[]
  /**
   * Refuses a change that needs more rights than its verb. Called before the object is judged, as what is wrong with it is no
   * business of somebody who may not write it; for dry runs too, and not for callers that may do everything.
   *
   * @param object - The state to store.
   * @param live - The stored state; undefined for a new object.
   * @throws {@link ApiError} 403.
   */
  readonly authorizeChange?: (object: ApiObject, live: ApiObject | undefined, context: ChangeContext) => Promise<void>
  /**
   * Settles an object when its deletion is asked for and something still holds it. Called with the deletion marks set.
   */
  readonly prepareForDelete?: (object: ApiObject) => ApiObject
  /** Finalizers that a delete adds, for what has to be done before the object may go. */
  readonly deletionFinalizers?: (object: ApiObject) => readonly string[]
  /** Whether something besides `metadata.finalizers` holds an object that is being deleted. */
  readonly holdsDeletion?: (object: ApiObject) => boolean
  /** A reason that forbids deletion, answered with 403; undefined when there is none. */
  readonly forbidDelete?: (object: ApiObject) => string | undefined
  /**
   * How long a new or rewritten object lives, in seconds; it is removed after that. Unlimited when absent.
   */
  readonly timeToLiveSeconds?: (object: ApiObject) => number | undefined
}

/** What a virtual type may ask about the request that it answers. */
export interface ReviewContext extends StrategyContext {
  /** Namespace of the request; empty for cluster-scoped types. */
  readonly namespace: string
  /** Name of the object that the question is about; empty when it is about none. */
  readonly name: string
  /** Reads an object, the most recent state; undefined when there is none. `namespace` is empty for cluster-scoped types. */
  readonly read: (resource: GroupResource, namespace: string, name: string) => Promise<ApiObject | undefined>
}

/**
 * A resource type, compiled and ready to serve. Made by `defineResource` and its kin.
 *
 * @typeParam T - What its objects hold beside their metadata, such as `{ spec: WidgetSpec }`; typed clients show it.
 * @typeParam New - The same of objects as they are written: what has a default may be left out.
 */
export interface ResourceDefinition<T extends object = object, New extends object = T> {
  /** Never there when the program runs: it carries `T` for the compiler. */
  readonly objectType?: T
  /** Never there when the program runs: it carries `New` for the compiler. */
  readonly newObjectType?: New
  /**
   * What `defineResource` made it from; absent for types that come from elsewhere.
   *
   * @internal
   */
  readonly definedBy?: AnyResourceSpec
  readonly group: string
  readonly names: {
    readonly plural: string
    readonly singular: string
    readonly kind: string
    readonly listKind: string
    readonly shortNames: readonly string[]
    readonly categories: readonly string[]
  }
  readonly namespaced: boolean
  /** Served and other versions, in order of preference. */
  readonly versions: readonly ResourceVersion[]
  /** Name of the version that objects are stored in. */
  readonly storageVersion: string
  /** Group and plural under which objects are stored; another type's when this one is a view of it. */
  readonly storedAs: { readonly group: string; readonly resource: string }
  /** Verbs of the resource itself. */
  readonly verbs: readonly ResourceVerb[]
  /** Whether `metadata.generation` counts changes outside metadata and status. */
  readonly hasGeneration: boolean
  /**
   * True for types that the plane does not bring itself, defined by `defineResource` or a custom resource definition:
   * bodies have to say kind and apiVersion, lists name the kind of each item, and the schema judges complete objects.
   */
  readonly custom: boolean
  /**
   * Turns an object of one version into another. Absent when versions differ by `apiVersion` alone.
   *
   * @param object - In any version of this type, or in the storage version of the type it is a view of.
   * @param apiVersion - The `apiVersion` wanted.
   */
  readonly convert?: (object: ApiObject, apiVersion: string) => ApiObject
  /**
   * Turns objects of one version into another by asking elsewhere. A type that has it has a `convert` as well, which
   * throws for what was not asked.
   *
   * @param objects - In one version of the type, without `resourceVersion`s that matter.
   * @param apiVersion - The `apiVersion` wanted.
   * @returns The objects in that version, in the same order.
   * @throws {@link ApiError} 500 when there is no answer, or a wrong one.
   */
  readonly conversion?: (objects: readonly ApiObject[], apiVersion: string) => Promise<readonly ApiObject[]>
  /**
   * The last revision at which objects may have been written by other schemas than the present ones. What is stored up to
   * it is read through the schemas: pruned, and filled in with defaults. Absent when all objects fit already.
   */
  readonly schemasSince?: number
  /** Field selectors beyond `metadata.name` and `metadata.namespace`, with their values for one stored object. */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>
  readonly strategy: Strategy
  /**
   * Completes a question of a virtual type, before it is judged.
   *
   * @throws {@link ApiError} for a question about something that is not there.
   * @internal
   */
  readonly prepareReview?: (object: ApiObject, context: ReviewContext) => Promise<ApiObject>
  /**
   * Makes this a virtual type, which stands for a question: create computes the answer, and nothing is stored. Its only
   * verb is create, it is not bound to the namespace that it is asked in, and of its strategy `defaults` and
   * `validateCreate` count.
   *
   * @param object - The question, decoded, complete and valid.
   * @param context - Who asks, and where.
   * @returns The object to answer with.
   * @throws {@link ApiError} for a question that has no answer.
   * @see Specification, "Terminology", virtual resource type
   * @internal
   */
  readonly review?: (object: ApiObject, context: ReviewContext) => ApiObject | Promise<ApiObject>
}
