/**
 * Compiles a structural schema to the type that the engine walks.
 *
 * Parts are compiled when an object first has them, so that a document of many hundred definitions costs nothing
 * until it is used, and a definition may contain itself.
 *
 * @module
 */

import {
  badRequest,
  check,
  getKey,
  isRecord,
  type JsonObject,
  type JsonValue,
  schemaMarker,
  type UnknownRecord,
} from '../../meta/index.js'
import { compileOptions } from '../check-arguments.js'
import { compareCodePoints } from '../fields/path-element.js'
import { checkSchema } from './check-schema.js'
import { objectFields } from './object-schema.js'
import { flattenSchema } from './references.js'
import { anyType, Field, type FieldType, type KeyField, ListType, MapType, type ScalarKind } from './type.js'

/** Options of a compilation. */
export interface CompileTypeOptions {
  /** Schemas that `$ref`s point to, by name: `#/definitions/NAME` or `#/components/schemas/NAME`. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
  /**
   * Leaves errors of the schema to the first object that reaches them, instead of checking all of it now: for documents with
   * the definitions of a whole cluster. False by default.
   */
  readonly unchecked?: boolean
}

/**
 * Compiles a structural schema, with the merge markers of any vendor: `x-VENDOR-list-type`, `-list-map-keys`, `-map-type`,
 * `-preserve-unknown-fields`, `-int-or-string`, and where there is no list type, `-patch-strategy` and `-patch-merge-key`.
 *
 * @param schema - An OpenAPI v3 (or v2) schema; null for objects without one.
 * @param options - `definitions` for references.
 * @returns The type. Keep it: compiling the same schema again repeats all the work.
 * @throws TypeError for undefined, a type of a library or a whole document. ApiError 400 with the path of the error: a part that is
 *   no object, an unknown type or marker, keys of a list that its entries do not have, a reference that leads nowhere or in a
 *   circle.
 * @see Specification, "Server-side apply", 8
 */
export function compileType(schema: UnknownRecord | null, options: CompileTypeOptions = {}): FieldType {
  check.refuse('compileType', [...check.oneSchema(schema, 'schema'), ...compileOptions(options, 'options')])
  if (schema === null) return anyType
  return compilerFor(schema as JsonObject, options).type(schema)
}

/**
 * Compiles the schema of API objects: like {@link compileType}, with `apiVersion`, `kind` and the metadata that all objects have
 * replaced by the standard ones.
 *
 * @param schema - The schema; null for a type without one, whose fields are owned key by key.
 * @param options - `definitions` for references.
 * @throws ApiError 400 as {@link compileType} does.
 */
export function compileObjectType(schema: UnknownRecord | null, options: CompileTypeOptions = {}): FieldType {
  check.refuse('compileObjectType', [...check.oneSchema(schema, 'schema'), ...compileOptions(options, 'options')])
  const object = (schema ?? { type: 'object' }) as JsonObject
  return compilerFor(object, options).objectType(object)
}

function compilerFor(schema: JsonObject, { definitions = {}, unchecked = false }: CompileTypeOptions): Compiler {
  if (!unchecked) checkSchema(schema, definitions)
  return new Compiler(definitions)
}

/** Schemas by identity: references in a recursive definition return to existing types. */
class Compiler {
  readonly #definitions: Readonly<Record<string, JsonObject>>
  readonly #types = new Map<unknown, FieldType>()

  constructor(definitions: Readonly<Record<string, JsonObject>>) {
    this.#definitions = definitions
  }

  type(source: unknown): FieldType {
    let type = this.#types.get(source)
    if (!type) {
      type = this.#compile(source)
      this.#types.set(source, type)
    }
    return type
  }

  objectType(source: JsonObject): FieldType {
    const flat = flattenSchema(source, this.#definitions)
    return { scalar: undefined, list: undefined, map: this.#map({ ...flat, [EMBEDDED]: true }) }
  }

  #compile(source: unknown): FieldType {
    if (source === true) return anyType
    if (!isRecord(source)) throw badRequest('a schema is not an object')
    const schema = flattenSchema(source as JsonObject, this.#definitions)
    // A plain reference has the type of its definition, which all such references share.
    if (schema !== source && this.#types.has(schema)) return this.#types.get(schema) as FieldType
    const type = this.#compileFlat(schema)
    this.#types.set(schema, type)
    return type
  }

  #compileFlat(schema: JsonObject): FieldType {
    const scalar = scalarKind(schema)
    if (scalar) return { scalar, list: undefined, map: undefined }
    if (schema.type === 'array') return { scalar: undefined, list: this.#list(schema), map: undefined }
    if (schema.type === 'object' || isRecord(schema.properties))
      return { scalar: undefined, list: undefined, map: this.#map(schema) }
    return anyType
  }

  #map(schema: JsonObject): MapType {
    const { properties, additionalProperties } = schema
    const fields = new Map<string, Field>()
    const isObject = schemaMarker(schema, 'embedded-resource') === true
    const declared = isRecord(properties) ? properties : {}
    const isOpen =
      schemaMarker(schema, 'preserve-unknown-fields') === true ||
      additionalProperties === true ||
      (Object.keys(declared).length === 0 && additionalProperties === undefined)
    for (const name of Object.keys(declared)) {
      if (isObject && Object.hasOwn(objectFields, name)) continue
      const property = getKey(declared, name)
      fields.set(name, new Field(name, fields.size, () => this.type(property)))
    }
    if (isObject) {
      for (const [name, property] of Object.entries(objectFields)) {
        fields.set(name, new Field(name, fields.size, () => this.type(property)))
      }
    }
    const element = isRecord(additionalProperties) ? () => this.type(additionalProperties) : isOpen ? () => anyType : undefined
    return new MapType(schemaMarker(schema, 'map-type') === 'atomic', fields, element)
  }

  #list(schema: JsonObject): ListType {
    const items = () => (schema.items === undefined ? anyType : this.type(schema.items))
    const names = listKeys(schema)
    if (names === 'atomic') return new ListType('atomic', [], items)
    if (names.length === 0) return new ListType('set', [], items)
    return new ListType('map', this.#keyFields([...names].sort(compareCodePoints), schema.items), items)
  }

  #keyFields(names: readonly string[], items: unknown): KeyField[] {
    const entry = isRecord(items) ? flattenSchema(items as JsonObject, this.#definitions) : {}
    return names.map((name) => {
      const field = getKey(entry.properties, name)
      const value = isRecord(field) ? flattenSchema(field as JsonObject, this.#definitions).default : undefined
      return { name, prefix: `${JSON.stringify(name)}:`, default: value as JsonValue | undefined }
    })
  }
}

/** How items of a list are identified: not at all, by value (no keys), or by keys. */
function listKeys(schema: JsonObject): 'atomic' | readonly string[] {
  const kind = schemaMarker(schema, 'list-type')
  const keys = schemaMarker(schema, 'list-map-keys')
  const mergeKey = schemaMarker(schema, 'patch-merge-key')
  if (kind === 'set') return []
  if (kind === 'map') {
    if (Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string')) return [...new Set(keys)]
    return typeof mergeKey === 'string' ? [mergeKey] : 'atomic'
  }
  const strategy = schemaMarker(schema, 'patch-strategy')
  if (kind !== undefined || typeof strategy !== 'string' || !strategy.split(',').includes('merge')) return 'atomic'
  return typeof mergeKey === 'string' ? [mergeKey] : []
}

function scalarKind(schema: JsonObject): ScalarKind | undefined {
  if (schemaMarker(schema, 'int-or-string') === true || schema.format === 'int-or-string') return 'any'
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    default:
      return undefined
  }
}

/** Marks an object inside another, and here those that are no part of another, too. */
const EMBEDDED = 'x-platform-embedded-resource'
