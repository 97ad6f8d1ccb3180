/**
 * Message definitions as data: one line per field, such as `11 labels map string`.
 *
 * A line is the field number, the JSON name, `list` or `map` for several values, and the type. The type is one of the table's
 * scalars or the name of one of its messages; with `inline` before it, JSON has the fields of that message directly in the
 * parent. A mark after the type defines when JSON has the field:
 *
 * | mark | means |
 * |---|---|
 * | none | when it is not empty, zero or false |
 * | `?` | when the sender set it, even to zero |
 * | `!` | always; zero when the sender left it out |
 *
 * A map may contain the remaining members of its own message: `*` all of them, `x-*` those with that prefix (and `*` the others).
 *
 * @module
 */

/** When JSON has a field. */
export type Presence = 'filled' | 'set' | 'always'

/** One field of a message. */
export interface Field<Scalar extends string> {
  readonly number: number
  /** JSON name; of a schema extension the part after the dialect's prefix. */
  readonly name: string
  readonly extension: boolean
  readonly shape: 'one' | 'list' | 'map' | 'inline'
  /** Set for scalars. */
  readonly scalar: Scalar | undefined
  /** Name of the message, if it is not a scalar. */
  readonly message: string
  readonly presence: Presence
}

/** A message: its fields by number. */
export interface Message<Scalar extends string> {
  readonly name: string
  readonly fields: ReadonlyMap<number, Field<Scalar>>
  /** The same fields, in the order of their definition. */
  readonly ordered: readonly Field<Scalar>[]
  /** Fields that are always in JSON, or inline messages with such fields. */
  readonly always: readonly Field<Scalar>[]
}

/** Lines of field definitions by message name. */
export type MessageSource = Readonly<Record<string, string>>

const SHAPES = ['list', 'map', 'inline'] as const

const PRESENCE: Readonly<Record<string, Presence>> = { '?': 'set', '!': 'always' }

function parseField<Scalar extends string>(line: string, scalars: readonly Scalar[]): Field<Scalar> {
  const words = line.trim().split(/\s+/)
  const [number = '', name = ''] = words
  const shape = SHAPES.find((word) => word === words[2]) ?? 'one'
  const marked = words.at(-1) ?? ''
  const presence = PRESENCE[marked.at(-1) ?? ''] ?? 'filled'
  const type = presence === 'filled' ? marked : marked.slice(0, -1)
  return {
    number: Number(number),
    name: name.replace(/^~/, ''),
    extension: name.startsWith('~'),
    shape,
    scalar: scalars.find((scalar) => scalar === type),
    message: type,
    presence,
  }
}

/**
 * Makes a message.
 *
 * @param name - Its name.
 * @param fields - Its fields, in the order of their numbers.
 */
export const messageOf = <Scalar extends string>(name: string, fields: readonly Field<Scalar>[]): Message<Scalar> => ({
  name,
  fields: new Map(fields.map((field) => [field.number, field])),
  ordered: fields,
  always: fields.filter(({ presence, shape }) => presence === 'always' || shape === 'inline'),
})

/**
 * Makes a table of messages; each definition is parsed at its first use.
 *
 * @param scalars - Names of the types that are not messages.
 * @param sources - Definitions; each name is defined once in all of them.
 * @returns A function that finds a message by name.
 */
export function messageTable<Scalar extends string>(
  scalars: readonly Scalar[],
  ...sources: readonly MessageSource[]
): (name: string) => Message<Scalar> {
  const lines = new Map(sources.flatMap((source) => Object.entries(source)))
  const parsed = new Map<string, Message<Scalar>>()
  return (name) => {
    const known = parsed.get(name)
    if (known) return known
    const source = lines.get(name)
    if (source === undefined) throw new TypeError(`no message ${name} is defined`)
    const texts = source.trim() === '' ? [] : source.trim().split('\n')
    const message = messageOf(
      name,
      texts.map((line) => parseField(line, scalars)),
    )
    parsed.set(name, message)
    return message
  }
}
