/**
 * Lists as JSON, from stored bytes: whole where they are short, in slices where they are long.
 *
 * @module
 */

import type { Page, Row } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import { JSON_HEADERS, jsonResponse } from '../respond.js'
import { GrowingBytes } from './growing-bytes.js'
import type { ListCache } from './list-cache.js'
import { ListStream, type OnFault } from './list-stream.js'
import type { RowWriter } from './shaped-rows.js'
import type { StoredForm } from './stored-form.js'

/** What writing a list needs. */
export interface ListWriting {
  /** Lists that were written before. */
  readonly lists: ListCache
  /** Is told of a list that goes wrong half-way, when nothing else can be answered any more. */
  readonly onFault: OnFault
}

/** What a list consists of. */
export interface ListText {
  /** All that stands before the first item. */
  readonly head: string
  /** Writes an item; objects as they are stored when absent. */
  readonly writeRow?: RowWriter
}

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const LIST_END = ']}'
const LIST_END_BYTES = encoder.encode(LIST_END)
/** Longer lists are written in slices. */
const LONGEST_WHOLE = 1024 * 1024
/** Long enough to be worth a write of its own, short enough for a turn of the event loop even where objects are parsed. */
const SLICE_BYTES = 128 * 1024
/** So many rows are looked at in about a millisecond. */
const ROWS_PER_TURN = 10_000
/** What is left of an object in a table or in a list of metadata, roughly. */
const SHARE_OF_ROW = 0.75

/**
 * Answers with a list.
 *
 * @param list - What it consists of.
 * @param page - Its rows.
 * @param form - How objects are shown.
 * @param writing - What writing it needs.
 * @throws {@link ApiError} 500 for rows that cannot be read, before anything is sent.
 */
export function jsonList(
  { head, writeRow }: ListText,
  page: Page,
  form: StoredForm,
  writing: ListWriting,
): ServerResponse | Promise<ServerResponse> {
  const { rows } = page
  const { custom } = form.definition
  const length = lengthOf(rows)
  if (length > LONGEST_WHOLE) {
    const slices = writeRow
      ? writtenSlices(head, rows, writeRow, SLICE_BYTES)
      : form.listSlices(encoder.encode(head), rows, LIST_END_BYTES, { named: custom, sliceBytes: SLICE_BYTES })
    return largeList(rows, slices, writing.onFault)
  }
  if (writeRow) return jsonResponse(200, written(head, rows, writeRow, length * SHARE_OF_ROW))
  const write = () => form.listBetween(encoder.encode(head), rows, LIST_END_BYTES, custom)
  // The token of the next page is never the same twice.
  return jsonResponse(200, page.continue === undefined ? writing.lists.get({ form, head, rows }, write) : write())
}

/** About how long a list is, as far as it matters. */
function lengthOf(rows: readonly Row[]): number {
  let length = 0
  for (const row of rows) {
    length += row.jsonLength
    if (length > LONGEST_WHOLE) break
  }
  return length
}

/** Looks at all rows, some in each turn of the event loop: once a list has begun it cannot fail any more as it should. */
async function largeList(rows: readonly Row[], slices: Iterator<Uint8Array>, onFault: OnFault): Promise<ServerResponse> {
  for (let start = 0; start < rows.length; start += ROWS_PER_TURN) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, 0))
    // Throws for a row that cannot be read.
    for (let at = start; at < Math.min(rows.length, start + ROWS_PER_TURN); at += 1) rows[at]?.jsonLength
  }
  return { status: 200, headers: JSON_HEADERS, body: new ListStream(slices, onFault) }
}

function written(head: string, rows: readonly Row[], writeRow: RowWriter, room: number): Uint8Array {
  const target = new GrowingBytes(head.length + Math.ceil(room))
  target.text(head)
  for (const [index, row] of rows.entries()) {
    if (index > 0) target.bytes(COMMA)
    writeRow(row, target)
  }
  target.text(LIST_END)
  return target.take()
}

function* writtenSlices(
  head: string,
  rows: readonly Row[],
  writeRow: RowWriter,
  sliceBytes: number,
): Generator<Uint8Array, void> {
  const target = new GrowingBytes(sliceBytes * 2)
  target.text(head)
  for (const [index, row] of rows.entries()) {
    if (index > 0) target.bytes(COMMA)
    writeRow(row, target)
    if (target.length >= sliceBytes) yield target.take()
  }
  target.text(LIST_END)
  yield target.take()
}
