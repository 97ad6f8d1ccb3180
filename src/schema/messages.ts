/**
 * The words in which the field says that a value breaks its schema.
 *
 * @module
 */

import { type FieldError, invalidField, typeField } from '../meta/index.js'

/** More of a value than this is not shown: one object must not be repeated in a hundred errors. */
const MAX_SHOWN = 1000

/** A value as it may stand in a message. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return sizeUpTo(value, MAX_SHOWN) > MAX_SHOWN ? typeName(value) : value
}

/** About how many characters a value has as JSON, counted no further than to a bound. */
function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return String(value).length
  let size = 2
  for (const [key, member] of Object.entries(value)) {
    size += Array.isArray(value) ? 1 : key.length + 4
    if (size > most) return size
    size += sizeUpTo(member, most - size)
  }
  return size
}

/** The JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

/** A value of the wrong JSON type; the type stands for the value. */
export const wrongType = (at: string, value: unknown, types: readonly string[]): FieldError =>
  typeField(at, typeName(value), `${at} in body must be of type ${types.join(',')}: ${JSON.stringify(typeName(value))}`)

/** Text that is not of its format. */
export const wrongFormat = (at: string, value: unknown, format: string): FieldError =>
  typeField(at, shown(value), `${at} in body must be of type ${format}: ${JSON.stringify(shown(value))}`)

/** A value that breaks a rule, such as `should be at least 2 chars long`. */
export const brokenRule = (at: string, value: unknown, rule: string): FieldError =>
  invalidField(at, shown(value), `${at} in body ${rule}`)

/** A value that does not fit the combination of schemas that it has to. */
export const brokenLogic = (at: string, rule: string): FieldError => invalidField(at, '', `${JSON.stringify(at)} must ${rule}`)
