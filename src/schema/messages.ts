/**
 * Kubernetes' messages for invalid values.
 *
 * @module
 */

import { type FieldError, invalidField, isLongJson, typeField } from '../meta/index.js'

/** Longer values are truncated: a large object must not be repeated in a hundred errors. */
const MAX_SHOWN = 1000

/** A value as shown in a message. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return isLongJson(value, MAX_SHOWN) ? typeName(value) : value
}

/** The JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (isLong(value) ? 'integer' : 'number') : typeof value
}

/** Whether a number is a whole one of 64 bits. */
export const isLong = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) < 2 ** 63

/** Formats of decoded numbers; other values have none. */
const DECODED: Readonly<Record<string, string>> = { integer: 'int64', number: 'float64' }

/**
 * A value of the wrong JSON type, which is shown instead of the value.
 *
 * @param at - Path of the value.
 * @param value - The value.
 * @param types - The types that the schema allows.
 * @param format - The format of the schema, if it has one: as in Kubernetes, formats are compared then, except for texts and lists.
 */
export function wrongType(at: string, value: unknown, types: readonly string[], format?: string): FieldError {
  const found = typeName(value)
  const byFormat = format !== undefined && !['array', 'null', 'string'].includes(found)
  const shownType = byFormat ? (DECODED[found] ?? '') : found
  return typeField(
    at,
    shownType,
    `${at} in body must be of type ${byFormat ? format : types.join(',')}: ${JSON.stringify(shownType)}`,
  )
}

/** A string with an invalid format. */
export const wrongFormat = (at: string, value: unknown, format: string): FieldError =>
  typeField(at, shown(value), `${at} in body must be of type ${format}: ${JSON.stringify(shown(value))}`)

/** Invalid base64 in a built-in kind. The value is not shown, as it may be from a Secret. */
export const notBase64 = (at: string): FieldError => typeField(at, 'string', 'illegal base64 data')

/** A value that breaks a rule, such as `should be at least 2 chars long`. */
export const brokenRule = (at: string, value: unknown, rule: string): FieldError =>
  invalidField(at, shown(value), `${at} in body ${rule}`)

/** A value that does not match a required combination of schemas. */
export const brokenLogic = (at: string, rule: string): FieldError => invalidField(at, '', `${JSON.stringify(at)} must ${rule}`)
