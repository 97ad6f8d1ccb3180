/**
 * Walks over schemas: find their references, rewrite them part by part.
 *
 * @module
 */

import { isRecord, type JsonObject, type JsonValue, setKey } from '../../meta/index.js'
import { COMPONENTS } from './names.js'

/** Keywords whose value is one schema (or a boolean). */
const SINGLE = new Set(['items', 'additionalProperties', 'not'])
/** Keywords whose value is a list of schemas. */
const LISTS = new Set(['allOf', 'anyOf', 'oneOf'])
/** Keywords whose value is a map of schemas. */
const MAPS = new Set(['properties', 'patternProperties', 'definitions'])

/**
 * Copies a schema with each schema in it rewritten, inner ones first. Values that are not schemas (defaults, enums,
 * extensions) are left alone, whatever they look like.
 *
 * @param schema - The schema.
 * @param rewrite - Gets a copy whose inner schemas are rewritten already.
 */
export function rewriteSchema(schema: JsonObject, rewrite: (schema: JsonObject) => JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (SINGLE.has(keyword)) copy[keyword] = each(value, rewrite)
    else if (LISTS.has(keyword) && Array.isArray(value)) copy[keyword] = value.map((item: JsonValue) => each(item, rewrite))
    else if (MAPS.has(keyword) && isRecord(value)) copy[keyword] = mapMembers(value as JsonObject, rewrite)
    else setKey(copy, keyword, value)
  }
  return rewrite(copy)
}

const each = (value: JsonValue, rewrite: (schema: JsonObject) => JsonObject): JsonValue =>
  isRecord(value) ? rewriteSchema(value as JsonObject, rewrite) : value

/** Names of properties come from clients, so each is data. */
function mapMembers(members: JsonObject, rewrite: (schema: JsonObject) => JsonObject): JsonObject {
  const copy = {}
  for (const [name, member] of Object.entries(members)) setKey(copy, name, each(member, rewrite))
  return copy
}

/**
 * The names that a schema refers to.
 *
 * @param value - A schema, or any part of a document.
 * @param into - Names are added here.
 */
export function collectReferences(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectReferences(item, into)
  } else if (isRecord(value)) {
    const { $ref } = value
    if (typeof $ref === 'string' && $ref.startsWith(COMPONENTS)) into.add($ref.slice(COMPONENTS.length))
    for (const member of Object.values(value)) collectReferences(member, into)
  }
}
