/**
 * Prepares schemas for publishing: extensions with our dialect's prefix, references into `#/components/schemas/`.
 *
 * @module
 */

import { dialects, getKey, isRecord, type JsonObject, type JsonValue, setKey } from '../meta/index.js'
import { markerOf } from './markers.js'
import { componentReference, type Definitions, referenceName } from './references.js'

/**
 * Rewrites a schema for publishing. Only schema keywords are rewritten: property names, defaults and examples are data.
 *
 * @param document - A schema.
 * @param prefix - The dialect's prefix of schema extensions, such as `x-platform-`.
 */
export function publishedDocument(document: JsonObject, prefix: string): JsonObject {
  const each = (schema: JsonValue) => (isRecord(schema) ? publishedDocument(schema, prefix) : schema)
  const result = {}
  for (const [key, value] of Object.entries(document)) {
    const extension = markerOf(key) ?? vendorExtension(key)
    if (extension !== undefined) setKey(result, prefix + extension, value)
    else if (key === '$ref') setKey(result, key, rewriteReference(value))
    else if (key === 'properties' && isRecord(value)) setKey(result, key, mapMembers(value, each))
    else if (key === 'items' || key === 'additionalProperties' || key === 'not') setKey(result, key, each(value))
    else if ((key === 'allOf' || key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) setKey(result, key, value.map(each))
    else setKey(result, key, value)
  }
  return result
}

/** The name of an extension without the vendor's prefix, even of an unknown one. */
function vendorExtension(key: string): string | undefined {
  const vendor = dialects.find(({ schemaPrefix }) => key.startsWith(schemaPrefix))
  return vendor && key.slice(vendor.schemaPrefix.length)
}

/**
 * The definitions that a schema references, directly or indirectly, rewritten for publishing.
 *
 * @param document - A schema.
 * @param definitions - All schemas by name.
 * @param prefix - The dialect's prefix of schema extensions.
 */
export function publishedComponents(document: JsonObject, definitions: Definitions, prefix: string): Record<string, JsonObject> {
  const result: Record<string, JsonObject> = {}
  for (const [name, definition] of reachable(document, definitions)) setKey(result, name, publishedDocument(definition, prefix))
  return result
}

/**
 * Iterates over the definitions that a schema references, directly or indirectly.
 *
 * @param document - A schema.
 * @param definitions - All schemas by name.
 * @returns Names and definitions, each once.
 */
export function reachable(document: JsonObject, definitions: Definitions): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const work: unknown[] = [document]
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (Array.isArray(value)) for (const item of value) work.push(item)
    else if (isRecord(value)) {
      const name = referenceName(value.$ref)
      const definition = name === undefined ? undefined : getKey(definitions, name)
      if (name !== undefined && isRecord(definition) && !found.has(name)) {
        found.set(name, definition as JsonObject)
        work.push(definition)
      }
      for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) work.push(member)
    }
  }
  return found
}

function rewriteReference(reference: JsonValue): JsonValue {
  const name = referenceName(reference)
  return name === undefined ? reference : componentReference(name)
}

function mapMembers(members: Record<string, unknown>, change: (value: JsonValue) => JsonValue): JsonObject {
  const result = {}
  for (const key of Object.keys(members)) setKey(result, key, change(members[key] as JsonValue))
  return result
}
