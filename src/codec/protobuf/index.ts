/**
 * The binary representation of built-in kinds.
 *
 * The messages of all built-in kinds are a large part of this package, and most programs never see one: they are loaded
 * with the first body that needs them.
 *
 * @module
 */

import type { Dialect, UnknownRecord } from '../../meta/index.js'
import type { DecodedEnvelope } from './envelope.js'

export type { DecodedEnvelope } from './envelope.js'

/**
 * Decodes an object in the binary envelope. Fields that the kind's message does not have are ignored; fields that JSON
 * leaves out when they are empty are left out.
 *
 * @param bytes - The body.
 * @param dialect - Says the domain of the built-in groups, the envelope's media type and the prefix of schema extensions.
 * @returns The kind and version that the envelope names, and the object.
 * @throws {@link ApiError} 400 for a wrong prefix, a kind that is not known here, and for what is not well-formed.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function decodeProtobuf(bytes: Uint8Array, dialect: Dialect): Promise<DecodedEnvelope> {
  const envelope = await import('./envelope.js')
  return envelope.decodeProtobuf(bytes, dialect)
}

/**
 * Encodes an object, or a list of objects, in the binary envelope. Fields that the kind's message does not have are left
 * out, and so are zeros of fields that JSON leaves out when they are empty.
 *
 * @param object - With its `apiVersion` and `kind`; its fields are as its schema wants them.
 * @param dialect - Says the domain of the built-in groups and the prefix of schema extensions.
 * @returns The bytes; undefined when the kind has no message, or when the object nests deeper than protobuf readers follow.
 * @throws TypeError when bytes are not in base64.
 * @see Specification, "Binary (protobuf) envelope"
 */
export async function encodeProtobuf(object: UnknownRecord, dialect: Dialect): Promise<Uint8Array | undefined> {
  const envelope = await import('./envelope.js')
  return envelope.encodeProtobuf(object, dialect)
}
