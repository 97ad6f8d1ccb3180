/**
 * Keywords of the JSON schemas of a type. The schema of a type is used as it is written: what it does not know would have no effect,
 * and a mistyped `properties` would drop every field.
 *
 * @module
 */

import { closestWord, isRecord, type JsonObject } from '../../meta/index.js'
import { JsonSchemaError } from '../../schema/index.js'

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const PARTS = ['items', 'additionalProperties', 'not']
const LISTS_OF_PARTS = ['allOf', 'anyOf', 'oneOf']
const KEYWORDS = [
  ...PARTS,
  ...LISTS_OF_PARTS,
  ...['properties', 'required', 'type', 'nullable', 'default', 'enum', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  // Notes for readers.
  ...['title', 'description', 'example', 'examples', 'externalDocs', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$schema', '$id', '$comment', 'id'],
]
const FIELDS = 'write the schemas of spec and status alone, or those of all fields under properties'
/** What to write in the place of keywords that others know. */
const INSTEAD: Readonly<Record<string, string>> = {
  spec: FIELDS,
  status: FIELDS,
  openAPIV3Schema: 'write what is in it, without this level',
  const: 'write enum with one value',
  $ref: 'write the schema that it refers to, or a type such as one of zod',
  patternProperties: 'write additionalProperties',
  prefixItems: 'items of a list are all of one kind; an object can name its members',
}

/**
 * Refuses what has no effect in the schema of a type.
 *
 * @param schema - The JSON schema of objects, of limited depth.
 * @throws `JsonSchemaError` for the first keyword or type that is unknown.
 */
export function refuseUnknownKeywords(schema: JsonObject): void {
  visit(schema, '')
}

function visit(schema: unknown, path: string): void {
  if (!isRecord(schema)) return
  for (const keyword of Object.keys(schema)) {
    if (KEYWORDS.includes(keyword) || keyword.startsWith('x-')) continue
    throw new JsonSchemaError(path, keyword, INSTEAD[keyword] ?? `no such keyword${guessed(keyword)}`)
  }
  const { type, properties } = schema
  if (type !== undefined && !TYPES.includes(type as string)) {
    const hint = Array.isArray(type)
      ? 'write one type, and nullable: true where it may be null'
      : `expected one of ${TYPES.join(', ')}`
    throw new JsonSchemaError(path, `type ${JSON.stringify(type)}`, hint)
  }
  for (const [name, member] of Object.entries(isRecord(properties) ? properties : {})) {
    visit(member, path === '' ? name : `${path}.${name}`)
  }
  for (const keyword of PARTS) visit(schema[keyword], keyword === 'not' ? path : `${path}[]`)
  for (const keyword of LISTS_OF_PARTS) {
    const parts = schema[keyword]
    if (Array.isArray(parts)) for (const part of parts) visit(part, path)
  }
}

function guessed(keyword: string): string {
  const near = closestWord(keyword, KEYWORDS)
  return near === undefined ? '' : `: did you mean ${near}?`
}
