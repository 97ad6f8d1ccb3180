/**
 * Compiles the schema of a version, from types or JSON schemas.
 *
 * @module
 */

import { type Dialect, getKey, isRecord, type JsonObject } from '../../meta/index.js'
import { compileSchema, fromJsonSchema, JsonSchemaError, type Schema, type StructuralDocument } from '../../schema/index.js'
import { patternTooLarge } from '../../text/index.js'
import { refuseUnknownKeywords } from './schema-keywords.js'
import { isTypeWithSchema, jsonSchemaOf, type TypeWithSchema } from './type-with-schema.js'
import type { VersionSchema } from './written-schema.js'

/** Name and dialect of a schema. */
export interface SchemaName {
  readonly dialect: Dialect
  readonly name: string
}

/**
 * Compiles the schema of a version.
 *
 * @param schema - Types or JSON schemas.
 * @param named - `name` is the published name of the whole object's schema.
 * @throws `JsonSchemaError` for a type that a structural schema cannot express, for a keyword that has no effect, and for a pattern
 *   that is too large.
 */
export function compileVersionSchema(schema: VersionSchema, named: SchemaName): Schema {
  const { spec, status } = schema
  if (!isTypeWithSchema(spec)) {
    const whole = wholeSchema(schema as JsonObject)
    refuseUnknownKeywords(whole)
    refuseLargePatterns(whole)
    return compileSchema(whole, named)
  }
  const parts = { spec, ...(isTypeWithSchema(status) && { status }) }
  const properties: Record<string, JsonObject> = {}
  const definitions: Record<string, JsonObject> = {}
  for (const [field, type] of Object.entries(parts)) {
    const part = partOf(field, type, named)
    properties[field] = part.document
    for (const [name, definition] of Object.entries(part.definitions)) definitions[name] = definition
  }
  refuseLargePatterns({ ...definitions, ...properties })
  return compileSchema({ type: 'object', required: ['spec'], properties }, { ...named, definitions, style: 'typed' })
}

function partOf(field: string, type: TypeWithSchema, { dialect, name }: SchemaName): StructuralDocument {
  try {
    return fromJsonSchema(jsonSchemaOf(type), { dialect, name: `${name}.${field}` })
  } catch (error) {
    throw error instanceof JsonSchemaError ? error.within(field) : error
  }
}

/** Whether a schema describes a spec. */
export const declaresSpec = (schema: VersionSchema | undefined): boolean => {
  const { spec, properties } = (schema ?? {}) as { readonly spec?: unknown; readonly properties?: unknown }
  return (spec ?? getKey(properties, 'spec')) !== undefined
}

/** Refuses patterns of some thousands of instructions when the type is defined, as each object would fail validation later. */
function refuseLargePatterns(document: JsonObject): void {
  const work: (readonly [value: unknown, path: string])[] = [[document, '']]
  for (let place = work.pop(); place; place = work.pop()) {
    const [value, path] = place
    if (Array.isArray(value)) for (const item of value) work.push([item, path])
    if (!isRecord(value)) continue
    const { pattern } = value
    const fault = typeof pattern === 'string' ? patternTooLarge(pattern) : undefined
    if (fault !== undefined) throw new JsonSchemaError(path, `pattern ${JSON.stringify(String(pattern).slice(0, 100))}`, fault)
    for (const [key, member] of Object.entries(value)) {
      const below = key === 'properties' ? path : key === 'items' ? `${path}[]` : path === '' ? key : `${path}.${key}`
      if (typeof member === 'object') work.push([member, below])
    }
  }
}

/** The schema of the whole object. A schema with only the keys `spec` and `status` consists of the schemas of these fields. */
function wholeSchema(schema: JsonObject): JsonObject {
  const { spec, status, ...rest } = schema as { readonly spec?: JsonObject; readonly status?: JsonObject }
  if (spec === undefined || Object.keys(rest).length > 0) return schema
  return { type: 'object', properties: { spec, ...(status && { status }) } }
}
