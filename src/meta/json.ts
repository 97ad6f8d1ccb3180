/**
 * Plain JSON values: the shapes, and the few operations that every floor needs.
 *
 * Keys come from clients, so `__proto__` is a key like any other: writing goes through {@link setKey}, copying through
 * object spread, and never through `Object.assign` or a bare `object[key] = value`.
 *
 * @module
 */

/** Any value that JSON text can express. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** An object of unknown members, such as decoded JSON before its shape is known. */
export type UnknownRecord = Record<string, unknown>

/**
 * Tells whether a value is a JSON object: not null, not an array.
 *
 * @param value - Anything.
 */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

/**
 * Reads an own member of an object, or undefined; inherited members such as `constructor` do not count.
 *
 * @param source - The object, or anything else (which has no members).
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
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, i) => jsonEqual(item, right[i]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left).filter((key) => left[key] !== undefined)
  const otherKeys = Object.keys(right).filter((key) => right[key] !== undefined)
  return keys.length === otherKeys.length && keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
}

/**
 * Copies a JSON value deeply, so that the copy may be written to.
 *
 * @param value - A JSON value.
 */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneJson) as T
  if (!isRecord(value)) return value
  const copy: UnknownRecord = {}
  for (const key of Object.keys(value)) setKey(copy, key, cloneJson(value[key]))
  return copy as T
}

/**
 * Freezes a JSON value deeply and returns it.
 *
 * @param value - A JSON value that nobody writes to any more.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}
