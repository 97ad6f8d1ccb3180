/**
 * Built-in kinds do not tell an empty optional value from a missing one: it is left out.
 *
 * @module
 */

import { isRecord, type JsonObject, setKey, type UnknownRecord } from '../meta/index.js'
import { recordOf, textOf, textsOf } from './fields.js'

/** What is left out, and what is not. */
export interface OmitEmptyOptions {
  /** Schemas that `$ref`s point at, by name. */
  readonly definitions: Readonly<Record<string, JsonObject>>
  /** Whether empty texts are left out too. Default false. */
  readonly texts?: boolean
  /** Names of members that stay even when they are empty, besides the required ones. */
  readonly keep?: readonly string[]
}

/**
 * Makes a function that leaves out the empty lists, maps and texts of optional fields, all the way down. Members that
 * the schema requires stay, and so does what it does not know.
 *
 * @param schema - Schema of the values.
 * @param options - Which empty values are meant.
 * @returns A function that gives the very same value back when nothing was left out.
 */
export function omitEmptyBy(schema: JsonObject, options: OmitEmptyOptions): <T>(value: T) => T {
  const { definitions, texts = false, keep = [] } = options
  const resolve = (node: JsonObject): JsonObject => {
    const [whole] = Array.isArray(node.allOf) ? node.allOf : []
    const ref = textOf(node.$ref ?? recordOf(whole).$ref)
    return ref === '' ? node : (definitions[ref.slice(ref.lastIndexOf('/') + 1)] ?? node)
  }
  const isEmpty = (value: unknown, node: JsonObject): boolean => {
    if (Array.isArray(value)) return node.type === 'array' && value.length === 0
    if (typeof value === 'string') return texts && node.type === 'string' && value === ''
    return isRecord(value) && node.additionalProperties !== undefined && Object.keys(value).length === 0
  }
  const omit = (value: unknown, given: JsonObject): unknown => {
    const node = resolve(given)
    if (Array.isArray(value)) {
      const items = value.map((item) => omit(item, recordOf(node.items) as JsonObject))
      return items.some((item, i) => item !== value[i]) ? items : value
    }
    return isRecord(value) ? omitMembers(value, node) : value
  }
  const omitMembers = (value: UnknownRecord, node: JsonObject): UnknownRecord => {
    const properties = recordOf(node.properties)
    const kept = [...textsOf(node.required), ...keep]
    const result: UnknownRecord = {}
    let changed = false
    for (const [key, member] of Object.entries(value)) {
      const known = Object.hasOwn(properties, key)
      const memberNode = recordOf(known ? properties[key] : node.additionalProperties) as JsonObject
      const next = omit(member, memberNode)
      if (known && !kept.includes(key) && isEmpty(next, resolve(memberNode))) {
        changed = true
      } else {
        changed ||= next !== member
        setKey(result, key, next)
      }
    }
    return changed ? result : value
  }
  return (value) => omit(value, schema) as typeof value
}
