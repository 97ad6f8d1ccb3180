/**
 * Types of every API object.
 *
 * @module
 */

/** One manager's entry in `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: 'Apply' | 'Update'
  readonly apiVersion?: string
  readonly time?: string
  readonly fieldsType?: 'FieldsV1'
  readonly fieldsV1?: Readonly<Record<string, unknown>>
  readonly subresource?: string
}

/** A reference from an object to its owner. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/**
 * Metadata of an object.
 *
 * @see Specification, "Object metadata (every object)"
 */
export interface ObjectMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid?: string
  /** Opaque text; clients compare it only for equality. */
  readonly resourceVersion?: string
  /** Incremented with each change of the desired state, from 1. */
  readonly generation?: number
  /** RFC 3339, to the second. */
  readonly creationTimestamp?: string | null
  /** RFC 3339; set when the object is marked for deletion. */
  readonly deletionTimestamp?: string | null
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

/** An API object: its kind, its metadata, and the fields of its type. */
export interface ApiObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly [field: string]: unknown
}

/**
 * Metadata of a stored object: fields that are always set are not optional.
 *
 * @typeParam Namespaced - Whether objects of the type have namespaces; `boolean` if unknown.
 */
export type StoredMeta<Namespaced extends boolean = boolean> = ObjectMeta & {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly creationTimestamp: string
} & ([Namespaced] extends [true]
    ? { readonly namespace: string }
    : [Namespaced] extends [false]
      ? { readonly namespace?: never }
      : unknown)
