/**
 * The spec of a resource type, as an embedder writes it.
 *
 * @module
 */

import type { ApiObject, FieldError } from '../../meta/index.js'
import type { Strategy } from '../definition/strategy.js'
import type { Conversions } from '../typed/conversions.js'
import type { StorageVersionOf, StoredFields, VersionSpecs } from '../typed/object-types.js'

/**
 * The spec of a resource type, as an embedder writes it.
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
  /** Short names. Default none. */
  readonly shortNames?: readonly string[]
  /** Categories, such as `all`. Default none. */
  readonly categories?: readonly string[]
  /** Whether objects live in namespaces. Default true. */
  readonly namespaced?: boolean
  /** At least one. */
  readonly versions: V
  /** Conversion functions between the storage version and versions with other fields; by version name. */
  readonly conversions?: Conversions<V>
  /**
   * Validates what schemas cannot express, after schema validation: objects are in the storage version, with defaults. An error of
   * an update does not count where the stored object has the same one, at a field with the same value: what was stored before the
   * function was written can still be labelled and deleted.
   *
   * @param object - The new state.
   * @param live - The stored state; undefined for a new object.
   * @returns Errors; `invalidField` and similar functions of `binnacle/meta` make them.
   */
  readonly validate?: (object: DefinedObject<V>, live: DefinedObject<V> | undefined) => Iterable<FieldError>
  /** Kind-specific behaviour. Objects are in the storage version. */
  readonly strategy?: Strategy
}

/** A stored object of the versions' storage version. */
export type DefinedObject<V extends VersionSpecs> = ApiObject & StoredFields<StorageVersionOf<V>>

/** A description of a resource type, whatever the types of its objects are. */
export type AnyResourceSpec = Omit<ResourceSpec, 'conversions' | 'validate'> & { readonly conversions?: object }
