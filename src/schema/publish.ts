/**
 * Prepares schemas for publishing: extensions with our dialect's prefix, references into `#/components/schemas/`.
 *
 * @module
 */

import { dialects, getKey, isRecord, type JsonObject, type JsonValue, setKey } from '../meta/index.js'
import { markerOf } from './markers.js'
import { componentReference, type Definitions, referenceName } from './references.js'

/**
 * Rewrites a schema for publishing; what stays as it is is shared and not copied. Only schema keywords are rewritten: property names,
 * defaults and examples are data.
 *
 * @param document - A schema; not modified.
 * @param prefix - The dialect's prefix of schema extensions, such as `x-platform-`.
 */
export function publishedDocument(document: JsonObject, prefix: string): JsonObject {
  const entries = Object.entries(document)
  const published = entries.map(([key, value]) => publishedMember(key, value, prefix))
  if (published.every(([key, value], i) => key === entries[i]?.[0] && value === entries[i]?.[1])) return document
  const result = {}
  for (const [key, value] of published) setKey(result, key, value)
  return result
}

function publishedMember(key: string, value: JsonValue, prefix: string): readonly [string, JsonValue] {
  const each = (schema: JsonValue) => (isRecord(schema) ? publishedDocument(schema, prefix) : schema)
  const extension = markerOf(key) ?? vendorExtension(key)
  if (extension !== undefined) return [prefix + extension, value]
  if (key === '$ref') return [key, rewriteReference(value)]
  if (key === 'properties' && isRecord(value)) return [key, mapMembers(value as JsonObject, each)]
  if (key === 'items' || key === 'additionalProperties' || key === 'not') return [key, each(value)]
  if ((key === 'allOf' || key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) return [key, mapItems(value, each)]
  return [key, value]
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

function mapMembers(members: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  let result: JsonObject | undefined
  for (const [key, value] of Object.entries(members)) {
    const changed = change(value)
    if (changed === value) continue
    result ??= { ...members }
    setKey(result, key, changed)
  }
  return result ?? members
}

function mapItems(items: readonly JsonValue[], change: (value: JsonValue) => JsonValue): readonly JsonValue[] {
  const changed = items.map(change)
  return changed.some((item, i) => item !== items[i]) ? changed : items
}
