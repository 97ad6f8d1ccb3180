/**
 * Walks over schemas: find their references, rewrite them part by part.
 *
 * @module
 */

import { isRecord, type JsonObject, type JsonValue, type Pausing, setKey } from '../../meta/index.js'
import { COMPONENTS } from './names.js'

/** Keywords whose value is one schema (or a boolean). */
const SINGLE = new Set(['items', 'additionalProperties', 'not'])
/** Keywords whose value is a list of schemas. */
const LISTS = new Set(['allOf', 'anyOf', 'oneOf'])
/** Keywords whose value is a map of schemas. */
const MAPS = new Set(['properties', 'patternProperties', 'definitions'])

/** Schemas between two pauses: each pause passes through all levels of the walk. */
const SCHEMAS_BETWEEN_PAUSES = 64

/** A walk that rewrites schemas. */
interface Rewriting {
  readonly rewrite: (schema: JsonObject) => JsonObject
  visited: number
}

/**
 * Rewrites each schema in a schema, inner ones first; what stays as it is is shared and not copied. Values that are not schemas
 * (defaults, enums, extensions) are left alone, whatever they look like. Pauses often: a type may have tens of thousands of fields.
 *
 * @param schema - The schema; not modified.
 * @param rewrite - Gets each schema after its inner schemas were rewritten.
 */
export const rewriteSchema = (schema: JsonObject, rewrite: (schema: JsonObject) => JsonObject): Pausing<JsonObject> =>
  rewritten(schema, { rewrite, visited: 0 })

function* rewritten(schema: JsonObject, walk: Rewriting): Pausing<JsonObject> {
  walk.visited += 1
  if (walk.visited % SCHEMAS_BETWEEN_PAUSES === 0) yield
  let copy: JsonObject | undefined
  for (const [keyword, value] of Object.entries(schema)) {
    let changed = value
    if (SINGLE.has(keyword)) changed = yield* each(value, walk)
    else if (LISTS.has(keyword) && Array.isArray(value)) changed = yield* eachItem(value, walk)
    else if (MAPS.has(keyword) && isRecord(value)) changed = yield* eachMember(value as JsonObject, walk)
    if (changed === value) continue
    copy ??= { ...schema }
    setKey(copy, keyword, changed)
  }
  return walk.rewrite(copy ?? schema)
}

function* each(value: JsonValue, walk: Rewriting): Pausing<JsonValue> {
  return isRecord(value) ? yield* rewritten(value as JsonObject, walk) : value
}

function* eachItem(items: readonly JsonValue[], walk: Rewriting): Pausing<JsonValue> {
  const changed: JsonValue[] = []
  for (const item of items) changed.push(yield* each(item, walk))
  return changed.some((item, i) => item !== items[i]) ? changed : items
}

function* eachMember(members: JsonObject, walk: Rewriting): Pausing<JsonValue> {
  let copy: JsonObject | undefined
  for (const [name, member] of Object.entries(members)) {
    const changed = yield* each(member, walk)
    if (changed === member) continue
    copy ??= { ...members }
    setKey(copy, name, changed)
  }
  return copy ?? members
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
