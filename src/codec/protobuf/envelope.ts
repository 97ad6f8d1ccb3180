/**
 * The binary envelope: four bytes, then a message with the kind and the object.
 *
 * @module
 * @see Specification, "Binary (protobuf) envelope"
 */

import { ApiError, badRequest, type Dialect, type UnknownRecord } from '../../meta/index.js'
import { ByteWriter } from '../byte-writer.js'
import { decodeMessage, type MessageContext } from './decode-message.js'
import { encodeMessage, NestedTooDeep } from './encode-message.js'
import { messageOfKind, messages } from './kinds.js'
import { messageOfOwnKind, type OwnKind, ownTable } from './own-messages.js'
import { eachField, loadReader, type Reader } from './reader.js'

/** The prefix of every enveloped message; the same in all dialects. */
const PREFIX = Uint8Array.of(0x6b, 0x38, 0x73, 0x00)

const DELIMITED = 2

/** Buffer for most objects; the writer grows for larger ones. */
const INITIAL_BYTES = 4096

/** An object from an envelope. */
export interface DecodedEnvelope {
  readonly apiVersion: string
  readonly kind: string
  /** The object as JSON, without `apiVersion` and `kind`. */
  readonly value: UnknownRecord
}

/** The fields of the envelope. */
interface Envelope {
  apiVersion: string
  kind: string
  raw: Uint8Array
  contentEncoding: string
  contentType: string
}

const unreadable = (detail: string, cause?: unknown): ApiError => badRequest(`unable to decode the body: ${detail}`, cause)

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

/** The message of a kind: the definition's own, or that of a built-in kind. */
export const messageFor = (apiVersion: string, kind: string, dialect: Dialect, own: OwnKind | undefined) =>
  (own && messageOfOwnKind(own, apiVersion, kind)) ?? messageOfKind(apiVersion, kind, dialect)

/** The context for messages of a kind. */
export const contextOf = ({ schemaPrefix }: Dialect, own: OwnKind | undefined): MessageContext => ({
  messages: own ? ownTable(own.messages) : messages,
  schemaPrefix,
})

/** Decodes an object in the binary envelope; see `decodeProtobuf` of this folder. */
export async function decodeProtobuf(bytes: Uint8Array, dialect: Dialect, own?: OwnKind): Promise<DecodedEnvelope> {
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
    const message = messageFor(apiVersion, kind, dialect, own)
    if (!message) {
      throw unreadable(`no kind ${JSON.stringify(kind)} of version ${JSON.stringify(apiVersion)} can be read as protobuf`)
    }
    const value = decodeMessage(createReader(raw), message, contextOf(dialect, own))
    return { apiVersion, kind, value }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable('it is not a well-formed protobuf message', error)
  }
}

/**
 * Whether a kind has a message.
 *
 * @param apiVersion - Its group and version.
 * @param kind - The kind, or the kind of its lists.
 * @param dialect - For the domain of the built-in groups.
 * @param own - The kind, if its definition has messages.
 */
export const hasMessage = (apiVersion: string, kind: string, dialect: Dialect, own?: OwnKind): boolean =>
  messageFor(apiVersion, kind, dialect, own) !== undefined

/** Encodes an object in the binary envelope; see `encodeProtobuf` of this folder. */
export function encodeEnvelope(object: UnknownRecord, dialect: Dialect, own?: OwnKind): Uint8Array | undefined {
  const { apiVersion, kind } = object
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined
  const message = messageFor(apiVersion, kind, dialect, own)
  if (!message) return undefined
  const writer = new ByteWriter(INITIAL_BYTES)
  try {
    writer.message(2, () => encodeMessage(writer, message, object, contextOf(dialect, own)))
  } catch (error) {
    if (error instanceof NestedTooDeep) return undefined
    throw error
  }
  writeEnvelopeStart(writer, apiVersion, kind)
  return writer.finish()
}

/** Writes the start of an envelope, before its object. */
export function writeEnvelopeStart(writer: ByteWriter, apiVersion: string, kind: string): void {
  writer.message(1, () => {
    writer.string(2, kind)
    writer.string(1, apiVersion)
  })
  writer.raw(PREFIX)
}
