/**
 * Objects in YAML, indented JSON and protobuf. Large ones are encoded in slices as lists are: they take several times as long
 * as stored bytes, and indentation may make them a hundred times as large.
 *
 * @module
 */

import { indentedJson, loadYamlWriter } from '../../codec/index.js'
import { TurnShare } from '../../meta/index.js'
import type { ServerResponse } from '../http.js'
import type { Layout } from '../negotiation.js'
import { layoutHeaders, valueResponse } from '../respond.js'
import { GrowingBytes } from './growing-bytes.js'
import { ListStream } from './list-stream.js'

/** Bytes that fit into a share of a turn. */
const SLICE_BYTES = 8 * 1024

/**
 * Answers with an object.
 *
 * @param status - HTTP status code.
 * @param object - A JSON object; of protobuf, one with kind and version.
 * @param layout - Its format.
 * @throws {@link ApiError} 406 for a value that protobuf cannot express.
 */
export async function valueObject(status: number, object: object, layout: Layout): Promise<ServerResponse> {
  if (layout.binary || (layout.format === 'json' && !layout.pretty)) return valueResponse(status, object, layout)
  const writer = layout.format === 'yaml' ? await loadYamlWriter() : indentedJson
  // The object may just have been parsed, which takes its time, as does computing its size.
  const turn = new TurnShare()
  await turn.next()
  const slices = slicesOf(writer(object))
  if (turn.isSpent) await turn.next()
  const first = slices.next()
  const second = slices.next()
  const headers = layoutHeaders(layout)
  if (first.done || second.done) return { status, headers, body: first.value ?? new Uint8Array(0) }
  return { status, headers, body: new ListStream({ slices: joined([first.value, second.value], slices) }, () => {}) }
}

function* slicesOf(texts: Iterator<string>): Generator<Uint8Array, void> {
  const target = new GrowingBytes(SLICE_BYTES * 2)
  for (let text = texts.next(); !text.done; text = texts.next()) {
    target.text(text.value)
    if (target.length >= SLICE_BYTES) yield target.take()
  }
  if (target.length > 0) yield target.take()
}

function* joined(begun: readonly Uint8Array[], rest: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  yield* begun
  yield* rest
}
