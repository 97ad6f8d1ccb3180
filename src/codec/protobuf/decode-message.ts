/**
 * Decodes messages to JSON-shaped objects, by their table.
 *
 * @module
 */

import { badRequest, formatFieldPath, requireFewNumberNames, setKey, type UnknownRecord } from '../../meta/index.js'
import { MAX_BODY_VALUES, tooManyValues } from '../json.js'
import type { Field as AnyField, Message as AnyMessage } from '../message-table.js'
import { refuseInexact } from '../whole-numbers.js'
import { eachField, type Reader } from './reader.js'
import { InexactInteger, readBytes, readInt64, readRawJson, readTime, type ScalarType } from './scalar-values.js'
import { unions } from './unions.js'

type Field = AnyField<ScalarType>
type Message = AnyMessage<ScalarType>

/** Maximum depth of messages (ours): twice the depth of any schema in a definition. */
export const MAX_MESSAGE_DEPTH = 200

/** Context of decoding. */
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

/** Zero values: JSON omits them in fields with that mark, and they replace absent ones. */
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

/** The end of the delimited value at the reader's position. */
function endOfValue(reader: Reader, limit: number): number {
  const length = reader.uint32()
  const end = reader.pos + length
  if (end > limit) throw new RangeError('a value is longer than its message')
  return end
}

function readScalar(reader: Reader, type: Exclude<ScalarType, 'FieldsV1' | 'JSON'>, limit: number): unknown {
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
  }
}

/** Decodes nested messages. */
class Decoder {
  readonly #reader: Reader
  readonly #context: MessageContext
  /** Names, keys and indexes on the path to the current value, kept after a failure for the message. */
  readonly #places: (string | number)[] = []
  #depth = 0
  #values = 0

  constructor(reader: Reader, context: MessageContext) {
    this.#reader = reader
    this.#context = context
  }

  message(message: Message, end: number): unknown {
    if (++this.#depth > MAX_MESSAGE_DEPTH) throw badRequest('unable to decode the body: exceeded max depth')
    if (this.#reader.pos === end) this.#count(1)
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

  /** Decodes the message that extends to the end. */
  decode(message: Message): UnknownRecord {
    try {
      const value = this.message(message, this.#reader.len) as UnknownRecord
      requireFewNumberNames(value)
      return value
    } catch (error) {
      if (error instanceof InexactInteger) {
        refuseInexact([{ path: formatFieldPath(this.#places), key: this.#places.at(-1), literal: error.literal }])
      }
      throw error
    }
  }

  /** Counts members and items; an empty object counts as two. */
  #count(values: number): void {
    this.#values += values
    if (this.#values > MAX_BODY_VALUES) throw tooManyValues(MAX_BODY_VALUES)
  }

  /** Adds fields that JSON always has and the sender omitted. */
  #complete(target: UnknownRecord, field: Field): void {
    const name = fieldName(field, this.#context)
    if (field.shape === 'inline') {
      for (const inner of this.#context.messages(field.message).always) this.#complete(target, inner)
    } else if (field.scalar && !Object.hasOwn(target, name)) {
      this.#count(1)
      setKey(target, name, ZERO[field.scalar])
    }
  }

  #field(target: UnknownRecord, field: Field, wireType: number, end: number): void {
    const name = fieldName(field, this.#context)
    if (field.shape === 'inline') {
      const part = this.#value(field, wireType, end) ?? {}
      for (const [key, member] of Object.entries(part)) setKey(target, key, member)
      return
    }
    this.#places.push(name)
    if (field.shape === 'map') {
      this.#expect(wireType, DELIMITED)
      target[name] ??= {}
      this.#entry(target[name] as UnknownRecord, field, endOfValue(this.#reader, end))
    } else if (field.shape === 'list') {
      target[name] ??= []
      this.#item(target[name] as unknown[], field, wireType, end)
    } else {
      const value = this.#value(field, wireType, end)
      if (value !== undefined && (field.presence !== 'filled' || !field.scalar || value !== ZERO[field.scalar])) {
        setKey(target, name, value)
      }
    }
    this.#places.pop()
  }

  #item(list: unknown[], field: Field, wireType: number, end: number): void {
    this.#places.push(list.length)
    list.push(this.#value(field, wireType, end) ?? null)
    this.#places.pop()
  }

  #expect(actual: number, expected: number): void {
    if (actual !== expected) throw new TypeError(`wire type ${actual} where ${expected} belongs`)
  }

  #value(field: Field, wireType: number, end: number): unknown {
    const { scalar } = field
    this.#expect(wireType, scalar ? WIRE_TYPES[scalar] : DELIMITED)
    this.#count(1)
    if (scalar === 'FieldsV1' || scalar === 'JSON') return this.#rawJson(endOfValue(this.#reader, end))
    if (scalar) return readScalar(this.#reader, scalar, end)
    return this.message(this.#context.messages(field.message), endOfValue(this.#reader, end))
  }

  #rawJson(end: number): unknown {
    const json = readRawJson(this.#reader, end, MAX_BODY_VALUES - this.#values)
    this.#count(json?.values ?? 0)
    return json?.value
  }

  /** One entry of a map: a message with the key in field 1 and the value in field 2, either of which may be absent. */
  #entry(map: UnknownRecord, field: Field, end: number): void {
    let key = ''
    let value: unknown
    eachField(this.#reader, end, (number, wireType) => {
      if (number === 1) {
        this.#expect(wireType, DELIMITED)
        key = this.#reader.stringVerify()
      } else if (number === 2) {
        this.#places.push(key)
        value = this.#value(field, wireType, end)
        this.#places.pop()
      }
      return number === 1 || number === 2
    })
    setKey(map, key, value === undefined ? (field.scalar ? (ZERO[field.scalar] ?? null) : {}) : value)
  }
}

/**
 * Decodes one message.
 *
 * @param reader - At its start; the message extends to the end.
 * @param message - Its definition. Unknown fields are skipped.
 * @param context - The other definitions, and the dialect.
 * @throws {@link ApiError} 400 for values that JSON cannot represent, 413 for more values than a body may have, 422 for an
 *   integer that JavaScript cannot represent; other errors for malformed messages.
 */
export function decodeMessage(reader: Reader, message: Message, context: MessageContext): UnknownRecord {
  return new Decoder(reader, context).decode(message)
}
