/**
 * Tables of custom resources: columns declared by JSON path.
 *
 * @module
 */

import { ApiError, parseTime } from '../meta/index.js'
import { humanDuration } from './human-duration.js'
import { compileJsonPath, type JsonPath } from './json-path.js'
import type { TableColumn, TableDefinition } from './table.js'

/** A column of a custom resource. */
export interface PrinterColumn {
  readonly name: string
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string
  readonly format?: string
  readonly description?: string
  /** 0 (the default) is always shown; greater numbers in wide output only. */
  readonly priority?: number
  /** Path of its value, such as `.spec.color`. */
  readonly jsonPath: string
}

const NAME_COLUMN: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name must be unique within a namespace.',
}

const AGE_COLUMN: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'CreationTimestamp is the time when the object was created.',
}

/** Maximum values visited for the cells of one row (ours); later columns are empty. Formatting a long cell counts as well. */
const MAX_LOOKS_OF_ROW = 100_000
const CHARACTERS_PER_LOOK = 10

/** A value as text: JSON with sorted keys for lists and objects, as Kubernetes prints them. */
function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const sorted = (_: string, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member
  return JSON.stringify(value, sorted)
}

function age(value: unknown, nowMs: number): string | null {
  if (typeof value !== 'string') return null
  const time = parseTime(value)
  return time === undefined ? '<invalid>' : humanDuration(nowMs - time)
}

/**
 * Formats a cell: a value of the wrong type is empty, times are shown as ages.
 *
 * @param type - Type of the column.
 * @param value - Result of the column's path, or undefined.
 * @param nowMs - Current time, for ages.
 */
export function printerCell(type: string, value: unknown, nowMs: number): string | number | boolean | null {
  if (value === undefined || value === null) return null
  switch (type) {
    case 'string':
      return asText(value)
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return age(value, nowMs)
    default:
      return null
  }
}

/**
 * The columns before the first with an invalid path.
 *
 * @param columns - The declared columns.
 */
export function readableColumns(columns: readonly PrinterColumn[]): readonly PrinterColumn[] {
  const end = columns.findIndex(({ jsonPath }) => !isReadable(jsonPath))
  return end < 0 ? columns : columns.slice(0, end)
}

function isReadable(jsonPath: string): boolean {
  try {
    compileJsonPath(jsonPath)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Compiles the columns of a custom resource: its name first, then the declared ones, or its age without any.
 *
 * @param columns - The declared columns. Of several values at one path the first is shown.
 * @throws {@link ApiError} 400 for an invalid path.
 */
export function compilePrinterColumns(columns: readonly PrinterColumn[]): TableDefinition {
  const declared = (columns.length > 0 ? columns : [AGE_COLUMN]).map((column): PrinterColumn & { find: JsonPath } => ({
    ...column,
    find: compileJsonPath(column.jsonPath),
  }))
  return {
    columns: [NAME_COLUMN, ...declared.map(({ find: _find, jsonPath: _jsonPath, ...column }) => column)],
    cells(object, nowMs) {
      const budget = { left: MAX_LOOKS_OF_ROW }
      const cell = ({ type, find }: { readonly type: string; readonly find: JsonPath }) => {
        const value = printerCell(type, find(object, budget)[0], nowMs)
        if (typeof value === 'string') budget.left -= value.length / CHARACTERS_PER_LOOK
        return value
      }
      return [object.metadata.name ?? '', ...declared.map(cell)]
    },
  }
}
