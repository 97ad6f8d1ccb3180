/**
 * The binary representation of built-in kinds, and of kinds whose definitions have messages.
 *
 * The messages of all built-in kinds are a large part of this package, and most programs do not need them: they are loaded with
 * the first body or answer that does.
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
 * Decodes an object in the binary envelope. Unknown fields are ignored; fields that JSON omits when empty are omitted.
 *
 * @param bytes - The body.
 * @param dialect - For the domain of the built-in groups, the envelope's media type and the prefix of schema extensions.
 * @param own - A kind whose definition has messages, supported beside the built-in ones.
 * @returns The kind and version in the envelope, and the object.
 * @throws {@link ApiError} 400 for a wrong prefix, an unknown kind, or a malformed message.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function decodeProtobuf(bytes: Uint8Array, dialect: Dialect, own?: OwnKind): Promise<DecodedEnvelope> {
  const envelope = await import('./envelope.js')
  return envelope.decodeProtobuf(bytes, dialect, own)
}

/** Encodes objects in the binary envelope synchronously, as its code is loaded. */
export interface ProtobufEncoder {
  /**
   * Whether a kind has a message.
   *
   * @param apiVersion - Its group and version, such as `v1`.
   * @param kind - The kind, or the kind of its lists.
   * @param own - The kind, if its definition has messages.
   */
  has(apiVersion: string, kind: string, own?: OwnKind): boolean
  /**
   * Encodes an object, or a list of objects; see {@link encodeProtobuf}.
   *
   * @param object - With its `apiVersion` and `kind`.
   * @param own - The kind, if its definition has messages.
   */
  encode(object: UnknownRecord, own?: OwnKind): Uint8Array | undefined
  /**
   * Makes the writer of a list, with the same bytes as {@link ProtobufEncoder.encode} for the whole.
   *
   * @param frame - The list without its items, with its `apiVersion` and `kind`.
   * @param own - The kind, if its definition has messages.
   * @returns Undefined when the kind has no message. Its items throw RangeError for values deeper than protobuf readers support.
   */
  list(frame: ListFrame, own?: OwnKind): ListWriter | undefined
  /**
   * Writes one event of a watch: four bytes of length in network order, then a message with the type in its first field
   * and, in the first field of its second, the object in its envelope.
   *
   * @param type - Such as `ADDED`.
   * @param object - Result of {@link ProtobufEncoder.encode}.
   */
  watchFrame(type: string, object: Uint8Array): Uint8Array
}

/**
 * Loads the protobuf encoder.
 *
 * @param dialect - For the domain of the built-in groups and the prefix of schema extensions.
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
 * Encodes an object, or a list of objects, in the binary envelope. Members without a field are omitted, and so are zeros of
 * fields that JSON omits when empty.
 *
 * @param object - With its `apiVersion` and `kind`; its fields follow its schema.
 * @param dialect - For the domain of the built-in groups and the prefix of schema extensions.
 * @param own - The kind, if its definition has messages.
 * @returns The bytes; undefined when the kind has no message, or when the object is nested deeper than protobuf readers support.
 * @throws TypeError for bytes that are not in base64.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function encodeProtobuf(object: UnknownRecord, dialect: Dialect, own?: OwnKind): Promise<Uint8Array | undefined> {
  const encoder = await loadProtobufEncoder(dialect)
  return encoder.encode(object, own)
}
