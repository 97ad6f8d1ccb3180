/**
 * The binary representation of built-in kinds, and of kinds whose definitions bring their messages.
 *
 * The messages of all built-in kinds are a large part of this package, and most programs never see one: they are loaded
 * with the first body or answer that needs them.
 *
 * @module
 */

import type { Dialect, UnknownRecord } from '../../meta/index.js'
import type { ListFrame, ListWriter } from '../list-writer.js'
import type { DecodedEnvelope } from './envelope.js'
import type { OwnKind } from './own-messages.js'

export { checkProtobufMessages, type ProtobufField, type ProtobufMessage, type ProtobufMessages } from './describe.js'
export type { DecodedEnvelope } from './envelope.js'
export type { OwnKind } from './own-messages.js'

/**
 * Decodes an object in the binary envelope. Fields that the kind's message does not have are ignored; fields that JSON
 * leaves out when they are empty are left out.
 *
 * @param bytes - The body.
 * @param dialect - Says the domain of the built-in groups, the envelope's media type and the prefix of schema extensions.
 * @param own - A kind whose definition brings its messages, which is then understood beside the built-in ones.
 * @returns The kind and version that the envelope names, and the object.
 * @throws {@link ApiError} 400 for a wrong prefix, a kind that is not known here, and for what is not well-formed.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function decodeProtobuf(bytes: Uint8Array, dialect: Dialect, own?: OwnKind): Promise<DecodedEnvelope> {
  const envelope = await import('./envelope.js')
  return envelope.decodeProtobuf(bytes, dialect, own)
}

/** Writes objects in the binary envelope, at once: what that takes is loaded. */
export interface ProtobufEncoder {
  /**
   * Whether a kind has a message.
   *
   * @param apiVersion - Its group and version, such as `v1`.
   * @param kind - The kind, or that of its lists.
   * @param own - The kind, when its definition brings its messages.
   */
  has(apiVersion: string, kind: string, own?: OwnKind): boolean
  /**
   * Encodes an object, or a list of objects; see {@link encodeProtobuf}.
   *
   * @param object - With its `apiVersion` and `kind`.
   * @param own - The kind, when its definition brings its messages.
   */
  encode(object: UnknownRecord, own?: OwnKind): Uint8Array | undefined
  /**
   * Makes the writer of a list, whose bytes are those that {@link ProtobufEncoder.encode} makes of the whole.
   *
   * @param frame - The list without its items, with its `apiVersion` and `kind`.
   * @param own - The kind, when its definition brings its messages.
   * @returns Undefined when the kind has no message. Its items throw RangeError for what nests deeper than protobuf
   *   readers follow.
   */
  list(frame: ListFrame, own?: OwnKind): ListWriter | undefined
  /**
   * Writes one event of a watch: four bytes of length in network order, then a message with the type in its first field
   * and, in the first field of its second, the object in its envelope.
   *
   * @param type - Such as `ADDED`.
   * @param object - What {@link ProtobufEncoder.encode} made.
   */
  watchFrame(type: string, object: Uint8Array): Uint8Array
}

/**
 * Loads what writing protobuf takes.
 *
 * @param dialect - Says the domain of the built-in groups and the prefix of schema extensions.
 */
export async function loadProtobufEncoder(dialect: Dialect): Promise<ProtobufEncoder> {
  const { encodeEnvelope, hasMessage } = await import('./envelope.js')
  const { protobufListWriter } = await import('./list-writer.js')
  const { encodeWatchFrame } = await import('./watch-frame.js')
  return {
    has: (apiVersion, kind, own) => hasMessage(apiVersion, kind, dialect, own),
    encode: (object, own) => encodeEnvelope(object, dialect, own),
    list: (frame, own) => protobufListWriter(frame, dialect, own),
    watchFrame: encodeWatchFrame,
  }
}

/**
 * Encodes an object, or a list of objects, in the binary envelope. Fields that the kind's message does not have are left
 * out, and so are zeros of fields that JSON leaves out when they are empty.
 *
 * @param object - With its `apiVersion` and `kind`; its fields are as its schema wants them.
 * @param dialect - Says the domain of the built-in groups and the prefix of schema extensions.
 * @param own - The kind, when its definition brings its messages.
 * @returns The bytes; undefined when the kind has no message, or when the object nests deeper than protobuf readers follow.
 * @throws TypeError when bytes are not in base64.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function encodeProtobuf(object: UnknownRecord, dialect: Dialect, own?: OwnKind): Promise<Uint8Array | undefined> {
  const encoder = await loadProtobufEncoder(dialect)
  return encoder.encode(object, own)
}
