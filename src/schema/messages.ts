/**
 * The words in which Kubernetes says that a value breaks its schema.
 *
 * @module
 */

import { type FieldError, invalidField, isLongJson, typeField } from '../meta/index.js'

/** More of a value than this is not shown: one object must not be repeated in a hundred errors. */
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
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

/** A value of the wrong JSON type, which is shown instead of the value. */
export const wrongType = (at: string, value: unknown, types: readonly string[]): FieldError =>
  typeField(at, typeName(value), `${at} in body must be of type ${types.join(',')}: ${JSON.stringify(typeName(value))}`)

/** Text that is not of its format. */
export const wrongFormat = (at: string, value: unknown, format: string): FieldError =>
  typeField(at, shown(value), `${at} in body must be of type ${format}: ${JSON.stringify(shown(value))}`)

/** Bytes of a built-in kind that are not in base64. They are not shown: they may be of a secret. */
export const notBase64 = (at: string): FieldError => typeField(at, 'string', 'illegal base64 data')

/** A value that breaks a rule, such as `should be at least 2 chars long`. */
export const brokenRule = (at: string, value: unknown, rule: string): FieldError =>
  invalidField(at, shown(value), `${at} in body ${rule}`)

/** A value that does not fit the combination of schemas that it has to. */
export const brokenLogic = (at: string, rule: string): FieldError => invalidField(at, '', `${JSON.stringify(at)} must ${rule}`)
