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
  /** The fields of a type, by the name of its schema, that are absent when they are zero, false or empty. None by default. */
  readonly plain?: (type: string) => ReadonlySet<string>
}

/**
 * Creates a function that omits the empty lists, maps and strings of optional fields, and what is zero in plain ones, at all depths.
 * Required and unknown fields are kept. A plain field with a default in its schema gets that.
 *
 * @param schema - Schema of the values.
 * @param options - Which empty values are omitted.
 * @returns A function that returns the very same value when nothing was omitted.
 */
export function omitEmptyBy(schema: JsonObject, options: OmitEmptyOptions): <T>(value: T) => T {
  const { definitions, texts = false, keep = [], plain = () => NO_FIELDS } = options
  const resolve = (node: JsonObject): readonly [node: JsonObject, type: string] => {
    const [whole] = Array.isArray(node.allOf) ? node.allOf : []
    const ref = textOf(node.$ref ?? recordOf(whole).$ref)
    const type = ref.slice(ref.lastIndexOf('/') + 1)
    return [definitions[type] ?? node, type]
  }
  /** Runs on every write, so each schema node is analyzed once. */
  const known = new Map<unknown, MemberRules>()
  const rulesOf = (given: unknown): MemberRules => {
    let rules = known.get(given)
    if (!rules) {
      const [node, type] = isRecord(given) ? resolve(given as JsonObject) : [NO_SCHEMA, '']
      const required = textsOf(node.required)
      rules = {
        type: node.type,
        isMap: node.additionalProperties !== undefined,
        isWhole: node.properties === undefined && isLeaf(node.additionalProperties),
        properties: recordOf(node.properties),
        kept: new Set([...required, ...keep]),
        plain: new Set([...plain(type)].filter((name) => !required.includes(name))),
        default: node.default,
        rest: node.additionalProperties,
        items: node.items,
      }
      known.set(given, rules)
    }
    return rules
  }
  /** Whether a schema says nothing about parts of a value. */
  const isLeaf = (given: unknown): boolean => {
    const [node] = isRecord(given) ? resolve(given as JsonObject) : [NO_SCHEMA]
    return node.properties === undefined && node.additionalProperties === undefined && node.items === undefined
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
  const omitMembers = (value: UnknownRecord, { isWhole, properties, kept, plain, rest }: MemberRules): UnknownRecord => {
    if (isWhole) return value
    /** The remaining fields; copied only when a field is dropped or changed. */
    let result: UnknownRecord | undefined
    const keys = Object.keys(value)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string
      const member = value[key]
      const isKnown = Object.hasOwn(properties, key)
      const given = isKnown ? properties[key] : rest
      const isAbsent = isZero(member) && isKnown && plain.has(key)
      const next = isAbsent ? rulesOf(given).default : omit(member, given)
      const goes = isAbsent ? isZero(next) : isKnown && !kept.has(key) && isEmpty(next, rulesOf(given))
      if (!result && (goes || next !== member)) result = pick(value, keys.slice(0, i))
      if (result && !goes) setKey(result, key, next)
    }
    return result ?? value
  }
  return (value) => omit(value, schema) as typeof value
}

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false || value === undefined

const NO_SCHEMA: JsonObject = Object.freeze({})
const NO_FIELDS: ReadonlySet<string> = new Set()

/** The analysis of a schema node. */
interface MemberRules {
  readonly type: unknown
  /** Whether it has fields of any name. */
  readonly isMap: boolean
  /** Whether nothing is omitted from it, as from a map of texts, which may have many. */
  readonly isWhole: boolean
  readonly properties: UnknownRecord
  /** Fields that are kept even when empty. */
  readonly kept: ReadonlySet<string>
  /** Fields that are absent when they are zero. */
  readonly plain: ReadonlySet<string>
  readonly default: unknown
  /** Schemas of other members, and of items. */
  readonly rest: unknown
  readonly items: unknown
}

function pick(value: UnknownRecord, keys: readonly string[]): UnknownRecord {
  const result: UnknownRecord = {}
  for (const key of keys) setKey(result, key, value[key])
  return result
}
