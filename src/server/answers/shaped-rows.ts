/**
 * Rows of tables and lists of metadata, straight from stored bytes: the metadata is copied as it is, and what a table's
 * cells are made from is parsed without the managed fields, which no cell shows.
 *
 * @module
 */

import { defaultTable, type IncludeObject } from '../../codec/index.js'
import type { ApiObject } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { GrowingBytes } from './growing-bytes.js'
import { cutManagedFields, metadataOf } from './managed-fields.js'
import type { StoredForm } from './stored-form.js'

const decoder = new TextDecoder()

/** Writes one row of a list. */
export type RowWriter = (row: Row, target: GrowingBytes) => void

/** `{"kind":…,"apiVersion":…,"metadata":`, to be followed by the metadata and a brace. */
const partialHead = (metaVersion: string): string =>
  `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(metaVersion)},"metadata":`

/**
 * Writes objects as their metadata alone.
 *
 * @param form - How objects are shown.
 * @param metaVersion - `apiVersion` of the reduced form.
 */
export function metadataWriter(form: StoredForm, metaVersion: string): RowWriter {
  const head = partialHead(metaVersion)
  return (row, target) => {
    target.text(head)
    target.bytes(metadataOf(form.bytes(row)))
    target.text('}')
  }
}

/** What rows of a table need. */
export interface TableRowsOptions {
  readonly metaVersion: string
  readonly includeObject: IncludeObject
  readonly nowMs: number
}

/**
 * Writes objects as rows of a table.
 *
 * @param form - How objects are shown.
 * @param options - What each row carries.
 */
export function tableRowWriter(form: StoredForm, { metaVersion, includeObject, nowMs }: TableRowsOptions): RowWriter {
  const { cells } = form.version.table ?? defaultTable
  const head = partialHead(metaVersion)
  return (row, target) => {
    const bytes = form.bytes(row)
    const object = includeObject === 'None' ? undefined : includeObject === 'Object' ? bytes.slice() : metadataOf(bytes).slice()
    const short = bytes.subarray(0, cutManagedFields(bytes, 0, bytes.length))
    const shown = cells(JSON.parse(decoder.decode(short)) as ApiObject, nowMs)
    target.text(`{"cells":${JSON.stringify(shown)},"object":`)
    if (!object) {
      target.text('null}')
      return
    }
    if (includeObject === 'Metadata') target.text(head)
    target.bytes(object)
    target.text(includeObject === 'Metadata' ? '}}' : '}')
  }
}
