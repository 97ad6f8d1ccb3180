/**
 * Helpers for the columns of built-in kinds.
 *
 * @module
 */

import { type ApiObject, isRecord } from '../../meta/index.js'
import { recordOf, textOf, valueAt } from '../fields/fields.js'
import { ageOf, type Column, textColumn } from './tables.js'

/** Text of a scalar; `<none>` when absent. */
export const shown = (value: unknown, absent = '<none>'): string =>
  value === undefined || value === null || value === '' ? absent : String(value)

/**
 * A column for the value at a path.
 *
 * @param name - Heading.
 * @param description - What it shows.
 * @param path - Path of the value, such as `spec.type`.
 * @param more - The text for an absent value (default `<none>`), and the priority.
 */
export function fieldColumn(
  name: string,
  description: string,
  path: string,
  more: { readonly absent?: string; readonly priority?: number } = {},
): Column {
  const keys = path.split('.')
  return textColumn(name, description, (object) => shown(valueAt(object, ...keys), more.absent), more.priority)
}

/** A column for a number at a path; 0 when absent. */
export function countColumn(name: string, description: string, path: string): Column {
  const keys = path.split('.')
  return { ...textColumn(name, description, (object) => Number(valueAt(object, ...keys) ?? 0)), type: 'integer' }
}

/** A column for a boolean at a path. */
export function flagColumn(name: string, description: string, path: string): Column {
  const keys = path.split('.')
  return { ...textColumn(name, description, (object) => valueAt(object, ...keys) === true), type: 'boolean' }
}

/** Age of the object: the only column of kinds without printer columns of their own. */
export const createdColumn: Column = {
  name: 'Created At',
  type: 'date',
  description: 'When the object was created.',
  cell: ({ metadata }) => shown(metadata.creationTimestamp, '<unknown>'),
}

/** Labels in display form: `a=b,c=d`. */
export const labelsText = (labels: unknown, absent = '<none>'): string =>
  shown(
    isRecord(labels)
      ? Object.entries(labels)
          .map(([key, value]) => `${key}=${textOf(value)}`)
          .sort()
          .join(',')
      : '',
    absent,
  )

/** The condition of a type, or an empty one. */
export function conditionOf(object: ApiObject, type: string): Readonly<Record<string, unknown>> {
  const conditions = valueAt(object, 'status', 'conditions')
  return recordOf(Array.isArray(conditions) ? conditions.find((condition) => recordOf(condition).type === type) : undefined)
}

/** Time since the timestamp in a field. */
export const sinceText = (time: unknown, nowMs: number, absent = '<none>'): string =>
  time === undefined ? absent : ageOf(time, nowMs)
