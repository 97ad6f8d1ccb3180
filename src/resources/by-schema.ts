/**
 * What the schemas of built-in kinds say without words: quantities have a canonical form, and members of a status that it always
 * has are there from the start.
 *
 * @module
 */

import { badRequest, isRecord, type JsonObject, parseQuantity, setKey, type UnknownRecord } from '../meta/index.js'
import { recordOf, textOf, textsOf } from './fields.js'

type Definitions = Readonly<Record<string, JsonObject>>

const QUANTITY = /(?:^|[./])Quantity$/

/** Follows a reference, perhaps one inside an `allOf`. */
function resolve(given: unknown, definitions: Definitions): { readonly node: JsonObject; readonly name: string } {
  const node = recordOf(given) as JsonObject
  const [whole] = Array.isArray(node.allOf) ? node.allOf : []
  const ref = textOf(node.$ref ?? recordOf(whole).$ref)
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return { node: ref === '' ? node : (definitions[name] ?? {}), name }
}

/**
 * Makes a function that writes an object as Kubernetes keeps it: quantities in their canonical form, and numbers and flags that the
 * schema requires, which are zero where nobody gave them.
 *
 * @param schema - Schema of the objects.
 * @param definitions - Schemas that `$ref`s point at, by name.
 * @returns A function that gives the very same value back when nothing changed. It throws an {@link ApiError}, 400, for text that is
 *   no quantity.
 */
export function canonicalBy(schema: JsonObject, definitions: Definitions): <T>(value: T) => T {
  /** Where there is something to write in a schema: in it, in members of it, or nowhere. */
  const known = new Map<unknown, Places>()
  const placesOf = (given: unknown): Places => {
    const found = known.get(given)
    if (found) return found
    const { node, name } = resolve(given, definitions)
    const places: Places = { isQuantity: QUANTITY.test(name), members: new Map(), rest: undefined, items: undefined, zeros: [] }
    // A schema that refers to itself finds itself here.
    known.set(given, places)
    if (places.isQuantity) return places
    for (const [key, member] of Object.entries(recordOf(node.properties))) if (holds(member)) places.members.set(key, member)
    if (node.additionalProperties && holds(node.additionalProperties)) places.rest = node.additionalProperties
    if (node.items && holds(node.items)) places.items = node.items
    places.zeros = textsOf(node.required).flatMap((key) => {
      const zero = COUNTED[textOf(resolve(recordOf(node.properties)[key], definitions).node.type)]
      return zero === undefined ? [] : [[key, zero] as const]
    })
    return places
  }
  const holds = (given: unknown): boolean => {
    const { isQuantity, members, rest, items, zeros } = placesOf(given)
    return isQuantity || members.size > 0 || rest !== undefined || items !== undefined || zeros.length > 0
  }
  const change = (value: unknown, given: unknown): unknown => {
    const { isQuantity, members, rest, items, zeros } = placesOf(given)
    if (isQuantity) return value === undefined || value === null ? value : canonical(value)
    if (Array.isArray(value)) {
      if (items === undefined) return value
      const changed = value.map((item) => change(item, items))
      return changed.some((item, i) => item !== value[i]) ? changed : value
    }
    if (!isRecord(value)) return value
    let result: UnknownRecord | undefined
    for (const key of rest === undefined ? members.keys() : Object.keys(value)) {
      const place = members.get(key) ?? rest
      if (!Object.hasOwn(value, key) || place === undefined) continue
      const next = change(value[key], place)
      if (next === value[key]) continue
      result ??= { ...value }
      setKey(result, key, next)
    }
    for (const [key, zero] of zeros) {
      if (Object.hasOwn(value, key)) continue
      result ??= { ...value }
      result[key] = zero
    }
    return result ?? value
  }
  return (value) => change(value, schema) as typeof value
}

/** What there is to write at and below a place of a schema. */
interface Places {
  readonly isQuantity: boolean
  readonly members: Map<string, unknown>
  rest: unknown
  items: unknown
  /** Members that are always there, as they are when nobody gave them. */
  zeros: readonly (readonly [key: string, zero: unknown])[]
}

function canonical(value: unknown): string {
  const text = parseQuantity(value)?.toString()
  if (text !== undefined) return text
  throw badRequest(
    `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', unlike ${JSON.stringify(value)}`,
  )
}

const COUNTED: Readonly<Record<string, unknown>> = { integer: 0, number: 0, boolean: false }
const ZEROS: Readonly<Record<string, unknown>> = { ...COUNTED, string: '' }

/**
 * Makes the status that a new object of a kind has: numbers, texts and flags that a status cannot be without.
 *
 * @param schema - Schema of the kind.
 * @param definitions - Schemas that `$ref`s point at, by name.
 */
export function emptyStatusOf(schema: JsonObject, definitions: Definitions): Readonly<UnknownRecord> {
  const { node } = resolve(recordOf(schema.properties).status, definitions)
  const members = recordOf(node.properties)
  return Object.fromEntries(
    textsOf(node.required).flatMap((key) => {
      const zero = ZEROS[textOf(resolve(members[key], definitions).node.type)]
      return zero === undefined ? [] : [[key, zero]]
    }),
  )
}
