/**
 * OpenAPI v2 documents in the protobuf form that older clients ask for.
 *
 * @module
 * @see CLIENTS.md, "OpenAPI"
 */

import { isRecord, type Pausing } from '../../meta/index.js'
import { ByteWriter } from '../byte-writer.js'
import { type Field as AnyField, type Message as AnyMessage, messageTable } from '../message-table.js'
import { documentMessages, parameterMessages, schemaMessages, securityMessages } from './messages.js'

const SCALARS = ['string', 'bool', 'int64', 'double', 'Any'] as const
type Scalar = (typeof SCALARS)[number]
type Field = AnyField<Scalar>
type Message = AnyMessage<Scalar>

const messages = messageTable(SCALARS, documentMessages, parameterMessages, schemaMessages, securityMessages)

/** Number of the YAML text in the message that stands for any value; JSON is YAML too. */
const ANY_YAML = 2

const EXTENSION = 'x-'

/**
 * Deepest nesting of messages: several protobuf readers refuse more than 100. A schema has two or three for each of its
 * levels; what lies deeper is left empty, so that one odd schema does not spoil the document.
 */
const MAX_MESSAGE_DEPTH = 96

/** Parts of a document that have as many members as a plane has types. */
const PAUSING: ReadonlySet<string> = new Set(['Paths', 'Definitions'])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const hasReference = (value: unknown): boolean => isRecord(value) && typeof value.$ref === 'string'

/** Messages that choose between forms: the fields that a JSON value fills. */
const CHOICES: Readonly<Record<string, (value: unknown) => Record<string, unknown>>> = {
  ParametersItem: (value) => (hasReference(value) ? { reference: value } : { parameter: value }),
  Parameter: (value) => (isRecord(value) && value.in === 'body' ? { body: value } : { nonBody: value }),
  NonBodyParameter: (value) => (isRecord(value) ? { [String(value.in)]: value } : {}),
  ResponseValue: (value) => (hasReference(value) ? { reference: value } : { response: value }),
  SchemaItem: (value) => (isRecord(value) && value.type === 'file' ? { file: value } : { schema: value }),
  AdditionalPropertiesItem: (value) => (typeof value === 'boolean' ? { boolean: value } : { schema: value }),
  TypeItem: (value) => ({ value: listOf(value) }),
  ItemsItem: (value) => ({ schema: listOf(value) }),
  StringArray: (value) => ({ value }),
  SecurityDefinitionsItem: (value) => (isRecord(value) ? { [String(value.flow ?? value.type)]: value } : {}),
}

/** Whether a value is its type's default, which the wire leaves out. */
const isZero = (value: unknown, scalar: Scalar | undefined): boolean =>
  scalar !== undefined && scalar !== 'Any' && (value === '' || value === 0 || value === false)

/** The names that a map field takes from the members of its message. */
function namesFor({ name }: Field, { fields }: Message, members: readonly string[]): readonly string[] {
  if (name !== '*') return members.filter((member) => member.startsWith(EXTENSION))
  const othersTakeExtensions = fields.size > 1
  return othersTakeExtensions ? members.filter((member) => !member.startsWith(EXTENSION)) : members
}

/** Encodes messages; everything is written from the end, so that lists come out in their order. */
class Encoder {
  readonly writer = new ByteWriter()
  #depth = 0

  /** Writes the fields of a message. */
  fields(message: Message, value: unknown): void {
    const source = CHOICES[message.name]?.(value) ?? value
    if (!isRecord(source) || this.#depth >= MAX_MESSAGE_DEPTH) return
    this.#depth++
    for (const field of message.ordered.toReversed()) this.#in(message, field, source)
    this.#depth--
  }

  #in(message: Message, field: Field, source: Record<string, unknown>): void {
    if (field.shape === 'map') this.#map(field, source, namesFor(field, message, Object.keys(source)))
    else if (Object.hasOwn(source, field.name)) this.#field(field, source[field.name])
  }

  /** Writes the document, with a pause before each of its paths and definitions. */
  *document(value: unknown): Pausing<void> {
    if (!isRecord(value)) return
    const { writer } = this
    this.#depth++
    for (const field of messages('Document').ordered.toReversed()) {
      const part = value[field.name]
      if (PAUSING.has(field.message) && isRecord(part)) {
        const before = writer.length
        yield* this.#parts(messages(field.message), part)
        writer.start(field.number, writer.length - before)
      } else this.#in(messages('Document'), field, value)
    }
    this.#depth--
  }

  *#parts(message: Message, source: Record<string, unknown>): Pausing<void> {
    this.#depth += 2
    for (const field of message.ordered.toReversed()) {
      for (const name of namesFor(field, message, Object.keys(source)).toReversed()) {
        yield
        this.#entry(field, name, source[name])
      }
    }
    this.#depth -= 2
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

  /** Writes one value under a field number; values of another type than the field's are left out. */
  #value({ scalar, message }: Field, number: number, value: unknown): void {
    const { writer } = this
    if (value === undefined) return
    if (scalar === undefined) writer.message(number, () => this.fields(messages(message), value))
    else if (scalar === 'Any') writer.message(number, () => writer.string(ANY_YAML, JSON.stringify(value)))
    else if (scalar === 'string' && typeof value === 'string') writer.string(number, value)
    else if (scalar === 'bool' && typeof value === 'boolean') writer.bool(number, value)
    else if (scalar === 'double' && typeof value === 'number') writer.double(number, value)
    else if (scalar === 'int64' && Number.isSafeInteger(value)) writer.int64(number, value as number)
  }
}

/**
 * Encodes an OpenAPI v2 document as the message `openapi_v2.Document`, which older clients read for validation and
 * `explain`. Vendor extensions are kept as YAML text; what the message has no field for is left out.
 *
 * @param document - A Swagger 2.0 document.
 * @returns The message, without any envelope.
 */
export function* encodeOpenApiV2(document: unknown): Pausing<Uint8Array> {
  const encoder = new Encoder()
  yield* encoder.document(document)
  return encoder.writer.finish()
}
