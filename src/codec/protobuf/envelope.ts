/**
 * The binary envelope: four bytes, then a message that names the kind and carries the object.
 *
 * @module
 * @see Specification, "Binary (protobuf) envelope"
 */

import { ApiError, badRequest, type Dialect, formatApiVersion, type UnknownRecord } from '../../meta/index.js'
import { type Message, messageTable } from '../message-table.js'
import { decodeMessage } from './decode-message.js'
import { definitionMessages, schemaMessages } from './definition-messages.js'
import { coreMessages, groupMessages } from './kind-messages.js'
import { metaMessages } from './meta-messages.js'
import { eachField, loadReader, type Reader } from './reader.js'
import { SCALAR_TYPES, type ScalarType } from './scalar-values.js'

/** The four bytes that every enveloped message starts with; the same in all dialects. */
const PREFIX = [0x6b, 0x38, 0x73, 0x00]

const DELIMITED = 2

const messages = messageTable(SCALAR_TYPES, metaMessages, coreMessages, groupMessages, definitionMessages, schemaMessages)

/** The kinds: first part of the group (the rest is the dialect's domain), version, kind, and their message. */
const KINDS = [
  ['', 'v1', 'Namespace', 'Namespace'],
  ['', 'v1', 'ConfigMap', 'ConfigMap'],
  ['', 'v1', 'Secret', 'Secret'],
  ['', 'v1', 'ServiceAccount', 'ServiceAccount'],
  ['', 'v1', 'Event', 'core.Event'],
  ['', 'v1', 'Status', 'Status'],
  ['coordination', 'v1', 'Lease', 'Lease'],
  ['events', 'v1', 'Event', 'events.Event'],
  ['apiextensions', 'v1', 'CustomResourceDefinition', 'CustomResourceDefinition'],
] as const

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

/** The message that a kind is written in. */
function messageOf({ apiVersion, kind }: Envelope, dialect: Dialect): Message<ScalarType> {
  // Every group knows the options of a delete, under its own version.
  if (kind === 'DeleteOptions') return messages('DeleteOptions')
  for (const [group, version, known, message] of KINDS) {
    const domain = group === '' ? '' : `${group}.${dialect.groupDomain}`
    if (kind === known && apiVersion === formatApiVersion(domain, version)) return messages(message)
  }
  throw unreadable(`no kind ${JSON.stringify(kind)} of version ${JSON.stringify(apiVersion)} can be read as protobuf`)
}

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
    const message = messageOf(envelope, dialect)
    const value = decodeMessage(createReader(raw), message, { messages, schemaPrefix: dialect.schemaPrefix })
    return { apiVersion, kind, value }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable('it is not a well-formed protobuf message', error)
  }
}
