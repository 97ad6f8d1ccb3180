/**
 * Structural schemas: what the objects of a type may hold, compiled from OpenAPI v2 or v3 documents, from custom resource
 * definitions, and from JSON schemas such as zod makes.
 *
 * @module
 */

export {
  compileJsonSchema,
  compileSchema,
  type Definitions,
  fromJsonSchema,
  JsonSchemaError,
  type JsonSchemaOptions,
  type PruneResult,
  type Schema,
  type SchemaOptions,
  type SchemaStyle,
  type StructuralDocument,
} from '../schema/index.js'
