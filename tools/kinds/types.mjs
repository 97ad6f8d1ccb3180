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
  return `/**
 * The TypeScript types of the packaged kinds. Made by \`tools/kinds.mjs\`.
 *
 * @module
 */

import type { ObjectMeta } from '../../../meta/index.js'
import type { ResourceDefinition } from '../../definition.js'

/**
 * Every structure of the packaged kinds, by the name that its schema is published under: \`PackagedTypes['core.v1.PodSpec']\`.
 * Those of kinds hold what objects have beside \`apiVersion\`, \`kind\` and \`metadata\`.
 */
export interface PackagedTypes {
${members.join('\n')}
}

/** The packaged kinds, each under its name, in the version that it is stored in. */
export interface PackagedKinds {
${preferred(kinds)
  .map(({ kind, schema }) => `  readonly ${kind}: ResourceDefinition<PackagedTypes[${key(schema)}]>`)
  .join('\n')}
}
`
}

const key = (name) => `'${name}'`

/** Several groups have an Event: that of the core group has the name. Of several versions the first in order of preference counts. */
function preferred(kinds) {
  const found = new Map()
  for (const kind of kinds) {
    const known = found.get(kind.kind)
    if (!known || (known.group === kind.group && kind.version > known.version)) found.set(kind.kind, kind)
  }
  return [...found.values()]
}

function body({ fields }, names) {
  if (fields.length === 0) return 'Readonly<Record<string, unknown>>'
  // The prefix of extensions depends on the dialect.
  const isExtension = ({ name: field }) => field.startsWith('x-')
  const lines = fields
    .filter((field) => !isExtension(field))
    .map(({ name: field, required, type, values }) => {
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
