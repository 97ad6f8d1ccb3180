/**
 * Encodes JSON-shaped objects as messages, by their table.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import type { ByteWriter } from '../byte-writer.js'
import type { Field as AnyField, Message as AnyMessage } from '../message-table.js'
import { fieldName, MAX_MESSAGE_DEPTH, type MessageContext } from './decode-message.js'
import type { ScalarType } from './scalar-values.js'
import { writeScalar } from './scalar-writer.js'
import { unions } from './unions.js'

type Field = AnyField<ScalarType>
type Message = AnyMessage<ScalarType>

/** Thrown for values deeper than {@link MAX_MESSAGE_DEPTH}. */
export class NestedTooDeep extends RangeError {}

/** Whether a value is its type's zero, which is omitted on the wire; in a field of type `JSON`, a zero is written. */
const isZero = (value: unknown, scalar: ScalarType | undefined): boolean =>
  scalar !== undefined && scalar !== 'JSON' && (value === '' || value === 0 || value === false)

/** Encodes messages from the end to the start, which keeps fields and lists in order. */
class Encoder {
  readonly #writer: ByteWriter
  readonly #context: MessageContext
  #depth = 0

  constructor(writer: ByteWriter, context: MessageContext) {
    this.#writer = writer
    this.#context = context
  }

  message(message: Message, value: unknown): void {
    const source = unions[message.name]?.write(value) ?? value
    if (!isRecord(source)) return
    if (++this.#depth > MAX_MESSAGE_DEPTH) throw new NestedTooDeep('nested too deep for a message')
    for (let at = message.ordered.length - 1; at >= 0; at--) {
      const field = message.ordered[at]
      if (field) this.#field(field, source)
    }
    this.#depth--
  }

  #field(field: Field, source: UnknownRecord): void {
    if (field.shape === 'inline') {
      this.#value(field, field.number, source)
      return
    }
    const name = fieldName(field, this.#context)
    if (!Object.hasOwn(source, name)) return
    const value = source[name]
    if (field.shape === 'list') this.#list(field, value)
    else if (field.shape === 'map') this.#map(field, value)
    else if (field.presence !== 'filled' || !isZero(value, field.scalar)) this.#value(field, field.number, value)
  }

  #list(field: Field, value: unknown): void {
    if (!Array.isArray(value)) return
    for (let at = value.length - 1; at >= 0; at--) this.#value(field, field.number, value[at])
  }

  /** Entries are messages with the key in field 1 and the value in field 2, sorted by key. */
  #map(field: Field, value: unknown): void {
    if (!isRecord(value)) return
    for (const key of Object.keys(value).sort().reverse()) {
      this.#writer.message(field.number, () => {
        this.#value(field, 2, value[key])
        this.#writer.string(1, key)
      })
    }
  }

  #value(field: Field, number: number, value: unknown): void {
    const { scalar } = field
    if (scalar) writeScalar(this.#writer, number, scalar, value)
    else if (value !== null && value !== undefined) {
      const message = this.#context.messages(field.message)
      this.#writer.message(number, () => this.message(message, value))
    }
  }
}

/**
 * Encodes one message.
 *
 * @param writer - Receives the fields of the message, without its length. It writes backwards.
 * @param message - Its definition. Members without a field are left out, and so are values of another type than their field's.
 * @param value - The object.
 * @param context - The other definitions, and the dialect.
 * @throws {@link NestedTooDeep} for a value that is nested too deep.
 * @throws TypeError for bytes that are not in base64.
 */
export function encodeMessage(writer: ByteWriter, message: Message, value: UnknownRecord, context: MessageContext): void {
  new Encoder(writer, context).message(message, value)
}
