/**
 * Schemas as an embedder writes them.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import type { TypeWithSchema } from './type-with-schema.js'

/**
 * The schema of a version: types of its `spec` and `status` (zod's, or any with a JSON schema), JSON schemas of both, or one
 * JSON schema of the whole object.
 */
export type VersionSchema =
  | { readonly spec: TypeWithSchema; readonly status?: TypeWithSchema }
  | { readonly spec: JsonObject; readonly status?: JsonObject }
  | (JsonObject & NoType)

/** What the compiler says of a type that stands where its `{ spec }` belongs. */
interface NoType {
  readonly '~standard'?: 'write { spec: type }, and { spec, status } where there is a status'
}
