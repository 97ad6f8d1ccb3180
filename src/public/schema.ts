/**
 * Structural schemas: what the objects of a type may hold, compiled from OpenAPI v2 or v3 documents, from custom resource
 * definitions, and from JSON schemas such as zod makes.
 *
 * @module
 */

export {
  compileSchema,
  type Schema,
  type PruneResult,
  compileJsonSchema,
  fromJsonSchema,
  type StructuralDocument,
} from '../schema/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type { FieldError } from '../meta/index.js'
