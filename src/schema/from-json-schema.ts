/**
 * Converts JSON schemas, as programs generate them from their types, to structural schemas.
 *
 * @module
 */

import { aDialect, check, dialectOf, getKey, isRecord, type JsonObject, setKey } from '../meta/index.js'
import { compileSchema, type SchemaOptions } from './compile.js'
import { Reader } from './json-schema/read.js'
import { render } from './json-schema/render.js'
import { componentReference, type Definitions } from './references.js'
import type { Schema } from './schema.js'

export { JsonSchemaError } from './json-schema/part.js'

/** Options for a JSON schema. */
export type JsonSchemaOptions = Pick<SchemaOptions, 'dialect' | 'name' | 'root'>

const aSchema = /* @__PURE__ */ check.fits('a JSON schema', (value) => value !== undefined && value !== null)
const jsonSchemaOptions = /* @__PURE__ */ check.members<keyof JsonSchemaOptions>({
  dialect: aDialect,
  name: check.text,
  root: check.text,
})

const checkJsonSchema = (callee: string, schema: unknown, options: unknown): void =>
  check.refuse(callee, [
    ...(check.isObject(schema) ? check.oneSchema : aSchema)(schema, 'schema'),
    ...jsonSchemaOptions(options, 'options'),
  ])

/** A structural schema, with the schemas that it references. */
export interface StructuralDocument {
  /** OpenAPI v3; recursive parts are `$ref`s to `#/components/schemas/NAME`. */
  readonly document: JsonObject
  /** The schemas that `document` refers to, by name. */
  readonly definitions: Definitions
}

/**
 * Compiles a JSON schema, such as the result of zod 4's `z.toJSONSchema(type)`: draft 2020-12, or with `target: 'openapi-3.0'`.
 *
 * Values are validated as by the type, with the differences of structural schemas: fields that no alternative describes are
 * unknown, and pruned instead of refused; a field of one alternative is allowed in all of them; a missing `additionalProperties`
 * closes an object; string lengths count characters.
 *
 * @param schema - JSON schema; not modified. `x-VENDOR-…` keys are markers and are kept, as are descriptions and defaults; other
 *   annotations (`$schema`, `$id`, examples) are dropped.
 * @param options - `name` also names the recursive parts among published components.
 * @returns A schema, to be prepared and used like any other.
 * @throws `JsonSchemaError` naming the path and the keyword that structural schemas cannot express.
 */
export function compileJsonSchema(schema: unknown, options: JsonSchemaOptions = {}): Schema {
  checkJsonSchema('compileJsonSchema', schema, options)
  const { document, definitions } = fromJsonSchema(schema, options)
  return compileSchema(document, { ...options, definitions, style: 'typed' })
}

/**
 * Converts a JSON schema to a structural schema, as in a custom resource definition but with `$ref`s.
 *
 * @param schema - JSON schema; see {@link compileJsonSchema}.
 * @param options - `dialect` defines the prefix of markers, `name` that of recursive parts.
 * @throws `JsonSchemaError` naming the path and the keyword that structural schemas cannot express.
 */
export function fromJsonSchema(schema: unknown, options: Omit<JsonSchemaOptions, 'root'> = {}): StructuralDocument {
  checkJsonSchema('fromJsonSchema', schema, options)
  const names = new Map<string, string>()
  const pending: string[] = []
  const prefix = options.name === undefined ? '' : `${options.name}.`
  const refer = (reference: string): string => {
    let name = names.get(reference)
    if (name === undefined) {
      name = unusedName(prefix + nameOf(reference), names)
      names.set(reference, name)
      pending.push(reference)
    }
    return componentReference(name)
  }
  const reader = new Reader((reference) => definitionOf(schema, reference))
  const writing = {
    prefix: dialectOf(options.dialect).schemaPrefix,
    refer,
    definition: (reference: string, path: string) => reader.definition(reference, path),
  }
  const document = render(reader.resolve(reader.definition('#', ''), ''), '', writing)
  const definitions: Record<string, JsonObject> = {}
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    const path = nameOf(reference)
    setKey(definitions, names.get(reference) ?? '', render(reader.definition(reference, path), path, writing))
  }
  return { document, definitions }
}

const POINTER = /^#\/(?:\$defs|definitions|components\/schemas)\/([^/]+)$/

/** The target of a reference; undefined when it does not exist. */
function definitionOf(schema: unknown, reference: string): unknown {
  if (reference === '#') return schema
  const name = POINTER.exec(reference)?.[1]
  if (name === undefined) return undefined
  const key = unescaped(name)
  const places = [getKey(schema, '$defs'), getKey(schema, 'definitions'), getKey(getKey(schema, 'components'), 'schemas')]
  return places.map((place) => getKey(place, key)).find(isRecord)
}

const unescaped = (name: string): string => {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return name
  }
}

/** The name of a definition, in characters that component names allow. */
const nameOf = (reference: string): string =>
  reference === '#' ? 'Self' : unescaped(POINTER.exec(reference)?.[1] ?? '').replace(/[^A-Za-z0-9._-]/g, '_')

function unusedName(wanted: string, names: ReadonlyMap<string, string>): string {
  const taken = new Set(names.values())
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`
  return name
}
