/**
 * Tables of objects: common columns, and the default table.
 *
 * @module
 */

import { humanDuration, type TableColumn, type TableDefinition } from '../../codec/index.js'
import { type ApiObject, parseTime } from '../../meta/index.js'
import { nameOf } from '../fields/fields.js'

export type { TableDefinition }

/** A column and the function for its cells. */
export interface Column extends TableColumn {
  readonly cell: (object: ApiObject, nowMs: number) => string | number | boolean | null
}

/**
 * Creates a table from its columns.
 *
 * @param columns - Columns in the order in which they are shown.
 */
export function tableOf(columns: readonly Column[]): TableDefinition {
  return {
    columns: columns.map(({ cell: _, ...column }) => ({ format: '', description: '', priority: 0, ...column })),
    cells: (object, nowMs) => columns.map(({ cell }) => cell(object, nowMs)),
  }
}

/**
 * How long ago a time was, such as `3m12s`.
 *
 * @param time - RFC 3339 text; anything else gives `<unknown>`.
 * @param nowMs - The time now.
 */
export function ageOf(time: unknown, nowMs: number): string {
  const then = typeof time === 'string' ? parseTime(time) : undefined
  return then === undefined ? '<unknown>' : humanDuration(nowMs - then)
}

/** The name of the object: clients identify this column by its format. */
export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique within its scope.',
  cell: nameOf,
}

/** The age of the object. */
export const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created.',
  cell: (object, nowMs) => ageOf(object.metadata.creationTimestamp, nowMs),
}

/**
 * A column of text.
 *
 * @param name - Its heading.
 * @param description - What it shows.
 * @param cell - The text for one object.
 * @param priority - Above 0 it is shown in wide output only. Default 0.
 */
export const textColumn = (name: string, description: string, cell: Column['cell'], priority = 0): Column => ({
  name,
  type: 'string',
  description,
  priority,
  cell,
})
