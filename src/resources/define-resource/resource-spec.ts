/**
 * A resource type, as an embedder writes it.
 *
 * @module
 */

import type { ApiObject, FieldError } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import type { Conversions } from '../typed/conversions.js'
import type { StorageVersionOf, StoredFields, VersionSpecs } from '../typed/object-types.js'

/**
 * A resource type, as an embedder writes it.
 *
 * @typeParam V - Its versions; the compiler finds the types of objects, and checks paths into them, by these.
 */
export interface ResourceSpec<V extends VersionSpecs = VersionSpecs> {
  /** API group: a domain name that you own, such as `shop.example.com`. */
  readonly group: string
  /** Such as `Widget`. */
  readonly kind: string
  /** Name in URLs. Default: the kind in lower case, in its English plural. */
  readonly plural?: string
  /** Default: the kind in lower case. */
  readonly singular?: string
  /** Default: the kind and `List`. */
  readonly listKind?: string
  /** Abbreviations for people. Default none. */
  readonly shortNames?: readonly string[]
  /** Sets of types that clients ask for together, such as `all`. Default none. */
  readonly categories?: readonly string[]
  /** Whether objects live in namespaces. Default true. */
  readonly namespaced?: boolean
  /** At least one. */
  readonly versions: V
  /** How objects of versions with other fields become those of the storage version, and back; by the version's name. */
  readonly conversions?: Conversions<V>
  /**
   * Validates what schemas cannot say, after they have: objects in the storage version, complete with defaults.
   *
   * @param object - The new state.
   * @param live - The stored state; undefined for a new object.
   * @returns Errors; `invalidField` and similar functions of `binnacle/meta` make them.
   */
  readonly validate?: (object: DefinedObject<V>, live: DefinedObject<V> | undefined) => Iterable<FieldError>
  /** What the type does differently. Objects are in the storage version. */
  readonly strategy?: Strategy
}

/** A stored object of the versions' storage version. */
export type DefinedObject<V extends VersionSpecs> = ApiObject & StoredFields<StorageVersionOf<V>>

/** A description of a resource type, whatever the types of its objects are. */
export type AnyResourceSpec = Omit<ResourceSpec, 'conversions' | 'validate'> & { readonly conversions?: object }
