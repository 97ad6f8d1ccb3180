/**
 * Normalization of built-in kinds that their schemas imply: quantities and bytes have a canonical form, and some status fields are
 * always present.
 *
 * @module
 */

import { badRequest, isRecord, type JsonObject, parseQuantity, Quantity, setKey, type UnknownRecord } from '../../meta/index.js'
import { canonicalByteText } from '../../text/index.js'
import { alwaysShownIn } from '../always-shown.js'
import { recordOf, textOf, textsOf } from '../fields/fields.js'

type Definitions = Readonly<Record<string, JsonObject>>

const QUANTITY = /(?:^|[./])Quantity$/

/** Follows a reference, also one inside an `allOf`. */
function resolve(given: unknown, definitions: Definitions): { readonly node: JsonObject; readonly name: string } {
  const node = recordOf(given) as JsonObject
  const [whole] = Array.isArray(node.allOf) ? node.allOf : []
  const ref = textOf(node.$ref ?? recordOf(whole).$ref)
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return { node: ref === '' ? node : (definitions[name] ?? {}), name }
}

/**
 * Creates a function that normalizes an object as Kubernetes does: quantities and bytes in canonical form, and fields that are
 * never absent: required numbers and booleans are zero when unset, and some fields are null or empty.
 *
 * @param schema - Schema of the objects, or a reference to it.
 * @param definitions - Target schemas of `$ref`s, by name.
 * @returns A function that returns the very same value when nothing changed. It throws an {@link ApiError}, 400, for an invalid
 *   quantity.
 */
export const canonicalBy = (schema: JsonObject, definitions: Definitions): (<T>(value: T) => T) =>
  rewriteBy(schema, definitions, {
    formOf: (name, node) => {
      if (QUANTITY.test(name)) return canonicalQuantity
      const isResourceList = QUANTITY.test(resolve(node.additionalProperties, definitions).name)
      return isResourceList ? canonicalAmounts : bytesForm(node)
    },
    zerosOf: (name, node) => {
      const counted = textsOf(node.required).flatMap((key) => {
        const zero = COUNTED[textOf(resolve(recordOf(node.properties)[key], definitions).node.type)]
        return zero === undefined ? [] : [[key, zero] as const]
      })
      return [...counted, ...Object.entries(alwaysShownIn(name))]
    },
  })

/**
 * Creates a function that puts the bytes of an object into canonical form.
 *
 * @param schema - Schema of the objects.
 * @param definitions - Target schemas of `$ref`s, by name.
 * @returns A function that returns the very same value when nothing changed.
 */
export const canonicalBytesBy = (schema: JsonObject, definitions: Definitions): (<T>(value: T) => T) =>
  rewriteBy(schema, definitions, { formOf: (_, node) => bytesForm(node), zerosOf: () => [] })

/** Puts a value into its canonical form. */
type Form = (value: unknown) => unknown

/** What is normalized where a schema applies; `name` is that of the schema, if it has one. */
interface Rules {
  readonly formOf: (name: string, node: JsonObject) => Form | undefined
  /** Fields that are always present, with their values when unset. */
  readonly zerosOf: (name: string, node: JsonObject) => readonly (readonly [key: string, zero: unknown])[]
}

function rewriteBy(schema: JsonObject, definitions: Definitions, { formOf, zerosOf }: Rules): <T>(value: T) => T {
  /** Where a schema has something to normalize: in it, in its fields, or nowhere. */
  const known = new Map<unknown, Places>()
  const placesOf = (given: unknown): Places => {
    const found = known.get(given)
    if (found) return found
    const { node, name } = resolve(given, definitions)
    const places: Places = { form: formOf(name, node), members: new Map(), rest: undefined, items: undefined, zeros: [] }
    // A recursive schema finds itself here.
    known.set(given, places)
    if (places.form) return places
    for (const [key, member] of Object.entries(recordOf(node.properties))) if (holds(member)) places.members.set(key, member)
    if (node.additionalProperties && holds(node.additionalProperties)) places.rest = node.additionalProperties
    if (node.items && holds(node.items)) places.items = node.items
    places.zeros = zerosOf(name, node)
    return places
  }
  const holds = (given: unknown): boolean => {
    const { form, members, rest, items, zeros } = placesOf(given)
    return form !== undefined || members.size > 0 || rest !== undefined || items !== undefined || zeros.length > 0
  }
  const change = (value: unknown, given: unknown): unknown => {
    const { form, members, rest, items, zeros } = placesOf(given)
    if (form) return value === undefined || value === null ? value : form(value)
    if (Array.isArray(value)) {
      if (items === undefined) return value
      const changed = value.map((item) => change(item, items))
      return changed.some((item, i) => item !== value[i]) ? changed : value
    }
    if (!isRecord(value)) return value
    let result: UnknownRecord | undefined
    for (const [key, zero] of zeros) {
      if (Object.hasOwn(value, key) && !(zero === null && isEmptyList(value[key]))) continue
      result ??= { ...value }
      result[key] = zero
    }
    const whole = result ?? value
    for (const key of rest === undefined ? members.keys() : Object.keys(whole)) {
      const place = members.get(key) ?? rest
      if (!Object.hasOwn(whole, key) || place === undefined) continue
      const next = change(whole[key], place)
      if (next === whole[key]) continue
      result ??= { ...value }
      setKey(result, key, next)
    }
    return result ?? value
  }
  return (value) => change(value, schema) as typeof value
}

/** Storage does not distinguish an empty list from an absent one. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** The normalizations at and below a path of a schema. */
interface Places {
  readonly form: Form | undefined
  readonly members: Map<string, unknown>
  rest: unknown
  items: unknown
  zeros: readonly (readonly [key: string, zero: unknown])[]
}

/** The form of a schema of bytes. */
const bytesForm = ({ type, format }: JsonObject): Form | undefined =>
  type === 'string' && format === 'byte' ? canonicalBytes : undefined

const canonicalBytes: Form = (value) => (typeof value === 'string' ? canonicalByteText(value) : value)

/** Most quantities, which are canonical as they are: the status of a quota may have a hundred thousand. */
const SHORT_QUANTITY = /^[1-9]\d{0,2}(?:[KMGTP]i|[mkMGTP])?$/

function canonicalQuantity(value: unknown): string {
  if (typeof value === 'string' && SHORT_QUANTITY.test(value)) return value
  const text = parseQuantity(value)?.toString()
  if (text !== undefined) return text
  throw badRequest(
    `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', unlike ${JSON.stringify(value)}`,
  )
}

/** Amounts of resources are at least in thousandths; smaller parts are rounded up, away from zero. */
const canonicalAmounts: Form = (list) => {
  if (!isRecord(list)) return list
  let result: UnknownRecord | undefined
  for (const key of Object.keys(list)) {
    const value = list[key]
    if (value === undefined || value === null) continue
    const amount = roundedUp(canonicalQuantity(value))
    if (amount === value) continue
    result ??= { ...list }
    setKey(result, key, amount)
  }
  return result ?? list
}

/** The suffixes that canonical amounts have only below a thousandth. */
const SMALL = /(?:[nu]|e-[69])$/
const MILLI = 1_000_000n

function roundedUp(amount: string): string {
  const exact = SMALL.test(amount) ? parseQuantity(amount) : undefined
  if (!exact) return amount
  const { nanos, format } = exact
  const rest = nanos % MILLI
  const away = rest === 0n ? 0n : nanos < 0n ? -MILLI : MILLI
  return new Quantity(nanos - rest + away, format).toString()
}

const COUNTED: Readonly<Record<string, unknown>> = { integer: 0, number: 0, boolean: false }

/**
 * Creates the status of a new object of a kind: fields that are never absent, and required strings.
 *
 * @param schema - Schema of the kind, or a reference to it.
 * @param definitions - Target schemas of `$ref`s, by name.
 */
export function emptyStatusOf(schema: JsonObject, definitions: Definitions): Readonly<UnknownRecord> {
  const status = recordOf(resolve(schema, definitions).node.properties).status as JsonObject | undefined
  if (status === undefined) return {}
  const { node } = resolve(status, definitions)
  const texts = textsOf(node.required).filter(
    (key) => resolve(recordOf(node.properties)[key], definitions).node.type === 'string',
  )
  return { ...Object.fromEntries(texts.map((key) => [key, ''])), ...canonicalBy(status, definitions)({}) }
}
