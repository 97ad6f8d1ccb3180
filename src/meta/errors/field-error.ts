/**
 * Errors of an object's fields, as data, with the messages of Kubernetes.
 *
 * @module
 */

import type { Pausing } from '../async/pausing.js'
import * as check from '../options/option-checks.js'
import { ENOUGH_ERRORS, showValue } from './error-bounds.js'

/** The kinds of field errors, as the reason of a cause. */
export type FieldErrorReason =
  | 'FieldValueInvalid'
  | 'FieldValueRequired'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'

/** One error of one field. */
export interface FieldError {
  readonly reason: FieldErrorReason
  /** Path such as `metadata.labels` or `spec.ports[0].name`. */
  readonly field: string
  /** The whole text after the field's path, such as `Required value: name is required`. */
  readonly message: string
}

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}: ${detail}`)

/** An invalid value. */
export function invalidField(field: string, value: unknown, detail: string): FieldError {
  if (typeof field !== 'string') check.refuse('invalidField', check.text(field, 'field'))
  return { reason: 'FieldValueInvalid', field, message: withDetail(`Invalid value: ${showValue(value)}`, detail) }
}

/** A missing required value. */
export function requiredField(field: string, detail = ''): FieldError {
  if (typeof field !== 'string') check.refuse('requiredField', check.text(field, 'field'))
  return { reason: 'FieldValueRequired', field, message: withDetail('Required value', detail) }
}

/** A value outside a fixed set. */
export const unsupportedField = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  reason: 'FieldValueNotSupported',
  field,
  message: `Unsupported value: ${showValue(value)}${supported.length ? `: supported values: ${supported.map((s) => `"${s}"`).join(', ')}` : ''}`,
})

/** A field that must not be set here. */
export const forbiddenField = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueForbidden',
  field,
  message: withDetail('Forbidden', detail),
})

/** A reference to a missing object. */
export const notFoundField = (field: string, value: unknown): FieldError => ({
  reason: 'FieldValueNotFound',
  field,
  message: `Not found: ${showValue(value)}`,
})

/** A duplicate of a unique value; `detail` says what is unique, unless that is the whole value. */
export const duplicateField = (field: string, value: unknown, detail = ''): FieldError => ({
  reason: 'FieldValueDuplicate',
  field,
  message: withDetail(`Duplicate value: ${showValue(value)}`, detail),
})

/** A value that is too long; `unit` is `bytes` by default. */
export const tooLongField = (field: string, max: number, unit = 'bytes'): FieldError => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: may not be more than ${max} ${unit}`,
})

/** A list or map with too many members. */
export const tooManyField = (field: string, count: number, max: number): FieldError => ({
  reason: 'FieldValueTooMany',
  field,
  message: `Too many: ${count}: must have at most ${max} items`,
})

/** A value of the wrong JSON type. */
export const typeField = (field: string, value: unknown, detail: string): FieldError => ({
  reason: 'FieldValueTypeInvalid',
  field,
  message: withDetail(`Invalid value: ${showValue(value)}`, detail),
})

/**
 * Validates the items of a list or map one by one, up to the maximum number of errors.
 *
 * @param items - The items.
 * @param judge - Returns the errors of one item.
 * @returns The first errors, in the order of the items.
 */
export function errorsOf<T>(items: Iterable<T>, judge: (item: T, index: number) => Iterable<FieldError>): FieldError[] {
  const errors: FieldError[] = []
  let index = 0
  for (const item of items) {
    for (const error of judge(item, index)) errors.push(error)
    if (errors.length >= ENOUGH_ERRORS) break
    index += 1
  }
  return errors
}

/**
 * The same as {@link errorsOf}, and may pause after each item. They are two loops, as one over a generator takes five times as long,
 * and a write validates hundreds of lists.
 *
 * @param items - The items.
 * @param judge - Returns the errors of one item.
 */
export function* errorsPausing<T>(
  items: Iterable<T>,
  judge: (item: T, index: number) => Iterable<FieldError>,
): Pausing<FieldError[]> {
  const errors: FieldError[] = []
  let index = 0
  for (const item of items) {
    for (const error of judge(item, index)) errors.push(error)
    if (errors.length >= ENOUGH_ERRORS) break
    index += 1
    yield
  }
  return errors
}
