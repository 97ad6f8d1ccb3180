/**
 * Resolves `$ref` and `allOf`.
 *
 * @module
 */

import { badRequest, getKey, isRecord, type JsonObject } from '../../meta/index.js'

/** The longest chain of references. */
const MAX_STEPS = 100
const POINTER = /^#\/(?:definitions|components\/schemas)\/(.+)$/s

/**
 * Resolves the references at the top of a schema. Keywords beside a reference take precedence over those behind it.
 *
 * @param schema - A schema.
 * @param definitions - Schemas by name.
 * @returns A schema without `$ref` and `allOf` at its top; the referenced schema itself where there is nothing beside the reference.
 * @throws ApiError 400 when a reference leads nowhere or in a circle.
 */
export function flattenSchema(schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>): JsonObject {
  return flatten(schema, definitions, { left: MAX_STEPS })
}

function flatten(schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>, steps: { left: number }): JsonObject {
  const { $ref, allOf } = schema
  if ($ref === undefined && !Array.isArray(allOf)) return schema
  if (steps.left-- <= 0) throw badRequest('references in a schema lead in a circle')
  let behind: JsonObject | undefined
  if ($ref !== undefined) behind = flatten(find($ref, definitions), definitions, steps)
  if (Array.isArray(allOf)) {
    for (const part of allOf) {
      if (!isRecord(part)) throw badRequest('a part of allOf is not an object')
      const flat = flatten(part as JsonObject, definitions, steps)
      behind = behind ? overlay(behind, flat) : flat
    }
  }
  const { $ref: _ref, allOf: _allOf, ...beside } = schema
  // Titles and descriptions do not make another type.
  const says = Object.keys(beside).some((key) => key !== 'description' && key !== 'title' && key !== 'default')
  if (!behind) return beside
  return says || beside.default !== undefined ? overlay(behind, beside) : behind
}

function find(reference: unknown, definitions: Readonly<Record<string, JsonObject>>): JsonObject {
  const name = typeof reference === 'string' ? POINTER.exec(reference)?.[1] : undefined
  const target = name === undefined ? undefined : getKey(definitions, name.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (!isRecord(target))
    throw badRequest(`a schema refers to ${JSON.stringify(reference)?.slice(0, 200)}, which is not in the option definitions`)
  return target as JsonObject
}

/** Keywords of the upper schema win; properties of both are kept. */
function overlay(lower: JsonObject, upper: JsonObject): JsonObject {
  const { properties: below } = lower
  const { properties: above } = upper
  if (!isRecord(below) || !isRecord(above)) return { ...lower, ...upper }
  return { ...lower, ...upper, properties: { ...below, ...above } as JsonObject }
}
