/**
 * Versions whose members and paths the compiler has followed.
 *
 * @module
 */

import type { ObjectMeta } from '../../meta/index.js'
import type { ResourceVersionSpec } from '../define-resource/resource-version-spec.js'
import type { FieldPath } from './field-path.js'
import type { OutputOf, TypeWithSchema } from './type-with-schema.js'

/**
 * Anything, when the versions of a type have no members but those that there are, and every path in them leads somewhere; else what
 * the compiler is to say of the one that is wrong. Paths that are put together when the program runs are not followed.
 */
export type CheckedVersions<V extends readonly unknown[]> = [Fault<V[number]>] extends [never]
  ? unknown
  : { readonly error: Fault<V[number]> }

/** The compiler's message about an invalid version. */
type Fault<V> = `${WrongPath<V>} leads nowhere in the type of the version` | `${UnknownMember<V>} is no member of a version`

/**
 * A member that a version cannot have, such as one that is misspelt: the compiler accepts excess members, as it infers the type of
 * a version.
 */
type UnknownMember<V> = V extends unknown ? Exclude<keyof V & string, keyof ResourceVersionSpec> : never

/** The invalid paths of a version. */
type WrongPath<V> = V extends { readonly schema: { readonly spec: infer Spec extends TypeWithSchema } }
  ? Exclude<KnownPath<PathsOf<V>>, FieldPath<WholeObject<Spec, V>>>
  : never

/** A path that is written down. */
type KnownPath<Path> = Path extends string ? (string extends Path ? never : Path) : never

/** The paths of a version that lead into its objects: printer columns, selectable fields and the scale subresource. */
type PathsOf<V> =
  | (V extends { readonly printerColumns: readonly { readonly jsonPath: infer Path }[] } ? Path : never)
  | (V extends { readonly selectableFields: readonly (infer Path)[] } ? Path : never)
  | (V extends { readonly subresources: { readonly scale: infer Scale } } ? Scale[keyof Scale] : never)

/** An object of a version, as paths see it. */
interface WholeObject<Spec, V> {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly spec: OutputOf<Spec>
  readonly status: V extends { readonly schema: { readonly status: infer Status extends TypeWithSchema } }
    ? OutputOf<Status>
    : never
}
