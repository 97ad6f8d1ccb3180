/**
 * Lists in YAML, indented JSON and protobuf. Their items are made from parsed objects, which takes several times as long as
 * copying bytes: all but short lists are encoded over several turns of the event loop.
 *
 * @module
 */

import { indentedListWriter, type ListWriter, loadYamlListWriter } from '../../codec/index.js'
import type { ApiObject } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { ServerResponse } from '../http.js'
import type { Layout } from '../negotiation.js'
import { layoutHeaders, valueResponse } from '../respond.js'
import { GrowingBytes } from './growing-bytes.js'
import { checkRows, eachInTurns, isLarge, lengthOf, slicedResponse } from './large-list.js'
import type { ListShape } from './list-shape.js'
import type { OnFault } from './list-stream.js'
import type { StoredForm } from './stored-form.js'

/** Bytes of JSON that are encoded in one turn even as YAML, unless deeply nested. */
const LONGEST_IN_ONE_TURN = 16 * 1024
/** Bytes that fit into a share of a turn. */
const SLICE_BYTES = 8 * 1024
const decoder = new TextDecoder()

/**
 * Answers with a list.
 *
 * @param shape - Its parts.
 * @param rows - Its rows.
 * @param form - How objects are shown.
 * @param layout - Its format.
 * @param onFault - Called with a failure after the answer has begun.
 * @throws {@link ApiError} 406 for a value that protobuf cannot express, 500 for rows that cannot be read.
 */
export async function valueList(
  shape: ListShape,
  rows: readonly Row[],
  form: StoredForm,
  { layout, onFault }: { readonly layout: Layout; readonly onFault: OnFault },
): Promise<ServerResponse> {
  const length = lengthOf(rows)
  if (length <= LONGEST_IN_ONE_TURN) {
    const items = rows.map((row) => shape.item(form.object(row)))
    return valueResponse(200, { ...shape.head, [shape.items]: items }, layout)
  }
  const writer = await writerOf(shape, layout)
  // Parsed for this list alone, so as not to evict cached objects.
  const itemOf = (row: Row, index: number) => writer.item(shape.item(parse(form.bytes(row))), index)
  const headers = layoutHeaders(layout)
  if (!writer.saysLength) {
    await checkRows(rows)
    return slicedResponse(headers, { slices: slices(writer, rows, itemOf, 0) }, onFault)
  }
  if (!isLarge(length)) return { status: 200, headers, body: await whole(writer, rows, itemOf) }
  let itemBytes = 0
  await eachInTurns(rows, (row, index) => {
    for (const piece of itemOf(row, index)) itemBytes += piece.length
  })
  return slicedResponse(headers, { slices: slices(writer, rows, itemOf, itemBytes) }, onFault)
}

async function writerOf(shape: ListShape, { format, binary }: Layout): Promise<ListWriter> {
  if (binary) return binary.list(shape)
  return format === 'yaml' ? (await loadYamlListWriter())(shape) : indentedListWriter(shape)
}

const parse = (bytes: Uint8Array): ApiObject => JSON.parse(decoder.decode(bytes)) as ApiObject

type ItemOf = (row: Row, index: number) => Iterable<Uint8Array>

async function whole(writer: ListWriter, rows: readonly Row[], itemOf: ItemOf): Promise<Uint8Array> {
  const items = new GrowingBytes(rows.length)
  await eachInTurns(rows, (row, index) => {
    for (const piece of itemOf(row, index)) items.bytes(piece)
  })
  const target = new GrowingBytes(items.length + SLICE_BYTES)
  target.bytes(writer.head(items.length))
  target.bytes(items.take())
  target.bytes(writer.tail)
  return target.take()
}

function* slices(writer: ListWriter, rows: readonly Row[], itemOf: ItemOf, itemBytes: number): Generator<Uint8Array, void> {
  const target = new GrowingBytes(SLICE_BYTES * 2)
  target.bytes(writer.head(itemBytes))
  for (const [index, row] of rows.entries()) {
    const pieces = itemOf(row, index)
    // Reading it was enough work for a turn.
    if (row.jsonLength > LONGEST_IN_ONE_TURN) yield target.take()
    for (const piece of pieces) {
      target.bytes(piece)
      if (target.length >= SLICE_BYTES) yield target.take()
    }
  }
  target.bytes(writer.tail)
  yield target.take()
}
