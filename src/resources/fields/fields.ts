/**
 * Reading and writing the fields of objects whose shape is only half known: what is missing or of another type reads as
 * empty, and nothing that was handed in is written to.
 *
 * @module
 */

import { type ApiObject, copyWith, getKey, isRecord, type UnknownRecord } from '../../meta/index.js'

/** The value as an object; an empty one when it is none. */
export const recordOf = (value: unknown): Readonly<UnknownRecord> => (isRecord(value) ? value : {})

/** The value as a list; an empty one when it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value as text; empty when it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value as a list of the texts in it. */
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string')

/** The value as a number, or undefined when it is none. */
export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The value at a path of own members, or undefined. */
export const valueAt = (object: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => getKey(value, key), object)

/** The object at a path, or undefined when there is none. */
export function getRecord(object: unknown, ...path: readonly string[]): Readonly<UnknownRecord> | undefined {
  const value = valueAt(object, ...path)
  return isRecord(value) ? value : undefined
}

/** The text at a path, or empty. */
export const textAt = (object: unknown, ...path: readonly string[]): string => textOf(valueAt(object, ...path))

/**
 * The object with some fields replaced; a field that is `undefined` is taken out.
 *
 * @param object - Any object; it stays as it is.
 * @param fields - The fields to replace. Keys are ours, never a client's.
 */
export function withFields<T extends object>(object: T, fields: Readonly<UnknownRecord>): T {
  const result: UnknownRecord = copyWith(object, fields)
  for (const key of Object.keys(fields)) if (fields[key] === undefined) delete result[key]
  return result as T
}

/**
 * The object with one value inside replaced; containers on the way are made when they are missing.
 *
 * @param object - Any object; it stays as it is.
 * @param path - Keys of ours or of a definition, from the outside in.
 * @param value - The new value.
 */
export function withValueAt<T extends object>(object: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path
  if (key === undefined) return object
  const inner = rest.length === 0 ? value : withValueAt(recordOf(getKey(object, key)), rest, value)
  // A computed key in a literal defines an own member, also for `__proto__`.
  return copyWith(object, { [key]: inner })
}

/** Name of an object, or empty. */
export const nameOf = (object: ApiObject): string => object.metadata.name ?? ''

/**
 * Finds duplicates in a list.
 *
 * @param values - The list; a client's may be long.
 * @returns Whether the value at a place was there before.
 */
export function repeatsIn(values: readonly string[]): (index: number) => boolean {
  const first = new Map<string, number>()
  for (const [i, value] of values.entries()) if (!first.has(value)) first.set(value, i)
  return (index) => first.get(values[index] ?? '') !== index
}
