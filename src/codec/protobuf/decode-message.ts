/**
 * Messages to JSON-shaped objects, driven by their table.
 *
 * @module
 */

import { badRequest, setKey, type UnknownRecord } from '../../meta/index.js'
import type { Field as AnyField, Message as AnyMessage } from '../message-table.js'
import { eachField, type Reader } from './reader.js'
import { readBytes, readInt64, readRawJson, readTime, type ScalarType } from './scalar-values.js'
import { unions } from './unions.js'

type Field = AnyField<ScalarType>
type Message = AnyMessage<ScalarType>

/** Deepest nesting of messages (ours): twice as deep as any schema that a definition may have. */
export const MAX_MESSAGE_DEPTH = 200

/** What decoding depends on. */
export interface MessageContext {
  readonly messages: (name: string) => Message
  /** Prefix of schema extensions. */
  readonly schemaPrefix: string
}

/** The JSON name of a field. */
export const fieldName = ({ name, extension }: Field, { schemaPrefix }: MessageContext): string =>
  extension ? `${schemaPrefix}${name}` : name

const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2

const WIRE_TYPES: Readonly<Record<ScalarType, number>> = {
  string: DELIMITED,
  bytes: DELIMITED,
  bool: VARINT,
  int32: VARINT,
  int64: VARINT,
  double: FIXED64,
  Time: DELIMITED,
  MicroTime: DELIMITED,
  FieldsV1: DELIMITED,
  JSON: DELIMITED,
}

/** Values that JSON leaves out of fields marked so, and that stand for absent ones. */
const ZERO: Readonly<Record<ScalarType, unknown>> = {
  string: '',
  bytes: '',
  bool: false,
  int32: 0,
  int64: 0,
  double: 0,
  Time: undefined,
  MicroTime: undefined,
  FieldsV1: undefined,
  JSON: undefined,
}

/** The end of the delimited value that the reader stands before. */
function endOfValue(reader: Reader, limit: number): number {
  const length = reader.uint32()
  const end = reader.pos + length
  if (end > limit) throw new RangeError('a value is longer than its message')
  return end
}

function readScalar(reader: Reader, type: ScalarType, limit: number): unknown {
  switch (type) {
    case 'string':
      return reader.stringVerify()
    case 'bytes':
      return readBytes(reader)
    case 'bool':
      return reader.bool()
    case 'int32':
      return reader.int32()
    case 'int64':
      return readInt64(reader)
    case 'double':
      return reader.double()
    case 'Time':
    case 'MicroTime':
      return readTime(reader, endOfValue(reader, limit), type === 'MicroTime')
    case 'FieldsV1':
    case 'JSON':
      return readRawJson(reader, endOfValue(reader, limit))
  }
}

/** Decodes messages that may nest. */
class Decoder {
  readonly #reader: Reader
  readonly #context: MessageContext
  #depth = 0

  constructor(reader: Reader, context: MessageContext) {
    this.#reader = reader
    this.#context = context
  }

  message(message: Message, end: number): unknown {
    if (++this.#depth > MAX_MESSAGE_DEPTH) throw badRequest('unable to decode the body: exceeded max depth')
    const value: UnknownRecord = {}
    eachField(this.#reader, end, (number, wireType) => {
      const field = message.fields.get(number)
      if (field) this.#field(value, field, wireType, end)
      return field !== undefined
    })
    for (const field of message.always) this.#complete(value, field)
    this.#depth--
    return unions[message.name]?.read(value) ?? value
  }

  /** Adds what JSON always has and the sender left out. */
  #complete(target: UnknownRecord, field: Field): void {
    const name = fieldName(field, this.#context)
    if (field.shape === 'inline') {
      for (const inner of this.#context.messages(field.message).always) this.#complete(target, inner)
    } else if (field.scalar && !Object.hasOwn(target, name)) setKey(target, name, ZERO[field.scalar])
  }

  #field(target: UnknownRecord, field: Field, wireType: number, end: number): void {
    const name = fieldName(field, this.#context)
    if (field.shape === 'map') {
      this.#expect(wireType, DELIMITED)
      target[name] ??= {}
      this.#entry(target[name] as UnknownRecord, field, endOfValue(this.#reader, end))
      return
    }
    const value = this.#value(field, wireType, end)
    if (field.shape === 'inline') {
      for (const [key, part] of Object.entries(value ?? {})) setKey(target, key, part)
    } else if (field.shape === 'list') {
      target[name] ??= []
      ;(target[name] as unknown[]).push(value ?? null)
    } else if (value !== undefined && (field.presence !== 'filled' || !field.scalar || value !== ZERO[field.scalar])) {
      setKey(target, name, value)
    }
  }

  #expect(actual: number, expected: number): void {
    if (actual !== expected) throw new TypeError(`wire type ${actual} where ${expected} belongs`)
  }

  #value(field: Field, wireType: number, end: number): unknown {
    const { scalar } = field
    this.#expect(wireType, scalar ? WIRE_TYPES[scalar] : DELIMITED)
    if (scalar) return readScalar(this.#reader, scalar, end)
    return this.message(this.#context.messages(field.message), endOfValue(this.#reader, end))
  }

  /** One entry of a map: a message with the key in field 1 and the value in field 2, either of which may be absent. */
  #entry(map: UnknownRecord, field: Field, end: number): void {
    let key = ''
    let value: unknown
    eachField(this.#reader, end, (number, wireType) => {
      if (number === 1) {
        this.#expect(wireType, DELIMITED)
        key = this.#reader.stringVerify()
      } else if (number === 2) value = this.#value(field, wireType, end)
      return number === 1 || number === 2
    })
    setKey(map, key, value === undefined ? (field.scalar ? (ZERO[field.scalar] ?? null) : {}) : value)
  }
}

/**
 * Decodes one message.
 *
 * @param reader - Stands at its start; the message takes all that follows.
 * @param message - Its definition. Fields that it does not have are skipped.
 * @param context - The other definitions, and the words of the dialect.
 * @throws {@link ApiError} 400 for values that JSON cannot show; other errors for what is not well-formed.
 */
export function decodeMessage(reader: Reader, message: Message, context: MessageContext): UnknownRecord {
  return new Decoder(reader, context).message(message, reader.len) as UnknownRecord
}
