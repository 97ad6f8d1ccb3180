/**
 * The TypeScript types of a type's objects, inferred from the specs of its versions.
 *
 * @module
 */

import type { ResourceVersionSpec } from '../define-resource/resource-version-spec.js'
import type { InputOf, OutputOf, TypeWithSchema } from './type-with-schema.js'

/** The versions in a `ResourceSpec`. */
export type VersionSpecs = readonly ResourceVersionSpec[]

/** The storage version: the one with `storage: true`, or the first. */
export type StorageVersionOf<V extends VersionSpecs> = [Extract<V[number], { storage: true }>] extends [never]
  ? V[0]
  : Extract<V[number], { storage: true }>

/** A version whose schema has a type for the spec. */
interface WithSpec<Spec> {
  readonly schema: { readonly spec: Spec }
}
/** A version whose schema has a type for the status too. */
interface WithStatus<Spec, Status> {
  readonly schema: { readonly spec: Spec; readonly status: Status }
}

/** The fields of stored objects of a version, besides metadata; `object` for a schema in JSON. */
export type StoredFields<V> =
  V extends WithStatus<infer Spec extends TypeWithSchema, infer Status extends TypeWithSchema>
    ? { readonly spec: OutputOf<Spec>; readonly status?: OutputOf<Status> }
    : V extends WithSpec<infer Spec extends TypeWithSchema>
      ? { readonly spec: OutputOf<Spec> }
      : object

/** The fields of a new object of a version; without the status if that is a subresource. */
export type NewFields<V> =
  V extends WithSpec<infer Spec extends TypeWithSchema>
    ? V extends { readonly subresources: { readonly status: true } }
      ? { readonly spec: InputOf<Spec>; readonly status?: never }
      : V extends WithStatus<Spec, infer Status extends TypeWithSchema>
        ? { readonly spec: InputOf<Spec>; readonly status?: InputOf<Status> }
        : { readonly spec: InputOf<Spec> }
    : object

/** The custom subresources of a version: the types of request and response, or `connect`. */
export type SubresourceForms<V> = V extends { readonly subresources: infer S }
  ? string extends keyof S
    ? object
    : { readonly [Name in Exclude<keyof S, 'status' | 'scale'>]: SubresourceForm<S[Name]> }
  : object

/** One entry of {@link SubresourceForms}. */
type SubresourceForm<S> = S extends { readonly create: unknown }
  ? { readonly stored: StoredFields<S>; readonly new: NewFields<S> }
  : 'connect'

/**
 * The fields of objects of one version, besides metadata: stored and new. Both are left out for the storage version, as the
 * definition has them: repeating them would double the type that editors show for a definition.
 */
export interface VersionFields<T extends object = object, New extends object = T> {
  readonly stored?: T
  readonly new?: New
  /** Custom subresources, by name. */
  readonly subresources?: object
}

/** The fields of stored objects of a version; `T` for the storage version. */
export type StoredIn<T extends object, Fields extends VersionFields> = Fields extends {
  readonly stored: infer Other extends object
}
  ? Other
  : T

/** The fields of a new object of a version; `New` for the storage version. */
export type NewIn<New extends object, Fields extends VersionFields> = Fields extends { readonly new: infer Other extends object }
  ? Other
  : New
