/**
 * The Table representation: objects as rows of cells, for display.
 *
 * @module
 * @see Specification, "Table representation"
 */

import type { ApiObject } from '../meta/index.js'
import { type ListMetadata, type PartialObjectMetadata, toPartialObjectMetadata } from './partial-metadata.js'

/** A column of a table, as a type declares it. */
export interface TableColumn {
  readonly name: string
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string
  readonly format?: string
  readonly description?: string
  /** 0 (the default) is always shown; greater numbers in wide output only. */
  readonly priority?: number
}

/** The table of a type's version. */
export interface TableDefinition {
  readonly columns: readonly TableColumn[]
  /**
   * The cells of one object, one for each column.
   *
   * @param object - The object in this version.
   * @param nowMs - The time, for ages.
   */
  readonly cells: (object: ApiObject, nowMs: number) => readonly unknown[]
}

/** The part of its object that a row contains. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** A column in the API. */
export type ColumnDefinition = Required<TableColumn>

/** One object of a table. */
export interface TableRow {
  readonly cells: readonly unknown[]
  readonly object: ApiObject | PartialObjectMetadata | null
}

/** A table in the API. */
export interface Table {
  readonly kind: 'Table'
  readonly apiVersion: string
  readonly metadata: ListMetadata
  /** Null in all events of a watch except the first. */
  readonly columnDefinitions: readonly ColumnDefinition[] | null
  readonly rows: readonly TableRow[]
}

/** Options of {@link makeTable}. */
export interface TableOptions {
  readonly objects: readonly ApiObject[]
  /** {@link defaultTable} when absent. */
  readonly definition?: TableDefinition | undefined
  /** The table's own, such as `meta.platform.io/v1`. */
  readonly apiVersion: string
  /** Default `Metadata`. */
  readonly includeObject?: IncludeObject
  /** Metadata of the list; for one object its resourceVersion. */
  readonly metadata: ListMetadata
  readonly nowMs: number
  /** Whether to describe the columns: false for later events of a watch. Default true. */
  readonly headers?: boolean
}

/**
 * Columns of a type that declares none: its name and creation time.
 *
 * @see Specification, "Table representation"
 */
export const defaultTable: TableDefinition = {
  columns: [
    { name: 'Name', type: 'string', format: 'name', description: 'Name must be unique within a namespace.' },
    { name: 'Created At', type: 'date', description: 'CreationTimestamp is the time when the object was created.' },
  ],
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? null],
}

const describe = ({ name, type, format = '', description = '', priority = 0 }: TableColumn): ColumnDefinition => ({
  name,
  type,
  format,
  description,
  priority,
})

/**
 * Converts objects to a table.
 *
 * @param options - Objects, columns, and the part of each object that a row contains.
 * @see Specification, "Table representation"
 */
export function makeTable(options: TableOptions): Table {
  const { objects, definition = defaultTable, apiVersion, includeObject = 'Metadata', metadata, nowMs, headers = true } = options
  const carried = (object: ApiObject) => {
    if (includeObject === 'None') return null
    return includeObject === 'Object' ? object : toPartialObjectMetadata(object, apiVersion)
  }
  return {
    kind: 'Table',
    apiVersion,
    metadata,
    columnDefinitions: headers ? definition.columns.map(describe) : null,
    rows: objects.map((object) => ({ cells: definition.cells(object, nowMs), object: carried(object) })),
  }
}
