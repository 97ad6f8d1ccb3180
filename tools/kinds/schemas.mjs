// Converts the definitions of a document to tables: one line per type, followed by one line per field.
import { refOf, shortName } from './names.mjs'
import { isNative } from './resources.mjs'

/** Members of kinds that are added when the tables are read. */
const OF_KINDS = ['apiVersion', 'kind', 'metadata']
/** Schemas that every plane has already. */
const OWN = ['ObjectMeta', 'ManagedFieldsEntry', 'FieldsV1', 'OwnerReference'].map((name) => `meta.v1.${name}`)
/** Types with a keyword. */
export const WORDS = {
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'int-or-string',
  'meta.v1.Time': 'time',
  'meta.v1.MicroTime': 'microtime',
}
/** Formats with a keyword. */
const FORMATS = { int32: 'int32', int64: 'int64', double: 'double', byte: 'bytes' }
const MARKER = 'x-kubernetes-'
/** Keywords that the tables can express; other keywords of a document would be lost. */
const TOLD = [
  'type',
  'format',
  'items',
  'properties',
  'required',
  'additionalProperties',
  '$ref',
  'enum',
  'description',
  'default',
]
const TOLD_MARKERS = [
  'list-type',
  'list-map-keys',
  'map-type',
  'patch-merge-key',
  'patch-strategy',
  'group-version-kind',
  'unions',
]

export function schemaTables({ definitions }, { kinds }) {
  const types = new Map(Object.entries(definitions).map(([name, schema]) => [shortName(name), schema]))
  const tabled = reach(
    types,
    kinds.filter(({ group, kind }) => !isNative(group, kind)),
  )
  return { types: inOrder(reach(types, kinds)), text: inOrder(tabled).map(table).join('') }
}

const inOrder = (reached) => [...reached.values()].sort((a, b) => (a.name < b.name ? -1 : 1))

/** The types of some kinds, and all types that they refer to. */
function reach(types, kinds) {
  const reached = new Map()
  const work = kinds.map(({ schema }) => schema)
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    if (reached.has(name) || OWN.includes(name) || name in WORDS) continue
    const schema = types.get(name)
    if (!schema) throw new Error(`there is no schema ${name}`)
    reached.set(name, readType(name, schema, kinds))
    work.push(...refsIn(schema))
  }
  return reached
}

const refsIn = (value) =>
  typeof value !== 'object' || value === null
    ? []
    : [refOf(value), ...Object.values(value).flatMap(refsIn)].filter((name) => name !== undefined)

function readType(name, schema, kinds) {
  check(name, schema)
  const { required = [], properties = {} } = schema
  const isKind = kinds.some((kind) => kind.schema === name)
  const fields = Object.entries(properties)
    .filter(([field]) => !isKind || !OF_KINDS.includes(field))
    .map(([field, value]) => ({ name: field, required: required.includes(field), ...readField(`${name}.${field}`, value) }))
  return { name, isKind, isAtomic: schema[`${MARKER}map-type`] === 'atomic', fields }
}

function readField(place, schema) {
  check(place, schema)
  const marker = (key) => schema[MARKER + key]
  const marks = []
  if (marker('map-type') !== undefined) marks.push(marker('map-type'))
  const listType = marker('list-type')
  if (schema.type === 'array' && listType === 'map') marks.push(`keys:${marker('list-map-keys').join(',')}`)
  else if (schema.type === 'array' && listType !== 'atomic') marks.push(listType ?? 'plain')
  const strategy = marker('patch-strategy')
  if (strategy !== undefined)
    marks.push(['patch', strategy, marker('patch-merge-key')].filter((part) => part !== undefined).join(':'))
  return { type: typeOf(place, schema), marks, values: valuesOf(schema) }
}

function typeOf(place, schema) {
  const ref = refOf(schema)
  if (ref !== undefined) return { word: WORDS[ref], ref }
  if (schema.type === 'array') return { list: typeOf(place, schema.items) }
  if (schema.additionalProperties) return { map: typeOf(place, schema.additionalProperties) }
  const word = FORMATS[schema.format] ?? schema.type
  if (schema.format !== undefined && FORMATS[schema.format] === undefined)
    throw new Error(`${place} has the unknown format ${schema.format}`)
  if (!['string', 'boolean', 'object', 'integer', ...Object.values(FORMATS)].includes(word))
    throw new Error(`${place} has the unknown type ${word}`)
  return { word }
}

/** Enum values of a field, also inside lists and maps. */
const valuesOf = (schema) =>
  schema.enum ??
  (schema.items && valuesOf(schema.items)) ??
  (schema.additionalProperties && valuesOf(schema.additionalProperties))

function check(place, schema) {
  const isTold = (key) => TOLD.includes(key) || (key.startsWith(MARKER) && TOLD_MARKERS.includes(key.slice(MARKER.length)))
  const lost = Object.keys(schema).filter((key) => !isTold(key))
  if (lost.length > 0) throw new Error(`${place} has ${lost.join(', ')}, which the tables do not tell`)
}

function table({ name, isAtomic, fields }) {
  const home = name.slice(0, name.lastIndexOf('.') + 1)
  const lines = fields.map(({ name: field, required, type, marks, values }) => {
    const words = [field + (required ? '!' : ''), typeText(type, home), ...marks]
    return ` ${words.join(' ')}${values ? ` = ${values.join('|')}` : ''}\n`
  })
  return `${name}${isAtomic ? ' atomic' : ''}\n${lines.join('')}`
}

/** Types of the same package are written without it. */
function typeText(type, home) {
  if (type.list) return `[${typeText(type.list, home)}]`
  if (type.map) return `{${typeText(type.map, home)}}`
  if (type.word !== undefined) return type.word
  const own = type.ref.slice(home.length)
  return type.ref.startsWith(home) && !own.includes('.') ? own : type.ref
}
