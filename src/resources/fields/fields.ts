/**
 * Reads and writes fields of partially known objects: a missing value, or one of another type, reads as empty; inputs are never
 * modified.
 *
 * @module
 */

import { type ApiObject, copyWith, getKey, isRecord, type UnknownRecord } from '../../meta/index.js'

/** The value if it is an object, otherwise an empty object. */
export const recordOf = (value: unknown): Readonly<UnknownRecord> => (isRecord(value) ? value : {})

/** The value if it is a list, otherwise an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value if it is a string, otherwise the empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The strings in a list. */
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string')

/** The value if it is a number, otherwise undefined. */
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The value at a path of own properties, or undefined. */
export const valueAt = (object: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => getKey(value, key), object)

/** The object at a path, or undefined when there is none. */
export function getRecord(object: unknown, ...path: readonly string[]): Readonly<UnknownRecord> | undefined {
  const value = valueAt(object, ...path)
  return isRecord(value) ? value : undefined
}

/** The string at a path, or the empty string. */
export const textAt = (object: unknown, ...path: readonly string[]): string => textOf(valueAt(object, ...path))

/**
 * The object with some fields replaced; `undefined` removes a field.
 *
 * @param object - Any object; not modified.
 * @param fields - The fields to replace. Keys are ours, never a client's.
 */
export function withFields<T extends object>(object: T, fields: Readonly<UnknownRecord>): T {
  const result: UnknownRecord = copyWith(object, fields)
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete result[key]
  return result as T
}

/**
 * The object with one nested value replaced; missing containers on the path are created.
 *
 * @param object - Any object; not modified.
 * @param path - Keys of ours or of a definition, from the outside in.
 * @param value - The new value.
 */
export function withValueAt<T extends object>(object: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path
  if (key === undefined) return object
  const inner = rest.length === 0 ? value : withValueAt(recordOf(getKey(object, key)), rest, value)
  // A computed key in a literal defines an own property, even for `__proto__`.
  return copyWith(object, { [key]: inner })
}

/** Name of an object, or empty. */
export const nameOf = (object: ApiObject): string => object.metadata.name ?? ''

/**
 * Finds duplicates in a list.
 *
 * @param values - The list; one from a client may be long.
 * @returns Tells whether the value at an index occurred before.
 */
export function repeatsIn(values: readonly string[]): (index: number) => boolean {
  const first = new Map<string, number>()
  for (const [i, value] of values.entries()) if (!first.has(value)) first.set(value, i)
  return (index) => first.get(values[index] ?? '') !== index
}

/** Whether a condition in the status of an object is true. */
export const hasCondition = (object: unknown, type: string): boolean =>
  listOf(valueAt(object, 'status', 'conditions'))
    .map(recordOf)
    .some((condition) => condition.type === type && condition.status === 'True')
