/**
 * Errors of a schema, found before it is used.
 *
 * @module
 */

import { ApiError, badRequest, isRecord, type JsonObject, jsonValue, schemaMarker } from '../../meta/index.js'
import { flattenSchema } from './references.js'

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** Markers with a fixed set of values. */
const MARKER_VALUES = { 'list-type': ['atomic', 'set', 'map'], 'map-type': ['atomic', 'granular'] } as const

/** Keywords with schemas in them, which may contain themselves: parts of their own, or not read at all. */
const WITH_SCHEMAS = new Set(['properties', 'additionalProperties', 'items', 'allOf', 'anyOf', 'oneOf', 'not', 'definitions'])

/** A part of a schema, and its path: a JSON pointer behind `#`. */
interface Part {
  readonly place: string
  readonly schema: unknown
}

/**
 * Checks a schema and everything that it refers to.
 *
 * @param root - The schema.
 * @param definitions - Targets of references.
 * @throws ApiError 400 with the path of the first error, and what is expected.
 */
export function checkSchema(root: unknown, definitions: Readonly<Record<string, JsonObject>>): void {
  const seen = new Set<unknown>()
  const work: Part[] = [{ place: '#', schema: root }]
  // The list grows while it is read: a schema nests to any depth, and may contain itself.
  for (const { place, schema } of work) {
    if (schema === true || seen.has(schema)) continue
    seen.add(schema)
    if (!isRecord(schema)) throw wrong(place, `expected an object, got ${shown(schema)}`)
    const flat = flatten(schema as JsonObject, definitions, place)
    if (flat !== schema && seen.has(flat)) continue
    seen.add(flat)
    // Targets of references have paths of their own.
    const at = flat !== schema && typeof schema.$ref === 'string' && schema.allOf === undefined ? schema.$ref : place
    checkKeywords(flat, at)
    checkValues(flat, at)
    checkListKeys(flat, definitions, at)
    work.push(...partsOf(flat, at))
  }
}

function flatten(schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>, place: string): JsonObject {
  try {
    return flattenSchema(schema, definitions)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw wrong(place, error.message)
  }
}

function partsOf(schema: JsonObject, place: string): Part[] {
  const { properties, additionalProperties, items } = schema
  const parts: Part[] = Object.entries(properties ?? {}).map(([name, property]) => {
    return { place: `${place}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, schema: property }
  })
  if (additionalProperties !== undefined && additionalProperties !== false) {
    parts.push({ place: `${place}/additionalProperties`, schema: additionalProperties })
  }
  if (items !== undefined) parts.push({ place: `${place}/items`, schema: items })
  return parts
}

function checkKeywords(schema: JsonObject, place: string): void {
  const { type, properties } = schema
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const unknown = types.find((one) => !TYPES.includes(one as string))
  if (unknown !== undefined) throw wrong(`${place}/type`, `expected one of ${TYPES.join(', ')}, got ${shown(unknown)}`)
  if (properties !== undefined && !isRecord(properties)) {
    throw wrong(`${place}/properties`, `expected an object, got ${shown(properties)}`)
  }
  for (const [name, values] of Object.entries(MARKER_VALUES)) {
    const value = schemaMarker(schema, name)
    if (value !== undefined && !(values as readonly unknown[]).includes(value)) {
      throw wrong(place, `${name}: expected one of ${values.join(', ')}, got ${shown(value)}`)
    }
  }
  if (schemaMarker(schema, 'list-type') !== undefined && type !== undefined && type !== 'array') {
    throw wrong(place, `the marker list-type is for lists, and the type is ${shown(type)}`)
  }
}

/** Values have to be JSON: a default that is none would get into objects. */
function checkValues(schema: JsonObject, place: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (WITH_SCHEMAS.has(keyword)) continue
    for (const fault of jsonValue(value, keyword)) throw wrong(place, fault)
  }
}

/** Keys of entries have to be among their fields. */
function checkListKeys(schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>, place: string): void {
  if (schemaMarker(schema, 'list-type') !== 'map') return
  const keys = schemaMarker(schema, 'list-map-keys') ?? schemaMarker(schema, 'patch-merge-key')
  const names = typeof keys === 'string' ? [keys] : keys
  if (!Array.isArray(names) || names.length === 0 || names.some((name) => typeof name !== 'string')) {
    throw wrong(place, `a list of the type map needs list-map-keys, a list of names, got ${shown(keys)}`)
  }
  if (!isRecord(schema.items)) return
  const entry = flatten(schema.items as JsonObject, definitions, `${place}/items`)
  if (!isRecord(entry.properties) || entry.additionalProperties || schemaMarker(entry, 'preserve-unknown-fields') === true) return
  const { properties } = entry
  const missing = names.find((name) => !Object.hasOwn(properties, name as string))
  if (missing !== undefined) throw wrong(place, `list-map-keys name ${shown(missing)}, which the items do not declare`)
}

const wrong = (place: string, message: string): ApiError =>
  badRequest(`the schema is wrong at ${place.slice(0, 300)}: ${message}`)

/** Errors quote at most so much of a value. */
const shown = (value: unknown): string => (value === undefined ? 'none' : (JSON.stringify(value) ?? typeof value).slice(0, 200))
