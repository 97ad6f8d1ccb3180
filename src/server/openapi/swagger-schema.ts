/**
 * Schemas in Swagger 2.0, which can say less.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject, type JsonValue, type Pausing } from '../../meta/index.js'
import { COMPONENTS } from './names.js'
import { rewriteSchema } from './schema-walk.js'

/**
 * Rewrites a schema for an OpenAPI v2 document. What v2 cannot say is left out rather than said wrongly: a nullable
 * value, an integer or string, and an object with unknown fields have no type or no declared fields there. Pauses often.
 *
 * @param schema - An OpenAPI v3 schema; not modified.
 * @param schemaPrefix - Prefix of the vendor extensions.
 */
export function* swaggerSchema(schema: JsonObject, schemaPrefix: string): Pausing<JsonObject> {
  const strict = yield* rewriteSchema(schema, withoutNullableRequired)
  return yield* rewriteSchema(strict, (part) => simplify(part, schemaPrefix))
}

/** A required field that may be null counts as missing for clients that know no null. */
function withoutNullableRequired(schema: JsonObject): JsonObject {
  const { required, properties } = schema
  if (!Array.isArray(required)) return schema
  const isNullable = (name: unknown) => typeof name === 'string' && getKey(getKey(properties, name), 'nullable') === true
  return required.some(isNullable) ? { ...schema, required: required.filter((name: JsonValue) => !isNullable(name)) } : schema
}

/** Keywords that v2 does not know. */
const UNKNOWN = new Set(['nullable', 'deprecated', 'anyOf', 'oneOf', 'not', 'allOf', '$ref'])

function simplify(schema: JsonObject, schemaPrefix: string): JsonObject {
  const reference = referenceOf(schema)
  const open = schema[`${schemaPrefix}preserve-unknown-fields`] === true
  const typeless = schema.nullable === true || schema[`${schemaPrefix}int-or-string`] === true
  const isLeftOut = (keyword: string): boolean =>
    UNKNOWN.has(keyword) ||
    (typeless && keyword === 'type') ||
    // Fields without a type would be refused by clients that check.
    ((typeless || open) && (keyword === 'properties' || keyword === 'items')) ||
    (keyword === 'additionalProperties' && !isRecord(schema[keyword]))
  if (!Object.keys(schema).some(isLeftOut)) return schema
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isLeftOut(keyword)))
  return reference === undefined ? kept : { ...kept, $ref: `#/definitions/${reference}` }
}

/** The name that a schema refers to: by itself, or as the only member of an `allOf`. */
function referenceOf({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.replace(COMPONENTS, '').replace('#/definitions/', '')
  // Inner schemas were rewritten before this one.
  const [only, more] = Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : []
  return more === undefined && isRecord(only) ? referenceOf(only as JsonObject) : undefined
}
