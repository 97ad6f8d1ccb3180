/**
 * Schemas in Swagger 2.0, which can say less.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject, type JsonValue, setKey } from '../../meta/index.js'
import { COMPONENTS } from './names.js'
import { rewriteSchema } from './schema-walk.js'

/**
 * Rewrites a schema for an OpenAPI v2 document. What v2 cannot say is left out rather than said wrongly: a nullable
 * value, an integer or string, and an object with unknown fields have no type or no declared fields there.
 *
 * @param schema - An OpenAPI v3 schema.
 * @param schemaPrefix - Prefix of the vendor extensions.
 */
export function swaggerSchema(schema: JsonObject, schemaPrefix: string): JsonObject {
  return rewriteSchema(rewriteSchema(schema, withoutNullableRequired), (part) => simplify(part, schemaPrefix))
}

/** A required field that may be null counts as missing for clients that know no null. */
function withoutNullableRequired(schema: JsonObject): JsonObject {
  const { required, properties } = schema
  if (!Array.isArray(required)) return schema
  const isNullable = (name: unknown) => typeof name === 'string' && getKey(getKey(properties, name), 'nullable') === true
  return required.some(isNullable) ? { ...schema, required: required.filter((name: JsonValue) => !isNullable(name)) } : schema
}

function simplify(schema: JsonObject, schemaPrefix: string): JsonObject {
  const reference = referenceOf(schema)
  const copy: Record<string, JsonValue> = {}
  const open = schema[`${schemaPrefix}preserve-unknown-fields`] === true
  const typeless = schema.nullable === true || schema[`${schemaPrefix}int-or-string`] === true
  for (const [keyword, value] of Object.entries(schema)) {
    if (['nullable', 'deprecated', 'anyOf', 'oneOf', 'not', 'allOf', '$ref'].includes(keyword)) continue
    if (typeless && keyword === 'type') continue
    // Fields without a type would be refused by clients that check.
    if ((typeless || open) && (keyword === 'properties' || keyword === 'items')) continue
    if (keyword === 'additionalProperties' && !isRecord(value)) continue
    setKey(copy, keyword, value)
  }
  return reference === undefined ? copy : { ...copy, $ref: `#/definitions/${reference}` }
}

/** The name that a schema refers to: by itself, or as the only member of an `allOf`. */
function referenceOf({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.replace(COMPONENTS, '').replace('#/definitions/', '')
  // Inner schemas were rewritten before this one.
  const [only, more] = Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : []
  return more === undefined && isRecord(only) ? referenceOf(only as JsonObject) : undefined
}
