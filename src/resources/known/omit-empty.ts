/**
 * Omits empty optional values, which built-in kinds do not distinguish from absent ones.
 *
 * @module
 */

import { isRecord, type JsonObject, setKey, type UnknownRecord } from '../../meta/index.js'
import { recordOf, textOf, textsOf } from '../fields/fields.js'

/** Options for what is omitted. */
export interface OmitEmptyOptions {
  /** Target schemas of `$ref`s, by name. */
  readonly definitions: Readonly<Record<string, JsonObject>>
  /** Whether empty strings are omitted too. Default false. */
  readonly texts?: boolean
  /** Names of fields that are kept even when empty, besides the required ones. */
  readonly keep?: readonly string[]
}

/**
 * Creates a function that omits the empty lists, maps and strings of optional fields, at all depths. Required and unknown fields
 * are kept.
 *
 * @param schema - Schema of the values.
 * @param options - Which empty values are omitted.
 * @returns A function that returns the very same value when nothing was omitted.
 */
export function omitEmptyBy(schema: JsonObject, options: OmitEmptyOptions): <T>(value: T) => T {
  const { definitions, texts = false, keep = [] } = options
  const resolve = (node: JsonObject): JsonObject => {
    const [whole] = Array.isArray(node.allOf) ? node.allOf : []
    const ref = textOf(node.$ref ?? recordOf(whole).$ref)
    return ref === '' ? node : (definitions[ref.slice(ref.lastIndexOf('/') + 1)] ?? node)
  }
  /** Runs on every write, so each schema node is analyzed once. */
  const known = new Map<unknown, MemberRules>()
  const rulesOf = (given: unknown): MemberRules => {
    let rules = known.get(given)
    if (!rules) {
      const node = isRecord(given) ? resolve(given as JsonObject) : NO_SCHEMA
      rules = {
        type: node.type,
        isMap: node.additionalProperties !== undefined,
        properties: recordOf(node.properties),
        kept: new Set([...textsOf(node.required), ...keep]),
        rest: node.additionalProperties,
        items: node.items,
      }
      known.set(given, rules)
    }
    return rules
  }
  const isEmpty = (value: unknown, rules: MemberRules): boolean => {
    if (Array.isArray(value)) return rules.type === 'array' && value.length === 0
    if (typeof value === 'string') return texts && rules.type === 'string' && value === ''
    return isRecord(value) && rules.isMap && Object.keys(value).length === 0
  }
  const omit = (value: unknown, given: unknown): unknown => {
    if (Array.isArray(value)) {
      const { items } = rulesOf(given)
      const kept = value.map((item) => omit(item, items))
      return kept.some((item, i) => item !== value[i]) ? kept : value
    }
    return isRecord(value) ? omitMembers(value, rulesOf(given)) : value
  }
  const omitMembers = (value: UnknownRecord, { properties, kept, rest }: MemberRules): UnknownRecord => {
    /** The remaining fields; copied only when a field is dropped or changed. */
    let result: UnknownRecord | undefined
    const keys = Object.keys(value)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string
      const member = value[key]
      const isKnown = Object.hasOwn(properties, key)
      const given = isKnown ? properties[key] : rest
      const next = omit(member, given)
      const goes = isKnown && !kept.has(key) && isEmpty(next, rulesOf(given))
      if (!result && (goes || next !== member)) result = pick(value, keys.slice(0, i))
      if (result && !goes) setKey(result, key, next)
    }
    return result ?? value
  }
  return (value) => omit(value, schema) as typeof value
}

const NO_SCHEMA: JsonObject = Object.freeze({})

/** The analysis of a schema node. */
interface MemberRules {
  readonly type: unknown
  /** Whether it has fields of any name. */
  readonly isMap: boolean
  readonly properties: UnknownRecord
  /** Fields that are kept even when empty. */
  readonly kept: ReadonlySet<string>
  /** Schemas of other members, and of items. */
  readonly rest: unknown
  readonly items: unknown
}

function pick(value: UnknownRecord, keys: readonly string[]): UnknownRecord {
  const result: UnknownRecord = {}
  for (const key of keys) setKey(result, key, value[key])
  return result
}
