// From the types of the tables to TypeScript.

const SCALARS = {
  string: 'string',
  bytes: 'string',
  time: 'string',
  microtime: 'string',
  quantity: 'string | number',
  'int-or-string': 'number | string',
  boolean: 'boolean',
  int32: 'number',
  int64: 'number',
  integer: 'number',
  double: 'number',
  object: 'Readonly<Record<string, unknown>>',
}

export function typeDeclarations(types, kinds) {
  const names = new Set(types.map(({ name }) => name))
  const members = types.map((type) => `  ${key(type.name)}: ${body(type, names)}`)
  const schemas = new Set(kinds.map(({ schema }) => schema))
  const read = types.filter((type) => schemas.has(type.name) && type.fields.some(isAlwaysRead))
  const readMembers = read.map((type) => `  ${key(type.name)}: ${body(type, names, isAlwaysRead)}`)
  return `/**
 * The TypeScript types of the packaged kinds. Made by \`tools/kinds.mjs\`.
 *
 * @module
 */

import type { ObjectMeta } from '../../../meta/index.js'
import type { ResourceDefinition } from '../../definition/definition.js'

/**
 * Every structure of the packaged kinds, by the name that its schema is published under: \`PackagedTypes['core.v1.PodSpec']\`.
 * Those of kinds hold what objects have beside \`apiVersion\`, \`kind\` and \`metadata\`.
 */
export interface PackagedTypes {
${members.join('\n')}
}

/** What objects of kinds hold when they are read, where they always show what may be left out when they are written. */
interface ReadTypes {
${readMembers.join('\n')}
}

/** What a schema is called. */
type SchemaName = keyof PackagedTypes
/** What objects hold when they are read. */
type Read<Name extends SchemaName> = Name extends keyof ReadTypes ? ReadTypes[Name] : PackagedTypes[Name]

/** A kind by the schema of its objects, and by those of its versions. */
type Kind<
  Name extends SchemaName,
  Namespaced extends boolean,
  Versions extends Readonly<Record<string, SchemaName>> = { readonly v1: Name },
> = ResourceDefinition<
  Read<Name>,
  PackagedTypes[Name],
  // Written out: a name would have to be imported by programs that export a kind.
  {
    readonly [Version in keyof Versions]: {
      readonly stored: Read<Versions[Version]>
      readonly new: PackagedTypes[Versions[Version]]
    }
  },
  Namespaced
>

/** The packaged kinds, each under its name, in the version that it is stored in. */
export interface PackagedKinds {
${preferred(kinds)
  .map((kind) => `  readonly ${kind.kind}: ${kindText(kind, kinds)}`)
  .join('\n')}
}
`
}

/** Fields that stored objects of a kind always have, possibly empty, even if the document does not require them. */
const isAlwaysRead = ({ name, required }) => (name === 'spec' || name === 'status') && !required

function kindText({ group, kind, schema, namespaced }, kinds) {
  const versions = kinds.filter((one) => one.group === group && one.kind === kind)
  const all = versions.map((one) => `readonly ${one.version}: ${key(one.schema)}`).join('; ')
  return `Kind<${key(schema)}, ${namespaced}${all === `readonly v1: ${key(schema)}` ? '' : `, { ${all} }`}>`
}

const key = (name) => `'${name}'`

/** Several groups have the kind Event: the core group gets the name. Of several versions the most preferred one is used. */
function preferred(kinds) {
  const found = new Map()
  for (const kind of kinds) {
    const known = found.get(kind.kind)
    if (!known || (known.group === kind.group && kind.version > known.version)) found.set(kind.kind, kind)
  }
  return [...found.values()]
}

function body({ fields }, names, isAlways = () => false) {
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>'
  // The prefix of extensions depends on the dialect.
  const isExtension = ({ name: field }) => field.startsWith('x-')
  const lines = fields
    .filter((field) => !isExtension(field))
    .map((member) => {
      const { name: field, type, values } = member
      const required = member.required || isAlways(member)
      const text = typeText(type, values, names)
      const property = /^[A-Za-z_]\w*$/.test(field) ? field : `'${field}'`
      return `    readonly ${property}${required ? '' : '?'}: ${text}`
    })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is TypeScript that is written here.
  if (fields.some(isExtension)) lines.push('    readonly [extension: `x-${string}`]: unknown')
  return `{\n${lines.join('\n')}\n  }`
}

function typeText(type, values, names) {
  if (type.list) return `ReadonlyArray<${typeText(type.list, values, names)}>`
  if (type.map) return `Readonly<Record<string, ${typeText(type.map, values, names)}>>`
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type.word !== undefined) return SCALARS[type.word]
  if (type.ref === 'meta.v1.ObjectMeta') return 'ObjectMeta'
  if (!names.has(type.ref)) throw new Error(`there is no type ${type.ref}`)
  return `PackagedTypes[${key(type.ref)}]`
}
