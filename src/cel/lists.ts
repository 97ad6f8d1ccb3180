/**
 * Equality and order of values, and lists with merge semantics.
 *
 * A list of type set or map equals any permutation of itself, and `+` merges into it.
 *
 * @module
 */

import { sameBytes } from '../meta/index.js'
import { charge, sizePrice } from './budget.js'
import type { DeclaredType } from './declared-types.js'
import { celEngine } from './engine.js'
import { Struct } from './struct.js'

type Merge = NonNullable<DeclaredType['merge']>

/** The merge semantics of lists. */
const tags = new WeakMap<readonly unknown[], Merge>()

/** Records the merge semantics of a list. */
export function tagList(list: unknown[], merge: Merge): unknown[] {
  tags.set(list, merge)
  return list
}

/** A value with its own equality. */
export interface Comparable {
  compareTo(other: unknown): number | undefined
}

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'object' && value !== null && 'compareTo' in value && typeof value.compareTo === 'function'

/** CEL equality of two values. */
export function celEquals(a: unknown, b: unknown): boolean {
  charge(1)
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b)
  if (a === b) return true
  if (typeof a === 'bigint' || typeof a === 'number') return isNumber(b) && compareNumbers(a, b) === 0
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b)
  if (a instanceof Struct || b instanceof Struct) return a instanceof Struct && b instanceof Struct && equalStructs(a, b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b)
  if (isComparable(a)) return a.compareTo(b) === 0
  const order = compareValues(a, b)
  if (order !== undefined) return order === 0
  return a.constructor === b.constructor || isMap(a) ? isMap(a) && isMap(b) && equalMaps(entriesOf(a), entriesOf(b)) : false
}

/** Texts of the same length are read up to the first difference. */
function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  charge(sizePrice(a))
  return a === b
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

const compareNumbers = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0)

const isMap = (value: object): boolean => value instanceof Map || Object.getPrototypeOf(value) === Object.prototype

const entriesOf = (value: object): Map<unknown, unknown> =>
  value instanceof Map ? value : new Map<unknown, unknown>(Object.entries(value))

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  charge(a.length / 10)
  return sameBytes(a, b)
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  if (tags.has(a) || tags.has(b)) return a.every((item) => contains(b, item))
  return a.every((item, i) => celEquals(item, b[i]))
}

function equalMaps(a: Map<unknown, unknown>, b: Map<unknown, unknown>): boolean {
  // Counting and listing keys may take a pass over each.
  charge(sizePrice(a) + sizePrice(b))
  if (a.size !== b.size) return false
  for (const [key, value] of a) if (!b.has(key) || !celEquals(value, b.get(key))) return false
  return true
}

/** Objects are equal only if all of them is: `self == oldSelf` is about what the schema does not declare, too. */
function equalStructs(a: Struct, b: Struct): boolean {
  if (a.constructor !== b.constructor) return false
  const names = a.names()
  if (names.length !== b.names().length || !names.every((name) => celEquals(a.get(name), b.get(name) ?? null))) return false
  const others = a.otherKeys()
  return others.length === b.otherKeys().length && others.every((key) => celEquals(a.other(key), b.other(key)))
}

/** Whether a list holds a value. */
export const contains = (list: readonly unknown[], value: unknown): boolean => list.some((item) => celEquals(item, value))

/** Adds one list to another: sets and maps are merged; for a key in both, the right side wins. */
export function joinLists(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  charge((a.length + b.length) / 10)
  const tag = tags.get(a)
  if (tag === undefined) return [...a, ...b]
  const isSame = (x: unknown, y: unknown): boolean =>
    tag === 'set' || !(x instanceof Struct) || !(y instanceof Struct)
      ? celEquals(x, y)
      : tag.every((key) => celEquals(x.get(key) ?? null, y.get(key) ?? null))
  const joined = a.map((item) => b.find((other) => isSame(item, other)) ?? item)
  const added = b.filter((item) => !a.some((other) => isSame(item, other)))
  return tagList([...joined, ...added], tag)
}

/**
 * Compares two values.
 *
 * @returns Negative, zero or positive; undefined when they cannot be compared.
 */
export function compareValues(a: unknown, b: unknown): number | undefined {
  charge(1)
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  const { Duration } = celEngine().language
  if (a instanceof Duration && b instanceof Duration) {
    return a.seconds === b.seconds ? a.nanos - b.nanos : compareNumbers(a.seconds, b.seconds)
  }
  return isComparable(a) ? a.compareTo(b) : undefined
}

function compareTexts(a: string, b: string): number {
  charge(Math.min(sizePrice(a), sizePrice(b)))
  return a < b ? -1 : a > b ? 1 : 0
}
