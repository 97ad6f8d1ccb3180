/**
 * Versions whose paths the compiler has followed.
 *
 * @module
 */

import type { ObjectMeta } from '../../meta/index.js'
import type { FieldPath } from './field-path.js'
import type { OutputOf, TypeWithSchema } from './type-with-schema.js'

/**
 * Anything, when every path in the versions of a type leads somewhere; else what the compiler is to say of the one that does
 * not. Paths that are put together when the program runs are not followed.
 */
export type CheckedVersions<V extends readonly unknown[]> = [WrongPath<V[number]>] extends [never]
  ? unknown
  : { readonly error: `${WrongPath<V[number]>} leads nowhere in the type of the version` }

/** What is wrong with the paths of a version: those that lead nowhere. */
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
