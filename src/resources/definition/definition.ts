/**
 * A resource type: its names, its versions, and its kind-specific behaviour.
 *
 * @module
 */

import type { ProtobufMessages } from '../../codec/index.js'
import type { ApiObject, FieldError, GroupVersionKind } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'
import type { AnyResourceSpec } from '../define-resource/resource-spec.js'
import type { VersionLife } from '../lifecycle/version-life.js'
import type { Connect } from '../subresources/connect-subresource-spec.js'
import type { ScaleSubresource } from '../subresources/scale.js'
import type { TableDefinition } from '../tables/tables.js'
import type { VersionFields } from '../typed/object-types.js'
import type { ReviewContext, Strategy } from './strategy.js'

/** Verbs that a resource or subresource takes. */
export type ResourceVerb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** A path below an object: `/status`, `/scale`, `/finalize`. */
export interface Subresource {
  readonly name: string
  readonly verbs: readonly ResourceVerb[]
  /** Kind of its body, when different from the resource's own. */
  readonly kind?: GroupVersionKind
  /**
   * Limits the changes of a write through this path: returns the object to store, from the stored and the sent one.
   * Metadata that the server owns is set by the registry. Absent, the path changes what the object's own path does.
   */
  readonly merge?: (live: ApiObject, sent: ApiObject) => ApiObject
  /** Members of the metadata that a write of the status, or of another part, takes too. Absent, it takes all of them. */
  readonly takes?: readonly string[]
  /** Set for the scale subresource, whose body is a Scale. */
  readonly scale?: ScaleSubresource
  /** Set for a subresource whose body is answered and not stored: the virtual type of the body. Its only verb is create. */
  readonly virtualType?: ResourceDefinition
  /** Other accepted `apiVersion`s of bodies, with the same fields. */
  readonly otherApiVersions?: readonly string[]
  /** Set for a subresource that connects: its handlers. Its verbs are those of its methods. */
  readonly connect?: Connect
}

/** One served version of a resource type. */
export interface ResourceVersion {
  readonly name: string
  readonly served: boolean
  readonly schema?: Schema
  /** The releases that introduced, deprecated and removed it. */
  readonly life?: VersionLife
  /**
   * Whether this version accepts a violation of a rule that was added with a later version. None by default.
   *
   * @internal
   */
  readonly allows?: (fault: FieldError) => boolean
  /**
   * Set if this release introduces the version while older ones exist, which stay preferred for one more release.
   *
   * @internal
   */
  readonly isNew?: boolean
  /**
   * Validates what schemas cannot express: refinements of the embedder's types. Called for objects that are valid for the schema; in
   * an update, unchanged values may stay invalid.
   *
   * @internal
   */
  readonly refine?: (object: ApiObject, old?: ApiObject) => readonly FieldError[]
  /** @internal */
  readonly table?: TableDefinition
  /**
   * Field selectors of a custom type besides `metadata.name` and `metadata.namespace`, with their values for one object in this
   * version.
   *
   * @internal
   */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>
  /** Protobuf messages of the kind, which enable protobuf. Built-in kinds need none: theirs are known. */
  readonly protobuf?: ProtobufMessages
  readonly deprecated?: boolean
  /** Text of the warning when deprecated; a standard one when absent. */
  readonly deprecationWarning?: string
  /** @internal */
  readonly subresources: readonly Subresource[]
}

/**
 * A resource type, compiled and ready to serve. Created by `defineResource` and similar functions.
 *
 * @typeParam T - Fields of its objects besides metadata, such as `{ spec: WidgetSpec }`; typed clients return them.
 * @typeParam New - The same as input: fields with a default are optional.
 * @typeParam Versions - Both types for each version by name; the storage version has those above.
 * @typeParam Namespaced - Whether objects live in namespaces.
 */
export interface ResourceDefinition<
  T extends object = object,
  New extends object = T,
  Versions extends Readonly<Record<string, VersionFields>> = Readonly<Record<string, VersionFields<T, New>>>,
  Namespaced extends boolean = boolean,
> {
  /** Type only, never set at run time: carries `T`. */
  readonly objectType?: T
  /** Type only, never set at run time: carries `New`. */
  readonly newObjectType?: New
  /** Type only, never set at run time: carries `Versions`. */
  readonly versionTypes?: Versions
  /**
   * The spec passed to `defineResource`; absent for types from other sources.
   *
   * @internal
   */
  readonly definedBy?: AnyResourceSpec
  /**
   * Loads the rest of the definition, such as the rules of a kind of Kubernetes; absent for definitions that are complete.
   * It is given the definition as it is used, which may be a copy with changes.
   *
   * @internal
   */
  readonly completed?: (given: ResourceDefinition) => Promise<ResourceDefinition>
  readonly group: string
  readonly names: {
    readonly plural: string
    readonly singular: string
    readonly kind: string
    readonly listKind: string
    readonly shortNames: readonly string[]
    readonly categories: readonly string[]
  }
  readonly namespaced: Namespaced
  /** Served and other versions, in order of preference. */
  readonly versions: readonly ResourceVersion[]
  /**
   * Whether some version of the kind, in any release, has accepted this violation: stored objects may then keep it. None by
   * default.
   *
   * @internal
   */
  readonly hasAllowed?: (fault: FieldError) => boolean
  /** Name of the storage version. */
  readonly storageVersion: string
  /** Group and plural under which objects are stored; another type's when this one is a view of it. */
  readonly storedAs: { readonly group: string; readonly resource: string }
  /** Verbs of the resource itself. */
  readonly verbs: readonly ResourceVerb[]
  /** Whether `metadata.generation` counts changes outside metadata and status. */
  readonly hasGeneration: boolean
  /**
   * True for types that are not built in, defined by `defineResource` or a custom resource definition: bodies need kind and
   * apiVersion, lists contain the kind of each item, and the schema validates complete objects.
   */
  readonly custom: boolean
  /**
   * Converts an object to another version. Absent when versions differ only in `apiVersion`.
   *
   * @param object - In any version of this type, or in the storage version of the type it is a view of.
   * @param apiVersion - The target `apiVersion`.
   */
  readonly convert?: (object: ApiObject, apiVersion: string) => ApiObject
  /**
   * Converts objects asynchronously, such as by a webhook. A type with this function also has a synchronous `convert`, which
   * throws for objects that were not converted before.
   *
   * @param objects - In one version of the type; their `resourceVersion` is ignored.
   * @param apiVersion - The target `apiVersion`.
   * @returns The objects in that version, in the same order.
   * @throws {@link ApiError} 500 when the answer is missing or invalid.
   */
  readonly conversion?: (objects: readonly ApiObject[], apiVersion: string) => Promise<readonly ApiObject[]>
  /**
   * The last revision at which this process may have written objects under an older schema. Objects up to it are pruned and
   * defaulted when read, as are objects that it did not write. Absent when all that it wrote match the current schema.
   */
  readonly schemasSince?: number
  /**
   * Field selectors of a built-in type besides `metadata.name` and `metadata.namespace`, in all versions, with their values for one
   * stored object.
   */
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>
  readonly strategy: Strategy
  /**
   * Completes the body of a virtual type, before validation.
   *
   * @throws {@link ApiError} when a referenced object does not exist.
   * @internal
   */
  readonly prepareReview?: (object: ApiObject, context: ReviewContext) => Promise<ApiObject>
  /**
   * Makes this a virtual type: create computes the answer, and nothing is stored. Its only verb is create, and its namespace need
   * not exist; of its strategy, only `defaults` and `validateCreate` apply.
   *
   * @param object - The body: decoded, defaulted and valid.
   * @param context - The caller and the namespace.
   * @returns The response object.
   * @throws {@link ApiError} when there is no answer.
   * @see Specification, "Terminology", virtual resource type
   * @internal
   */
  readonly review?: (object: ApiObject, context: ReviewContext) => ApiObject | Promise<ApiObject>
}
