/**
 * Parses the tables of the packaged kinds.
 *
 * A resource table has one line per resource: group, version, plural, schema, scope, and the subresources that are parts of the
 * object. The dialect's domain is appended to a group that ends in a dot; `core` is the group with the empty name.
 *
 * A schema table has one line per type, followed by one indented line per field: its name (with `!` if required), its type,
 * markers, and after ` = ` its enum values. `[T]` is a list, and `{T}` a map from strings to T. Lists are atomic unless they are
 * marked `set`, `plain` or `keys:NAME,…`; structs and maps may be marked `atomic` or `granular`; `patch:STRATEGY:KEY` specifies
 * the strategic merge of a field.
 *
 * @module
 */

import type { Dialect, JsonObject } from '../../meta/index.js'
import { withDefaultProtocol } from '../fields/default-protocol.js'
import { kindSchema, metadataSchemas, refTo } from '../fields/json-schema.js'
import { DESCRIPTIONS } from './descriptions.js'

/** One line of a resource table. */
export interface TabledResource {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  /** Name of the schema. */
  readonly schema: string
  readonly namespaced: boolean
  /** Names of the subresources that are parts of the object. */
  readonly parts: readonly string[]
}

/**
 * Parses a resource table.
 *
 * @param table - Text of the table.
 * @param dialect - The dialect with the domain of groups.
 */
export const readResources = (table: string, { groupDomain }: Dialect): readonly TabledResource[] =>
  linesOf(table).map((line) => {
    const [home = '', version = '', plural = '', schema = '', scope, ...parts] = line.split(' ')
    const group = home === 'core' ? '' : home.endsWith('.') ? home + groupDomain : home
    const kind = schema.slice(schema.lastIndexOf('.') + 1)
    return { group, version, plural, kind, schema, namespaced: scope === 'namespaced', parts }
  })

/**
 * Parses a schema table; each schema on first access.
 *
 * @param table - Text of the table.
 * @param dialect - The dialect of the extension keywords.
 * @param resources - The resources whose kinds are among the schemas.
 * @returns Schemas by name, including those of object metadata.
 */
export function readSchemas(
  table: string,
  dialect: Dialect,
  resources: readonly TabledResource[],
): Readonly<Record<string, JsonObject>> {
  const schemas: Record<string, JsonObject> = { ...metadataSchemas(dialect), ...SCALARS }
  const kinds = new Map(resources.map((resource) => [resource.schema, resource]))
  for (const [, name = '', mark, lines = ''] of table.matchAll(TYPE)) {
    let type: JsonObject | undefined
    const get = () => {
      type ??= readType({ name, isAtomic: mark !== undefined, lines, resource: kinds.get(name) }, dialect)
      return type
    }
    Object.defineProperty(schemas, name, { get, enumerable: true })
  }
  return schemas
}

/** A type's name, its marker, and the lines of its fields. */
const TYPE = /^(\S+)( atomic)?\n((?: .*\n)*)/gm

const linesOf = (table: string): readonly string[] => table.split('\n').filter((line) => line !== '')

/** A type of a table. */
interface TabledType {
  readonly name: string
  readonly isAtomic: boolean
  /** Those of its fields. */
  readonly lines: string
  /** The resource whose objects have this type, if any. */
  readonly resource: TabledResource | undefined
}

function readType({ name, isAtomic, lines, resource }: TabledType, dialect: Dialect): JsonObject {
  const home = name.slice(0, name.lastIndexOf('.') + 1)
  const fields = linesOf(lines).map((line) => readField(line.slice(1), home, dialect))
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name: field }) => field)
  const members = Object.fromEntries(fields.map(({ name: field, schema }) => [field, schema]))
  const properties = withDefaultProtocol(members, required)
  if (resource) return kindSchema(dialect, resource, { description: DESCRIPTIONS[resource.kind] ?? '', properties, required })
  return {
    type: 'object',
    // A type without fields accepts any fields.
    ...(fields.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(isAtomic && { [`${dialect.schemaPrefix}map-type`]: 'atomic' }),
  }
}

/** Types with a keyword. */
const WORDS: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  object: { type: 'object' },
  quantity: refTo('resource.Quantity'),
  'int-or-string': refTo('intstr.IntOrString'),
  time: refTo('meta.v1.Time'),
  microtime: refTo('meta.v1.MicroTime'),
}

/** Schemas that the keywords refer to. */
const SCALARS: Readonly<Record<string, JsonObject>> = {
  'resource.Quantity': { type: 'string', description: 'An amount, with a unit where it has one: 500m, 2, 1.5Gi.' },
  'intstr.IntOrString': { type: 'string', format: 'int-or-string', description: 'A whole number, a percentage, or a name.' },
  'meta.v1.Time': { type: 'string', format: 'date-time', description: 'A time, to the second.' },
  'meta.v1.MicroTime': { type: 'string', format: 'date-time', description: 'A time, to the microsecond.' },
}

/** A field of a type. */
interface TabledField {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: JsonObject
}

function readField(line: string, home: string, { schemaPrefix }: Dialect): TabledField {
  const [declaration = '', values] = line.split(' = ')
  const [word = '', text = '', ...marks] = declaration.split(' ')
  const isRequired = word.endsWith('!')
  const isList = text.startsWith('[')
  const markers: Record<string, JsonObject[string]> = isList ? { 'list-type': 'atomic' } : {}
  for (const mark of marks) readMark(mark, isList, markers)
  const schema: JsonObject = {
    ...typed(text, home, values?.split('|')),
    ...Object.fromEntries(Object.entries(markers).map(([marker, value]) => [schemaPrefix + marker, value])),
  }
  return { name: isRequired ? word.slice(0, -1) : word, isRequired, schema }
}

function readMark(mark: string, isList: boolean, markers: Record<string, JsonObject[string]>): void {
  const [word = '', first = '', second] = mark.split(':')
  if (word === 'atomic' || word === 'granular') markers['map-type'] = word
  else if (word === 'plain') delete markers['list-type']
  else if (word === 'set' && isList) markers['list-type'] = 'set'
  else if (word === 'keys') Object.assign(markers, { 'list-type': 'map', 'list-map-keys': first.split(',') })
  else if (word === 'patch') {
    Object.assign(markers, { 'patch-strategy': first, ...(second !== undefined && { 'patch-merge-key': second }) })
  } else throw new Error(`unknown mark ${mark}`)
}

/** Parses a type; enum values apply to the items of lists and the values of maps. */
function typed(text: string, home: string, values: readonly string[] | undefined): JsonObject {
  if (text.startsWith('[')) return { type: 'array', items: typed(text.slice(1, -1), home, values) }
  if (text.startsWith('{')) return { type: 'object', additionalProperties: typed(text.slice(1, -1), home, values) }
  const word = WORDS[text]
  if (word) return values ? { ...word, enum: values } : word
  return refTo(text.includes('.') ? text : home + text)
}
