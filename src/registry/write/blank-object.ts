/**
 * The blank object of a built-in kind: fields that are never absent, with empty values. A create
 * gives no manager ownership of them.
 *
 * @module
 */

import { isRecord, type JsonObject, setKey, type UnknownRecord } from '../../meta/index.js'
import { alwaysShownIn, type ResourceVersion } from '../../resources/index.js'
import type { Schema } from '../../schema/index.js'

/** Structs that are never absent though no schema requires them. Required fields are never absent either. */
const PARTS: ReadonlySet<string> = new Set([
  'deprecatedSource',
  'involvedObject',
  'jobTemplate',
  'loadBalancer',
  'metadata',
  'regarding',
  'source',
  'spec',
  'status',
  'strategy',
  'template',
  'updateStrategy',
])
/** Fields that are never absent though no schema requires them: those of Events, and the rules of roles. */
const FIELDS: ReadonlySet<string> = new Set([
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'eventTime',
  'firstTimestamp',
  'lastTimestamp',
  'reportingComponent',
  'reportingInstance',
  'rules',
])
/** Required, but absent until set. */
const OMITTED: ReadonlySet<string> = new Set(['validationActions'])
/** Depth of nested structs: no kind has more, and a schema may contain itself. */
const MAX_DEPTH = 8

const blanks = new WeakMap<Schema, unknown>()

/**
 * The blank object of a version.
 *
 * @param version - A version of a built-in kind.
 * @returns Undefined when nothing is known of its fields.
 */
export function blankOf({ schema }: ResourceVersion): unknown {
  if (!schema) return undefined
  if (!blanks.has(schema))
    blanks.set(schema, blankStruct({ schema: schema.document, name: schema.name ?? '' }, schema.components, 0))
  return blanks.get(schema)
}

type Components = Readonly<Record<string, JsonObject>>

interface Named {
  readonly schema: JsonObject
  /** The empty value of a nested struct. */
  readonly name: string
}

function blankStruct({ schema, name }: Named, components: Components, depth: number): UnknownRecord {
  const { properties } = schema
  const blank: UnknownRecord = {}
  if (!isRecord(properties) || depth === MAX_DEPTH) return blank
  const required = Array.isArray(schema.required) ? schema.required : []
  const shown = alwaysShownIn(name)
  for (const key of Object.keys(properties)) {
    const member = resolve(properties[key] as JsonObject, components)
    const isStruct = isRecord(member.schema.properties)
    const isThere = (PARTS.has(key) && isStruct) || FIELDS.has(key) || Object.hasOwn(shown, key) || required.includes(key)
    if (OMITTED.has(key) || !isThere) continue
    const value = isStruct ? blankStruct(member, components, depth + 1) : blankValue(member.schema)
    if (value !== undefined) setKey(blank, key, value)
  }
  return blank
}

function blankValue({ type, format }: JsonObject): unknown {
  if (type === 'array' || type === 'object' || format === 'date-time') return null
  if (type === 'string') return format === 'int-or-string' ? undefined : ''
  if (type === 'boolean') return false
  return type === 'integer' || type === 'number' ? 0 : undefined
}

/** A schema without its reference, which may be wrapped to carry a description. */
function resolve(schema: JsonObject, components: Components): Named {
  const [wrapped] = Array.isArray(schema.allOf) ? schema.allOf : []
  const reference = isRecord(wrapped) ? wrapped.$ref : schema.$ref
  const name = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : ''
  return { schema: components[name] ?? schema, name }
}
