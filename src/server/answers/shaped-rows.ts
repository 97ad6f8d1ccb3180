/**
 * Rows of tables and lists of metadata, directly from stored bytes: the metadata is copied, and the source of a table's
 * cells is parsed without the managed fields, which no cell shows.
 *
 * @module
 */

import { defaultTable, type IncludeObject } from '../../codec/index.js'
import { type ApiObject, deepFreeze } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { GrowingBytes } from './growing-bytes.js'
import { findMetadata, type MetadataSpan } from './managed-fields.js'
import type { StoredForm } from './stored-form.js'
import type { TableSource, TableSources } from './table-sources.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ONE_BRACE = encoder.encode('}')
const TWO_BRACES = encoder.encode('}}')

/** Writes one row of a list. */
export type RowWriter = (row: Row, target: GrowingBytes) => void

/** The JSON before the metadata of an object that is reduced to it. */
const partialHead = (metaVersion: string): string =>
  `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(metaVersion)},"metadata":`

/** Every stored object has metadata, which the type does not express. */
const metadataOf = (bytes: Uint8Array): MetadataSpan =>
  findMetadata(bytes, 0, bytes.length) ?? { start: 0, end: 0, cutFrom: bytes.length, cutTo: bytes.length }

/**
 * Writes objects as their metadata alone.
 *
 * @param form - How objects are shown.
 * @param metaVersion - `apiVersion` of the reduced form.
 */
export function metadataWriter(form: StoredForm, metaVersion: string): RowWriter {
  const head = encoder.encode(partialHead(metaVersion))
  return (row, target) => {
    const bytes = form.bytes(row)
    const { start, end } = metadataOf(bytes)
    target.bytes(head)
    target.bytes(bytes.subarray(start, end))
    target.bytes(ONE_BRACE)
  }
}

/** Context of table rows. */
export interface TableRowsOptions {
  /** `apiVersion` of the reduced form. */
  readonly metaVersion: string
  /** How much of its object a row carries. */
  readonly includeObject: IncludeObject
  /** The time, to compute ages. */
  readonly nowMs: number
  /** Cache of parsed sources; undefined for a table too large to be cached. */
  readonly sources: TableSources | undefined
}

/**
 * Writes objects as rows of a table.
 *
 * @param form - How objects are shown.
 * @param options - What each row carries.
 */
export function tableRowWriter(form: StoredForm, { metaVersion, includeObject, nowMs, sources }: TableRowsOptions): RowWriter {
  const { cells } = form.version.table ?? defaultTable
  const carried = { None: 'null', Metadata: partialHead(metaVersion), Object: '' }[includeObject]
  return (row, target) => {
    const make = () => sourceOf(form.bytes(row))
    const { object, metadata } = sources ? sources.get(row, form, make) : make()
    target.text(`{"cells":${JSON.stringify(cells(object, nowMs))},"object":${carried}`)
    if (includeObject === 'Metadata') target.bytes(metadata)
    if (includeObject === 'Object') target.bytes(form.bytes(row))
    target.bytes(includeObject === 'Metadata' ? TWO_BRACES : ONE_BRACE)
  }
}

function sourceOf(bytes: Uint8Array): Omit<TableSource, 'form'> {
  const { start, end, cutFrom, cutTo } = metadataOf(bytes)
  // No cell shows managed fields.
  const text = decoder.decode(bytes.subarray(0, cutFrom)) + decoder.decode(bytes.subarray(cutTo))
  return { object: deepFreeze(JSON.parse(text) as ApiObject), metadata: bytes.slice(start, end) }
}
