/**
 * Lists as JSON, from stored bytes: short ones whole, long ones in slices.
 *
 * @module
 */

import type { Page, Row } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import { JSON_HEADERS, jsonResponse } from '../respond.js'
import { GrowingBytes } from './growing-bytes.js'
import { checkRows, isLarge, lengthOf, slicedResponse } from './large-list.js'
import type { ListCache } from './list-cache.js'
import type { OnFault } from './list-stream.js'
import type { RowWriter } from './shaped-rows.js'
import { freeSlice } from './slice-memory.js'
import type { StoredForm } from './stored-form.js'

/** Context of writing a list. */
export interface ListWriting {
  /** Lists that were written before. */
  readonly lists: ListCache
  /** Called with a failure after the answer has begun, when no error can be sent any more. */
  readonly onFault: OnFault
}

/** The parts of a list. */
export interface ListText {
  /** Everything before the first item. */
  readonly head: string
  /** Writes an item; whole stored objects when absent. */
  readonly writeRow?: RowWriter | undefined
}

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const LIST_END = ']}'
const LIST_END_BYTES = encoder.encode(LIST_END)
/** Longer lists of stored bytes are copied as they are sent, unless the same was requested just before. */
const LONGEST_UNSLICED = 128 * 1024
/** Rows that are not copied are slower: this many fit into a share of a turn of the event loop. */
const WRITTEN_SLICE_BYTES = 32 * 1024
/** Bytes of an object in a table or in a list of metadata, roughly. */
const SHARE_OF_ROW = 0.75

/**
 * Answers with a list.
 *
 * @param list - Its parts.
 * @param page - Its rows.
 * @param form - How objects are shown.
 * @param writing - Context of the encoder.
 * @throws {@link ApiError} 500 for rows that cannot be read, before anything is sent.
 */
export function jsonList(
  { head, writeRow }: ListText,
  page: Page,
  form: StoredForm,
  writing: ListWriting,
): ServerResponse | Promise<ServerResponse> {
  const { rows } = page
  const { lists, onFault } = writing
  const length = lengthOf(rows)
  if (writeRow) {
    if (!isLarge(length)) return jsonResponse(200, written(head, rows, writeRow, length * SHARE_OF_ROW))
    const slices = writtenSlices(head, rows, writeRow, WRITTEN_SLICE_BYTES)
    return checkRows(rows).then(() => slicedResponse(JSON_HEADERS, { slices }, onFault))
  }
  const { custom } = form.definition
  const write = () => form.listBetween(encoder.encode(head), rows, LIST_END_BYTES, custom)
  // A continue token is never the same twice.
  const isKept = page.continue === undefined && !isLarge(length)
  const known = isKept ? lists.get({ form, head, rows, length }, write) : undefined
  if (known || length <= LONGEST_UNSLICED) return jsonResponse(200, known ?? write())
  return form.itemsLength(rows, custom).then((items) => {
    const before = encoder.encode(head)
    const slices = form.listSlices(before, rows, LIST_END_BYTES, custom)
    const whole = items === undefined ? undefined : before.length + items + LIST_END_BYTES.length
    return slicedResponse(JSON_HEADERS, { slices, length: whole, free: freeSlice }, onFault)
  })
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
