/**
 * Path elements: the steps from an object down to one field. An element is its key in FieldsV1, in
 * canonical spelling, so that equal elements are equal strings:
 *
 * | key | selects |
 * |---|---|
 * | `f:NAME` | a field of a struct, or a key of a map |
 * | `k:{"name":"a"}` | the entry of a list that has these keys |
 * | `v:"a"` | the item of a set that is this value |
 * | `i:0` | the item of a list at this position |
 *
 * @module
 */

import { badRequest, isRecord, type JsonObject, type JsonValue, quoteJson } from '../../meta/index.js'
import { requirePath } from './check-fields.js'

/** One step: a canonical FieldsV1 key. */
export type PathElement = string

/** Steps from the root of an object. */
export type FieldPath = readonly PathElement[]

/** Names and values of keys, in the order of names. */
type Keys = readonly (readonly [name: string, value: JsonValue])[]

/** A parsed element. */
type Parsed =
  | { readonly kind: 'f'; readonly name: string }
  | { readonly kind: 'k'; readonly keys: Keys }
  | { readonly kind: 'v'; readonly value: JsonValue }
  | { readonly kind: 'i'; readonly index: number }

/** Nesting of a value inside an element; keys and set items are scalars in practice. */
const MAX_VALUE_DEPTH = 20

/** The element of a field of a struct, or of a key of a map. */
export const fieldElement = (name: string): PathElement => `f:${name}`

/**
 * The element of an entry of a list, by its keys.
 *
 * @param keys - Names and values of the key fields, in any order.
 */
export const keyElement = (keys: JsonObject): PathElement => `k:${canonicalJson(keys)}`

/** The element of an item of a set. */
export const valueElement = (value: JsonValue): PathElement =>
  typeof value === 'string' ? `v:${quoteJson(value)}` : `v:${canonicalJson(value)}`

/** The element of an item of a list, by position. */
export const indexElement = (index: number): PathElement => `i:${index}`

/**
 * Reads a key of FieldsV1.
 *
 * @param key - Text such as `k:{"port":80,"name":"a"}`.
 * @returns The canonical element, or undefined for an unknown kind, which later versions may have and
 *   which is skipped.
 * @throws ApiError 400 when the text is no element.
 */
export function readPathElement(key: string): PathElement | undefined {
  if (key.charAt(1) !== ':') throw badRequest(`${shown(key)} is not a path element: its second character is not a colon`)
  const text = key.slice(2)
  switch (key.charAt(0)) {
    case 'f':
      return key
    case 'i':
      if (!/^-?\d{1,15}$/.test(text)) throw badRequest(`${shown(key)} is not a path element: it has no number`)
      return indexElement(Number(text))
    case 'v':
      return valueElement(parseJson(key, text))
    case 'k': {
      const keys = parseJson(key, text)
      if (!isRecord(keys)) throw badRequest(`${shown(key)} is not a path element: it has no JSON object`)
      return keyElement(keys as JsonObject)
    }
    default:
      return undefined
  }
}

/**
 * Sorts items by their elements: fields before keys before values before positions; then by content.
 *
 * @param items - Pairs that begin with a canonical element.
 */
export function sortByElement<T>(items: (readonly [PathElement, T])[]): (readonly [PathElement, T])[] {
  if (items.length < 2) return items
  if (items.every(([element]) => element.startsWith('f:'))) return items.sort((a, b) => compareCodePoints(a[0], b[0]))
  return items
    .map((item) => ({ item, parsed: parse(item[0]) }))
    .sort((a, b) => compareParsed(a.parsed, b.parsed))
    .map(({ item }) => item)
}

function compareParsed(a: Parsed, b: Parsed): number {
  if (a.kind === 'f' && b.kind === 'f') return compareCodePoints(a.name, b.name)
  if (a.kind === 'k' && b.kind === 'k') return compareKeys(a.keys, b.keys)
  if (a.kind === 'v' && b.kind === 'v') return compareValues(a.value, b.value)
  if (a.kind === 'i' && b.kind === 'i') return a.index - b.index
  return 'fkvi'.indexOf(a.kind) - 'fkvi'.indexOf(b.kind)
}

/**
 * Writes a path for messages, as in the causes of a conflict: `.spec.ports[port=80,protocol="TCP"].name`.
 *
 * @param path - Canonical elements.
 * @throws ApiError 400 when one is no element.
 */
export function formatPath(path: FieldPath): string {
  requirePath('formatPath', path)
  return path.map((element) => formatElement(readPathElement(element) ?? element)).join('')
}

function formatElement(element: PathElement): string {
  const parsed = parse(element)
  switch (parsed.kind) {
    case 'f':
      return `.${parsed.name}`
    case 'k':
      return `[${parsed.keys.map(([name, value]) => `${name}=${canonicalJson(value)}`).join(',')}]`
    case 'v':
      return `[=${canonicalJson(parsed.value)}]`
    case 'i':
      return `[${parsed.index}]`
  }
}

function parse(element: PathElement): Parsed {
  const text = element.slice(2)
  switch (element.charAt(0)) {
    case 'k':
      return { kind: 'k', keys: parseKeys(text) }
    case 'v':
      return { kind: 'v', value: JSON.parse(text) as JsonValue }
    case 'i':
      return { kind: 'i', index: Number(text) }
    default:
      return { kind: 'f', name: text }
  }
}

/** One key without escapes: a list may have tens of thousands of entries, and this takes a fifth of the time of parsing JSON. */
const PLAIN_KEY = /^\{"([^"\\]*)":"([^"\\]*)"\}$/

function parseKeys(text: string): Keys {
  const [, name, value] = PLAIN_KEY.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [[name, value]]
  // Canonical text has its names in order; an object has numbers first.
  return Object.entries(JSON.parse(text) as JsonObject).sort(([a], [b]) => compareCodePoints(a, b))
}

function parseJson(key: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw badRequest(`${shown(key)} is not a path element: it has no JSON`, cause)
  }
}

/** Errors quote at most so much of a key. */
const shown = (key: string): string => JSON.stringify(key.slice(0, 200))

/** JSON text with the members of objects in order and no blanks. */
export function canonicalJson(value: JsonValue, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (depth > MAX_VALUE_DEPTH) throw badRequest('a value in a path element is nested too deep')
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item, depth + 1)).join(',')}]`
  const members = Object.entries(value as JsonObject).sort(([a], [b]) => compareCodePoints(a, b))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`).join(',')}}`
}

/** Orders text by its bytes in UTF-8, which is the order of its code points. */
export function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i)
    const b = right.charCodeAt(i)
    if (a === b) continue
    // Halves of surrogate pairs sort after all other code units.
    const [surrogateA, surrogateB] = [(a & 0xf800) === 0xd800, (b & 0xf800) === 0xd800]
    return surrogateA === surrogateB ? a - b : surrogateA ? 1 : -1
  }
  return left.length - right.length
}

function compareKeys(left: Keys, right: Keys): number {
  for (let i = 0; i < left.length; i++) {
    const [name, value] = left[i] as Keys[number]
    const other = right[i]
    if (!other) return 1
    const order = compareCodePoints(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** Numbers before text before booleans before lists before objects before null, as Kubernetes orders them. */
function compareValues(left: JsonValue, right: JsonValue): number {
  const rank = rankOf(left) - rankOf(right)
  if (rank !== 0) return rank
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right)
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right)
  if (!isRecord(left) || !isRecord(right)) return 0
  const sorted = (value: JsonObject) => Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b))
  return compareKeys(sorted(left as JsonObject), sorted(right as JsonObject))
}

function compareLists(left: readonly JsonValue[], right: readonly JsonValue[]): number {
  for (const [i, item] of left.entries()) {
    const other = right[i]
    if (other === undefined) return 1
    const order = compareValues(item, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

const RANKS = ['number', 'string', 'boolean', 'array', 'object', 'null']
const rankOf = (value: JsonValue): number =>
  RANKS.indexOf(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
