/**
 * Plain JSON values: types, and the basic operations.
 *
 * Keys come from clients, so `__proto__` is a key like any other: write with {@link setKey}, copy with object spread, and never
 * with `Object.assign` or a bare `object[key] = value`.
 *
 * @module
 */

import type { Expanded } from '../expanded.js'

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** An object of unknown members, such as decoded JSON before its shape is known. */
export type UnknownRecord = Expanded<Record<string, unknown>>

/**
 * Maximum depth in decoders and patches. The operations here, and `JSON.stringify` itself, are recursive; a few thousand levels
 * more would overflow the stack of a server.
 */
export const MAX_JSON_DEPTH = 1000

/**
 * Tells whether a value is a JSON object: not null, not an array.
 *
 * @param value - Anything.
 */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether a value is nested deeper than a number of levels; so deep, and not deeper, does the check itself descend.
 *
 * @param value - Anything.
 * @param levels - Maximum number of objects and lists within each other.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}

/**
 * Writes one member of an object, whatever its key.
 *
 * @param target - The object to change.
 * @param key - Any text, `__proto__` included.
 * @param value - The new value.
 */
export function setKey(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    ;(target as UnknownRecord)[key] = value
  }
}

/** Longer texts are encoded by the runtime, which is faster for them. */
const SHORT = 40

/**
 * Encodes a text as JSON, like `JSON.stringify`, but faster for short plain texts such as names.
 *
 * @param text - Any text.
 */
export function quoteJson(text: string): string {
  if (text.length > SHORT) return JSON.stringify(text)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return JSON.stringify(text)
  }
  return `"${text}"`
}

/**
 * Reads an own member of an object, or undefined; inherited members such as `constructor` do not count.
 *
 * @param source - The object, or any other value (which has no members).
 * @param key - Any text.
 */
export function getKey(source: unknown, key: string): unknown {
  return isRecord(source) && Object.hasOwn(source, key) ? source[key] : undefined
}

/**
 * Compares two JSON values by content; the order of keys does not matter. Undefined members count as absent.
 *
 * @param left - A JSON value.
 * @param right - A JSON value.
 */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) return Array.isArray(left) && Array.isArray(right) && listsEqual(left, right)
  return recordsEqual(left as UnknownRecord, right as UnknownRecord)
}

function listsEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false
  for (let i = 0; i < left.length; i++) if (!jsonEqual(left[i], right[i])) return false
  return true
}

/**
 * Compares two objects as {@link jsonEqual} does, but for some of their own members.
 *
 * @param left - A JSON object.
 * @param right - A JSON object.
 * @param except - Keys of the members that make no difference.
 */
export function equalExcept(left: object, right: object, ...except: readonly string[]): boolean {
  const [one, other] = [left as UnknownRecord, right as UnknownRecord]
  const counted = (object: UnknownRecord) =>
    Object.keys(object).filter((key) => object[key] !== undefined && !except.includes(key))
  const keys = counted(one)
  return keys.length === counted(other).length && keys.every((key) => jsonEqual(one[key], getKey(other, key)))
}

function recordsEqual(left: UnknownRecord, right: UnknownRecord): boolean {
  let members = 0
  for (const key of Object.keys(left)) {
    const value = left[key]
    if (value === undefined) continue
    if (!Object.hasOwn(right, key) || !jsonEqual(value, right[key])) return false
    members++
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) members--
  return members === 0
}

/**
 * Copies a JSON value deeply, so that the copy may be written to.
 *
 * @param value - A JSON value.
 */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  return (Array.isArray(value) ? cloneList(value) : cloneRecord(value as UnknownRecord)) as T
}

function cloneList(list: readonly unknown[]): unknown[] {
  const copy: unknown[] = []
  for (const item of list) copy.push(cloneJson(item))
  return copy
}

function cloneRecord(record: UnknownRecord): UnknownRecord {
  const copy: UnknownRecord = {}
  for (const key of Object.keys(record)) setKey(copy, key, cloneJson(record[key]))
  return copy
}

/**
 * Copies an object, but not its members: a spread for objects that one request may have copied a thousand times. Numbers as names,
 * which make a spread slow, make no difference here.
 *
 * @param record - A JSON object.
 */
export function copyRecord(record: Readonly<UnknownRecord>): UnknownRecord {
  const copy: UnknownRecord = {}
  for (const key of Object.keys(record)) setKey(copy, key, record[key])
  return copy
}

/**
 * Freezes a JSON value deeply and returns it. A frozen value is assumed to be deeply frozen, so that freezing an object with
 * shared parts costs nothing for them.
 *
 * @param value - A JSON value that the caller will not modify.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    // `Object.values` would create a list for each of the many small objects of each write.
    if (Array.isArray(value)) for (const item of value) deepFreeze(item)
    else for (const key in value) deepFreeze(value[key])
  }
  return value
}
