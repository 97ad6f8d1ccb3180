/**
 * The binary envelope: four bytes, then a message that names the kind and carries the object.
 *
 * @module
 * @see Specification, "Binary (protobuf) envelope"
 */

import { ApiError, badRequest, type Dialect, type UnknownRecord } from '../../meta/index.js'
import { ByteWriter } from '../byte-writer.js'
import { decodeMessage, type MessageContext } from './decode-message.js'
import { encodeMessage, NestedTooDeep } from './encode-message.js'
import { messageOfKind, messages } from './kinds.js'
import { eachField, loadReader, type Reader } from './reader.js'

/** The four bytes that every enveloped message starts with; the same in all dialects. */
const PREFIX = Uint8Array.of(0x6b, 0x38, 0x73, 0x00)

const DELIMITED = 2

/** Room for most objects; larger ones make the writer grow. */
const INITIAL_BYTES = 4096

/** An object that came in an envelope. */
export interface DecodedEnvelope {
  readonly apiVersion: string
  readonly kind: string
  /** The object as JSON shows it, without `apiVersion` and `kind`. */
  readonly value: UnknownRecord
}

/** What the envelope itself says. */
interface Envelope {
  apiVersion: string
  kind: string
  raw: Uint8Array
  contentEncoding: string
  contentType: string
}

const unreadable = (detail: string, cause?: unknown): ApiError => badRequest(`unable to decode the body: ${detail}`, cause)

const contextOf = ({ schemaPrefix }: Dialect): MessageContext => ({ messages, schemaPrefix })

function readTypeMeta(reader: Reader, envelope: Envelope): void {
  const end = reader.uint32() + reader.pos
  eachField(reader, end, (number, wireType) => {
    if (wireType !== DELIMITED) return false
    if (number === 1) envelope.apiVersion = reader.stringVerify()
    else if (number === 2) envelope.kind = reader.stringVerify()
    else return false
    return true
  })
}

function readEnvelope(reader: Reader): Envelope {
  const envelope: Envelope = { apiVersion: '', kind: '', raw: new Uint8Array(), contentEncoding: '', contentType: '' }
  eachField(reader, reader.len, (number, wireType) => {
    if (wireType !== DELIMITED) return false
    if (number === 1) readTypeMeta(reader, envelope)
    else if (number === 2) envelope.raw = reader.bytes()
    else if (number === 3) envelope.contentEncoding = reader.stringVerify()
    else if (number === 4) envelope.contentType = reader.stringVerify()
    else return false
    return true
  })
  return envelope
}

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
  if (!PREFIX.every((byte, index) => bytes[index] === byte)) {
    throw unreadable('it does not start with the prefix of a protobuf message')
  }
  const createReader = await loadReader()
  try {
    const envelope = readEnvelope(createReader(bytes.subarray(PREFIX.length)))
    const { apiVersion, kind, raw, contentEncoding, contentType } = envelope
    if (contentEncoding !== '' || (contentType !== '' && contentType !== dialect.protobufMediaType)) {
      throw unreadable('the content of the envelope is encoded in a way that is not supported')
    }
    const message = messageOfKind(apiVersion, kind, dialect)
    if (!message) {
      throw unreadable(`no kind ${JSON.stringify(kind)} of version ${JSON.stringify(apiVersion)} can be read as protobuf`)
    }
    const value = decodeMessage(createReader(raw), message, contextOf(dialect))
    return { apiVersion, kind, value }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable('it is not a well-formed protobuf message', error)
  }
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
  const { apiVersion, kind } = object
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  const message = messageOfKind(apiVersion, kind, dialect)
  if (!message) return undefined
  const writer = new ByteWriter(INITIAL_BYTES)
  try {
    writer.message(2, () => encodeMessage(writer, message, object, contextOf(dialect)))
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined
    throw error
  }
  writer.message(1, () => {
    writer.string(2, kind)
    writer.string(1, apiVersion)
  })
  writer.raw(PREFIX)
  return writer.finish()
}
