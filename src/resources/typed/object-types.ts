import type { ResourceVersionSpec } from '../define-resource/resource-version-spec.js'
import type { InputOf, OutputOf, TypeWithSchema } from './type-with-schema.js'

/** Versions of a type, as they are written in a `ResourceSpec`. */
export type VersionSpecs = readonly ResourceVersionSpec[]

/** The storage version: the one that is marked, or the first. */
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

/** What stored objects of a version hold beside their metadata; anything where the schema is written down as JSON. */
export type StoredFields<V> =
  V extends WithStatus<infer Spec extends TypeWithSchema, infer Status extends TypeWithSchema>
    ? { readonly spec: OutputOf<Spec>; readonly status?: OutputOf<Status> }
    : V extends WithSpec<infer Spec extends TypeWithSchema>
      ? { readonly spec: OutputOf<Spec> }
      : object

/** What people write of a new object of a version; a status that has a path of its own is no part of it. */
export type NewFields<V> =
  V extends WithSpec<infer Spec extends TypeWithSchema>
    ? V extends { readonly subresources: { readonly status: true } }
      ? { readonly spec: InputOf<Spec>; readonly status?: never }
      : V extends WithStatus<Spec, infer Status extends TypeWithSchema>
        ? { readonly spec: InputOf<Spec>; readonly status?: InputOf<Status> }
        : { readonly spec: InputOf<Spec> }
    : object

/** What can be done with each subresource of a version that is its own: what is sent and answered, or `connect`. */
export type SubresourceForms<V> = V extends { readonly subresources: infer S }
  ? string extends keyof S
    ? object
    : { readonly [Name in Exclude<keyof S, 'status' | 'scale'>]: SubresourceForm<S[Name]> }
  : object

/** What can be done with one of them. */
type SubresourceForm<S> = S extends { readonly create: unknown }
  ? { readonly stored: StoredFields<S>; readonly new: NewFields<S> }
  : 'connect'

/**
 * What objects of one version hold beside their metadata: as they are stored, and as people write them. The storage version has
 * neither, as its definition says both; repeated here, they would make half of what editors show of a definition.
 */
export interface VersionFields<T extends object = object, New extends object = T> {
  readonly stored?: T
  readonly new?: New
  /** The subresources that are its own, by name. */
  readonly subresources?: object
}

/** What stored objects of a version hold; `T` in the storage version. */
export type StoredIn<T extends object, Fields extends VersionFields> = Fields extends {
  readonly stored: infer Other extends object
}
  ? Other
  : T

/** What people write of a new object of a version; `New` in the storage version. */
export type NewIn<New extends object, Fields extends VersionFields> = Fields extends { readonly new: infer Other extends object }
  ? Other
  : New
