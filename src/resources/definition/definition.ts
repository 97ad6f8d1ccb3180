/**
 * What a resource type is: its names, its versions, and what its kind does differently.
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
  /** Kind of its body, when it is not the resource's own. */
  readonly kind?: GroupVersionKind
  /**
   * Limits what a write through this path may change: from the live object and the one that was sent, makes the object to store.
   * Metadata that the server owns is set by the registry. Absent, the path changes what the object's own path does.
   */
  readonly merge?: (live: ApiObject, sent: ApiObject) => ApiObject
  /** Members of the metadata that a write of the status, or of another part, takes too. Absent, it takes all of them. */
  readonly takes?: readonly string[]
  /** Set for the scale subresource, whose body is a Scale. */
  readonly scale?: ScaleSubresource
  /** Set for a subresource that answers questions about the object: the virtual type that they are of. Its only verb is create. */
  readonly question?: ResourceDefinition
  /** `apiVersion`s of bodies that it takes beside that of its kind, where they say the same. */
  readonly otherApiVersions?: readonly string[]
  /** Set for a subresource that connects: what it does. Its verbs are those of its methods. */
  readonly connect?: Connect
}

/** One served version of a resource type. */
export interface ResourceVersion {
  readonly name: string
  readonly served: boolean
  readonly schema?: Schema
  /**
   * The schema of the form that objects are stored in, which judges those of a version that has none of its own.
   *
   * @internal
   */
  readonly judgedBy?: Schema
  /** The releases that it came in, was deprecated in, and goes in. */
  readonly life?: VersionLife
  /**
   * Whether this version lets pass what breaks a rule of the kind, which came with a later one. None by default.
   *
   * @internal
   */
  readonly allows?: (fault: FieldError) => boolean
  /**
   * Set when this release is the first that has it, beside older ones, which are preferred once more.
   *
   * @internal
   */
  readonly isNew?: boolean
  /**
   * Validates what no schema says: refinements of the embedder's types. Asked about objects that fit the schema.
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

/**
 * A resource type, compiled and ready to serve. Made by `defineResource` and its kin.
 *
 * @typeParam T - What its objects hold beside their metadata, such as `{ spec: WidgetSpec }`; typed clients show it.
 * @typeParam New - The same as input: fields with a default may be left out.
 * @typeParam Versions - Both, of each version by its name; the storage version has those above.
 * @typeParam Namespaced - Whether objects live in namespaces.
 */
export interface ResourceDefinition<
  T extends object = object,
  New extends object = T,
  Versions extends Readonly<Record<string, VersionFields>> = Readonly<Record<string, VersionFields<T, New>>>,
  Namespaced extends boolean = boolean,
> {
  /** Never there when the program runs: it carries `T` for the compiler. */
  readonly objectType?: T
  /** Never there when the program runs: it carries `New` for the compiler. */
  readonly newObjectType?: New
  /** Never there when the program runs: it carries `Versions` for the compiler. */
  readonly versionTypes?: Versions
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
  readonly namespaced: Namespaced
  /** Served and other versions, in order of preference. */
  readonly versions: readonly ResourceVersion[]
  /**
   * Whether some version of the kind, in whatever release, has let a fault pass: stored objects that have it may keep it. None by
   * default.
   *
   * @internal
   */
  readonly hasAllowed?: (fault: FieldError) => boolean
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
   * @param context - The caller and the namespace.
   * @returns The object to answer with.
   * @throws {@link ApiError} for a question that has no answer.
   * @see Specification, "Terminology", virtual resource type
   * @internal
   */
  readonly review?: (object: ApiObject, context: ReviewContext) => ApiObject | Promise<ApiObject>
}
