import type { ResourceVersionSpec } from '../resource-version-spec.js'
import type { InputOf, OutputOf, TypeWithSchema } from './type-with-schema.js'

/** Versions of a type, as they are written in a `ResourceSpec`. */
export type VersionSpecs = readonly ResourceVersionSpec[]

/** The version that objects are stored in: the one that says so, or the first. */
export type StorageVersionOf<V extends VersionSpecs> = [Extract<V[number], { storage: true }>] extends [never]
  ? V[0]
  : Extract<V[number], { storage: true }>

/** What stored objects of a version hold beside their metadata; anything where the schema is written down as JSON. */
export type StoredFields<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? { readonly spec: OutputOf<Spec> } & StatusOf<V, 'stored'>
  : object

/** What people write of a new object of a version; a status that has a path of its own is no part of it. */
export type NewFields<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? { readonly spec: InputOf<Spec> } & (V extends { readonly subresources: { readonly status: true } }
      ? { readonly status?: never }
      : StatusOf<V, 'new'>)
  : object

/** The part `status` of an object, where a version has one: there when it is stored, and left out of a new one. */
type StatusOf<V, Form extends 'stored' | 'new'> = V extends {
  readonly schema: { readonly status: infer Status extends TypeWithSchema }
}
  ? { readonly status?: Form extends 'stored' ? OutputOf<Status> : InputOf<Status> }
  : unknown

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

/** What objects of one version hold beside their metadata: as they are stored, and as people write them. */
export interface VersionFields<T extends object = object, New extends object = T> {
  readonly stored: T
  readonly new: New
  /** The subresources that are its own, by name. */
  readonly subresources?: object
}
