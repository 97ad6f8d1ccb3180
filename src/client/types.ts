/**
 * Types of the objects that clients send and return.
 *
 * @module
 */

import type { ApiObject, Expanded, JsonPatchOperation, ObjectMeta, UnknownRecord } from '../meta/index.js'

/** Fields of a type's objects beside their metadata: those of its definition, or any. */
export type FieldsOf<T extends object> = [keyof T] extends [never] ? UnknownRecord : T

/**
 * An object to create or to replace another. `apiVersion` and `kind` are those of the type by default.
 *
 * @typeParam T - Fields beside its metadata.
 */
export type ObjectInput<T extends object> = {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: ObjectMeta
} & T

/** A value of which any part may be missing. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T

/**
 * A manager's desired fields of an object, with its name.
 *
 * @typeParam T - Fields of the object beside its metadata.
 */
export type AppliedObject<T extends object> = {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: ObjectMeta & { readonly name: string }
} & DeepPartial<T>

/** One page of a list. */
export interface ObjectList<T = ApiObject> {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    /** The version of the list; a watch may start there. */
    readonly resourceVersion: string
    /** Token of the next page; absent on the last. */
    readonly continue?: string
    /** Objects after this page, where the plane counts them. */
    readonly remainingItemCount?: number
  }
  /** The objects, each with its `apiVersion` and `kind`. */
  readonly items: readonly T[]
}

/**
 * A JSON merge patch of a value: members that are left out or undefined stay, `null` removes one, lists are replaced as a whole.
 *
 * @typeParam T - The value.
 * @typeParam All - All alternatives of the value: a patch from one to another removes the members of the former.
 * @see RFC 7396
 */
export type MergePatch<T, All = T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? [MembersOf<All>] extends [keyof T]
      ? MergedMembers<T>
      : MergedMembers<T> & { readonly [K in Exclude<MembersOf<All>, keyof T>]?: null | undefined }
    : T

/** A merge patch of each member of an object. */
type MergedMembers<T> = { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }

/** The members of all alternatives of a value. */
type MembersOf<T> = T extends object ? keyof T : never

/** A merge patch of an object: known fields are checked, and any field is allowed when none is known. */
type ObjectPatch<T extends object> = string extends keyof T
  ? object
  : { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: MergePatch<ObjectMeta> } & MergePatch<T>

/**
 * A patch in one of three formats; the fourth is apply, which has its own method.
 *
 * @typeParam T - Fields of the object beside its metadata, which merge patches have to fit.
 */
export type Patch<T extends object = UnknownRecord> =
  | { readonly json: readonly JsonPatchOperation[] }
  | { readonly merge: ObjectPatch<T> }
  | { readonly strategic: object }

/** Fields of the scale subresource beside its metadata. */
export type ScaleFields = Expanded<{
  readonly spec: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}>
