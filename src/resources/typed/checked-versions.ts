/**
 * Compile-time checks of the fields and paths of versions.
 *
 * @module
 */

import type { ObjectMeta } from '../../meta/index.js'
import type { ResourceVersionSpec } from '../define-resource/resource-version-spec.js'
import type { FieldPath } from './field-path.js'
import type { OutputOf, TypeWithSchema } from './type-with-schema.js'

/**
 * `unknown`, which accepts everything, if the versions have no unknown fields and every path in them exists; otherwise a type
 * with the compiler's error message. Paths of type `string`, which are only known at run time, are not checked.
 */
export type CheckedVersions<V extends readonly unknown[]> = [Fault<V[number]>] extends [never]
  ? unknown
  : { readonly error: Fault<V[number]> }

/** The compiler's message about an invalid version. */
type Fault<V> = `${WrongPath<V>} leads nowhere in the type of the version` | `${UnknownMember<V>} is no member of a version`

/**
 * An unknown field of a version, such as a misspelt one. The compiler does not report excess properties, as it infers the type of
 * a version.
 */
type UnknownMember<V> = V extends unknown ? Exclude<keyof V & string, keyof ResourceVersionSpec> : never

/** The invalid paths of a version. */
type WrongPath<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? Exclude<KnownPath<PathsOf<V>>, FieldPath<WholeObject<Spec, V>>>
  : never

/** A path that is a string literal. */
type KnownPath<Path> = Path extends string ? (string extends Path ? never : Path) : never

/** The paths in a version: those of printer columns, selectable fields and the scale subresource. */
type PathsOf<V> =
  | (V extends { readonly printerColumns: readonly { readonly jsonPath: infer Path }[] } ? Path : never)
  | (V extends { readonly selectableFields: readonly (infer Path)[] } ? Path : never)
  | (V extends { readonly subresources: { readonly scale: infer Scale } } ? Scale[keyof Scale] : never)

/** The object of a version that paths refer to. */
interface WholeObject<Spec, V> {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly spec: OutputOf<Spec>
  readonly status: V extends { readonly schema: { readonly status: infer Status extends TypeWithSchema } }
    ? OutputOf<Status>
    : never
}
