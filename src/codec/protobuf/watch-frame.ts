/**
 * Events of a watch in protobuf: four bytes of length, then a message with the event's type and the enveloped object. The event
 * itself has no envelope: Go clients abort a watch with one.
 *
 * @module
 */

import { ByteWriter } from '../byte-writer.js'

const LENGTH_BYTES = 4
/** Bytes of type, tags and lengths, beside the object. */
const ROOM = 64

/**
 * Writes one event of a watch.
 *
 * @param type - Such as `ADDED`.
 * @param object - The object in its envelope.
 */
export function encodeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = new ByteWriter(object.length + ROOM)
  writer.message(2, () => writer.bytes(1, object))
  writer.string(1, type)
  const length = new Uint8Array(LENGTH_BYTES)
  new DataView(length.buffer).setUint32(0, writer.length)
  writer.raw(length)
  return writer.finish()
}
