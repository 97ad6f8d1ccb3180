/**
 * Encodes OpenAPI documents of any version as protobuf: a form defines the messages and their choices.
 *
 * @module
 */

import { isRecord, type Pausing } from '../../meta/index.js'
import { ByteWriter } from '../byte-writer.js'
import type { Field as AnyField, Message as AnyMessage } from '../message-table.js'

/** Types of fields that are not messages. */
export const SCALARS = ['string', 'bool', 'int64', 'double', 'Any'] as const
type Scalar = (typeof SCALARS)[number]
type Field = AnyField<Scalar>
type Message = AnyMessage<Scalar>

/** The messages of one version of OpenAPI. */
export interface DocumentForm {
  /** Finds a message by name; `Document` is the whole. */
  readonly messages: (name: string) => Message
  /** Messages with alternatives: the fields for a JSON value; undefined when the message cannot hold it. */
  readonly choices: Readonly<Record<string, (value: unknown) => Record<string, unknown> | undefined>>
  /** Messages with as many members as a plane has types, and their ancestors. */
  readonly pausing: ReadonlySet<string>
}

/** Number of the YAML field in the message for any value; JSON is YAML too. */
const ANY_YAML = 2

const EXTENSION = 'x-'

/**
 * Maximum depth of messages: several protobuf readers refuse more than 100. A schema level takes two or three messages; deeper
 * parts are left empty, so that one unusual schema does not make the document unreadable.
 */
const MAX_MESSAGE_DEPTH = 96

/** The value as a list: documents may give one item without it. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Whether a value is its type's default, which is omitted on the wire. */
const isZero = (value: unknown, scalar: Scalar | undefined): boolean =>
  scalar !== undefined && scalar !== 'Any' && (value === '' || value === 0 || value === false)

/** The member names of a map field: those without a field. */
function namesFor({ name }: Field, { ordered }: Message, members: readonly string[]): readonly string[] {
  if (name !== '*') return members.filter((member) => member.startsWith(EXTENSION))
  const others = ordered.filter((field) => field.name !== name)
  const isTaken = (member: string): boolean =>
    others.some((other) => (other.shape === 'map' ? member.startsWith(EXTENSION) : other.name === member))
  return others.length === 0 ? members : members.filter((member) => !isTaken(member))
}

/** Encodes messages from the end to the start, which keeps lists in order. */
class Encoder {
  readonly writer = new ByteWriter()
  readonly #form: DocumentForm
  #depth = 0

  constructor(form: DocumentForm) {
    this.#form = form
  }

  /** Writes the fields of a message. */
  fields(message: Message, source: unknown): void {
    if (!isRecord(source) || this.#depth >= MAX_MESSAGE_DEPTH) return
    this.#depth++
    for (const field of message.ordered.toReversed()) this.#in(message, field, source)
    this.#depth--
  }

  #in(message: Message, field: Field, source: Record<string, unknown>): void {
    if (field.shape === 'map') this.#map(field, source, namesFor(field, message, Object.keys(source)))
    else if (Object.hasOwn(source, field.name)) this.#field(field, source[field.name])
  }

  /** Writes a message like {@link fields}, with a pause before each member of large messages. */
  *whole(message: Message, value: unknown): Pausing<void> {
    if (!isRecord(value)) return
    const { writer } = this
    this.#depth++
    for (const field of message.ordered.toReversed()) {
      if (field.shape === 'map') {
        for (const name of namesFor(field, message, Object.keys(value)).toReversed()) {
          yield
          this.#depth++
          this.#entry(field, name, value[name])
          this.#depth--
        }
      } else if (this.#form.pausing.has(field.message) && isRecord(value[field.name])) {
        const before = writer.length
        yield* this.whole(this.#form.messages(field.message), value[field.name])
        writer.start(field.number, writer.length - before)
      } else this.#in(message, field, value)
    }
    this.#depth--
  }

  #field(field: Field, value: unknown): void {
    if (field.shape === 'one') {
      if (field.presence !== 'filled' || !isZero(value, field.scalar)) this.#value(field, field.number, value)
    } else if (Array.isArray(value)) {
      for (const item of value.toReversed()) this.#value(field, field.number, item)
    }
  }

  #map(field: Field, source: Record<string, unknown>, names: readonly string[]): void {
    this.#depth++
    for (const name of names.toReversed()) this.#entry(field, name, source[name])
    this.#depth--
  }

  #entry(field: Field, name: string, value: unknown): void {
    this.writer.message(field.number, () => {
      this.#value(field, 2, value)
      this.writer.string(1, name)
    })
  }

  #message(name: string, number: number, value: unknown): void {
    const choose = this.#form.choices[name]
    const source = choose ? choose(value) : value
    if (source !== undefined) this.writer.message(number, () => this.fields(this.#form.messages(name), source))
  }

  /** Writes one value under a field number; values of another type than the field's are left out. */
  #value({ scalar, message }: Field, number: number, value: unknown): void {
    const { writer } = this
    if (value === undefined) return
    if (scalar === undefined) this.#message(message, number, value)
    else if (scalar === 'Any') writer.message(number, () => writer.string(ANY_YAML, JSON.stringify(value)))
    else if (scalar === 'string' && typeof value === 'string') writer.string(number, value)
    else if (scalar === 'bool' && typeof value === 'boolean') writer.bool(number, value)
    else if (scalar === 'double' && typeof value === 'number') writer.double(number, value)
    else if (scalar === 'int64' && Number.isSafeInteger(value)) writer.int64(number, value as number)
  }
}

/**
 * Encodes an OpenAPI document. Vendor extensions are kept as YAML text; members without a field are left out.
 *
 * @param form - The messages of its version.
 * @param document - The document as JSON.
 * @returns The message, without any envelope.
 */
export function* encodeDocument(form: DocumentForm, document: unknown): Pausing<Uint8Array> {
  const encoder = new Encoder(form)
  yield* encoder.whole(form.messages('Document'), document)
  return encoder.writer.finish()
}
