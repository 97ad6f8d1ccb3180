/**
 * Writes lists in the binary envelope, item by item. A message starts with its length, so the items are measured before the first
 * byte is written.
 *
 * @module
 */

import type { Dialect, UnknownRecord } from '../../meta/index.js'
import { ByteWriter } from '../byte-writer.js'
import type { ListFrame, ListWriter } from '../list-writer.js'
import { encodeMessage } from './encode-message.js'
import { contextOf, messageFor, writeEnvelopeStart } from './envelope.js'
import type { OwnKind } from './own-messages.js'

/** Buffer for most items; the writer grows for larger ones. */
const ITEM_BYTES = 4096
const NO_BYTES = new Uint8Array(0)

/** Makes the writer of a list; see `ProtobufEncoder` of this folder. */
export function protobufListWriter({ head }: ListFrame, dialect: Dialect, own: OwnKind | undefined): ListWriter | undefined {
  const { apiVersion, kind, ...rest } = head as UnknownRecord
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  const message = messageFor(apiVersion, kind, dialect, own)
  if (!message) return undefined
  const context = contextOf(dialect, own)
  // Shared by all items: allocating a buffer costs more than filling it.
  const writer = new ByteWriter(ITEM_BYTES)
  const fieldsOf = (value: UnknownRecord): Uint8Array => {
    encodeMessage(writer, message, value, context)
    return writer.finish()
  }
  return {
    saysLength: true,
    head(itemBytes) {
      // The metadata of lists has a lower number than their items, and so comes first.
      const fields = fieldsOf(rest)
      writer.raw(fields)
      writer.start(2, fields.length + itemBytes)
      writeEnvelopeStart(writer, apiVersion, kind)
      return writer.finish()
    },
    item: (item) => [fieldsOf({ items: [item] })],
    tail: NO_BYTES,
  }
}
