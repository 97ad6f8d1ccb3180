/**
 * Types of objects by their schemas, compiled once for everybody who works with them.
 *
 * @module
 */

import type { JsonObject } from '../../meta/index.js'
import { compileObjectType } from './compile.js'
import type { FieldType } from './type.js'

/** The parts of a compiled schema that count for ownership. */
interface SchemaParts {
  readonly document: JsonObject
  readonly components: Readonly<Record<string, JsonObject>>
}

/** By the documents of schemas: both are released together. */
const types = /* @__PURE__ */ new WeakMap<JsonObject, FieldType>()
const NO_SCHEMA: JsonObject = {}

/**
 * The type of objects with a schema. Errors of the schema are left to the first object that reaches them.
 *
 * @param schema - The schema; undefined for objects whose fields are owned key by key.
 */
export function typeOfSchema(schema: SchemaParts | undefined): FieldType {
  const document = schema?.document ?? NO_SCHEMA
  let type = types.get(document)
  if (!type) {
    type = compileObjectType(schema ? document : null, { definitions: schema?.components ?? {}, unchecked: true })
    types.set(document, type)
  }
  return type
}
