/**
 * The description of a kind's protobuf messages in its definition, in the JSON format of protobufjs.
 *
 * @module
 * @see https://protobuf.dev/programming-guides/encoding
 */

/** One field of a message, in the format of `toJSON()` of a protobufjs field. */
export interface ProtobufField {
  /** The field's number: 1 to 536,870,911, except 19,000 to 19,999, which protobuf reserves. */
  readonly id: number
  /**
   * One of
   *
   * - `string`, `bytes` (base64 in JSON), `bool`, `int32`, `int64`, `uint32`, `double`;
   * - `Time` and `MicroTime` (RFC 3339 text in JSON), and `JSON` (any JSON, as text in the first field of a message);
   * - a message that all kinds share: `ObjectMeta`, `ListMeta`, `OwnerReference`, `LabelSelector`, `Condition`, `Quantity`,
   *   `IntOrString`;
   * - another message of the description.
   *
   * Only the part after the last dot of a name is used.
   */
  readonly type: string
  /**
   * `repeated` for a list; `optional` for a field whose explicit zero differs from absence; `required` for a field that JSON
   * always has. Without a rule JSON omits a field that is zero, false or empty.
   */
  readonly rule?: 'repeated' | 'optional' | 'required'
  /** `string` makes the field a map with string keys. */
  readonly keyType?: string
  /** With `proto3_optional`, as the rule `optional`. Other options are ignored. */
  readonly options?: { readonly proto3_optional?: boolean }
}

/** A message, in the format of `toJSON()` of a protobufjs type. */
export interface ProtobufMessage {
  /** Fields by their names in JSON. */
  readonly fields: Readonly<Record<string, ProtobufField>>
}

/**
 * Messages by name. The message of a kind has the kind's name, and a field `metadata` of type `ObjectMeta`. Lists need no
 * message: as in all lists of Kubernetes, `metadata` is 1 and `items` is 2.
 */
export type ProtobufMessages = Readonly<Record<string, ProtobufMessage>>

/** Scalar types by protobuf's name, with our name for them: an unsigned integer is encoded as a signed one. */
export const VALUE_TYPES = {
  string: 'string',
  bytes: 'bytes',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  uint32: 'int64',
  double: 'double',
  Time: 'Time',
  MicroTime: 'MicroTime',
  JSON: 'JSON',
} as const

/** Messages that a description may use without defining them. */
const SHARED_MESSAGES = ['ObjectMeta', 'ListMeta', 'OwnerReference', 'LabelSelector', 'Condition', 'Quantity', 'IntOrString']

const RULES: readonly unknown[] = [undefined, 'repeated', 'optional', 'required']
const LAST_NUMBER = 536_870_911
/** Maximum fields, of all messages of a kind together (ours). */
const MAX_FIELDS = 10_000

/** The last part of a type's name: `v1.Widget` is `Widget`. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/**
 * Validates a description of messages.
 *
 * @param kind - The described kind.
 * @param messages - The description.
 * @returns One line for each mistake.
 */
export function checkProtobufMessages(kind: string, messages: ProtobufMessages): readonly string[] {
  const entries = Object.entries(messages)
  const count = entries.reduce((sum, [, { fields = {} }]) => sum + Object.keys(fields).length, 0)
  if (count > MAX_FIELDS) return [`protobuf has ${count} fields; at most ${MAX_FIELDS} are possible`]
  const problems = entries.flatMap(([name, message]) => messageProblems(name, message, messages))
  const metadata = Object.hasOwn(messages, kind) ? messages[kind]?.fields?.metadata : undefined
  if (metadata?.type === undefined || shortName(String(metadata.type)) !== 'ObjectMeta') {
    problems.push(`protobuf must have a message ${kind} with a field metadata of type ObjectMeta`)
  }
  return problems
}

function messageProblems(name: string, { fields = {} }: ProtobufMessage, messages: ProtobufMessages): string[] {
  const numbers = new Set<number>()
  return Object.entries(fields).flatMap(([fieldName, field]) => {
    const problem = numbers.has(field.id) ? `the id ${field.id} is taken` : fieldProblem(field, messages)
    numbers.add(field.id)
    return problem === undefined ? [] : [`protobuf message ${name}, field ${fieldName}: ${problem}`]
  })
}

function fieldProblem({ id, type, rule, keyType }: ProtobufField, messages: ProtobufMessages): string | undefined {
  const isFree = Number.isInteger(id) && id >= 1 && id <= LAST_NUMBER && (id < 19_000 || id > 19_999)
  if (!isFree) return `the id ${String(id)} must be a number from 1 to ${LAST_NUMBER} and outside 19000 to 19999`
  if (!RULES.includes(rule)) return `the rule ${String(rule)} must be repeated, optional or required`
  if (keyType !== undefined && keyType !== 'string') return `the keyType ${String(keyType)} must be string`
  const name = shortName(String(type))
  if (Object.hasOwn(messages, name) || Object.hasOwn(VALUE_TYPES, name) || SHARED_MESSAGES.includes(name)) return undefined
  return `the type ${String(type)} must be one of ${Object.keys(VALUE_TYPES).join(', ')}, or the name of a message`
}
