/**
 * Fields of a version that its type cannot store, as the storage version does not have them and nothing converts them.
 *
 * @module
 */

import { getKey, isRecord, type JsonObject, setKey, type UnknownRecord } from '../../meta/index.js'
import type { Schema } from '../../schema/index.js'

/** Maximum number of fields that are tried: schemas that refer to each other may describe any number. */
const MAX_TRIED = 10_000

const COMPONENTS = '#/components/schemas/'

/** The fields of objects that the registry keeps in all versions. */
const OF_ALL_VERSIONS = ['apiVersion', 'kind', 'metadata']

/**
 * Lists the declared fields of a version that the storage version drops, such as `spec.ports[].protocol`.
 *
 * @param schema - Schema of the version.
 * @param stored - Schema of the storage version.
 */
export function droppedFields(schema: Schema, stored: Schema): readonly string[] {
  const { unknownFields } = stored.prune(new Sample(schema.components).of(schema.document))
  return [...new Set(unknownFields.map((path) => path.replaceAll('[0]', '[]')))]
}

/** An object with all declared fields of a schema. */
class Sample {
  readonly #components: Readonly<Record<string, JsonObject>>
  /** Schemas around the current one: a recursive one is tried once. */
  readonly #around = new Set<unknown>()
  #tried = 0

  constructor(components: Readonly<Record<string, JsonObject>>) {
    this.#components = components
  }

  of(document: JsonObject): UnknownRecord {
    const { properties } = document
    const own = Object.entries(isRecord(properties) ? properties : {}).filter(([key]) => !OF_ALL_VERSIONS.includes(key))
    return this.#members({ properties: Object.fromEntries(own) as JsonObject })
  }

  #value(part: unknown): unknown {
    const schema = this.#resolved(part)
    if (!isRecord(schema) || this.#around.has(schema) || ++this.#tried > MAX_TRIED) return null
    this.#around.add(schema)
    const value = isRecord(schema.items)
      ? [this.#value(schema.items)]
      : isRecord(schema.properties) || isRecord(schema.additionalProperties)
        ? this.#members(schema)
        : null
    this.#around.delete(schema)
    return value
  }

  #members({ properties, additionalProperties }: UnknownRecord): UnknownRecord {
    const members: UnknownRecord = {}
    if (isRecord(additionalProperties)) setKey(members, '*', this.#value(additionalProperties))
    for (const [key, part] of Object.entries(isRecord(properties) ? properties : {})) setKey(members, key, this.#value(part))
    return members
  }

  /** The target of a reference, which may be the only part of an `allOf`. */
  #resolved(part: unknown): unknown {
    if (!isRecord(part)) return part
    if (typeof part.$ref === 'string') return getKey(this.#components, part.$ref.slice(COMPONENTS.length))
    const [only] = Array.isArray(part.allOf) && part.properties === undefined ? part.allOf : []
    return only === undefined ? part : this.#resolved(only)
  }
}
