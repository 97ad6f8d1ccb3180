/**
 * The forms in which embedders specify schemas.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import type { TypeWithSchema } from './type-with-schema.js'

/**
 * The schema of a version: types of its `spec` and `status` (of zod, or any with a JSON schema), JSON schemas of both, or one
 * JSON schema of the whole object.
 */
export type VersionSchema =
  | { readonly spec: TypeWithSchema; readonly status?: TypeWithSchema }
  | { readonly spec: JsonObject; readonly status?: JsonObject }
  | (NoType & JsonObject)

/** The compiler's message for a type in place of `{ spec: type }`. It comes first, as the compiler explains one part only. */
interface NoType {
  readonly '~standard'?: 'write { spec: type }, and { spec, status } where there is a status'
}
