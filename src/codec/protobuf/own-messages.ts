/**
 * Tables of the messages in a definition.
 *
 * @module
 */

import { type Field, type Message, messageOf, type Presence } from '../message-table.js'
import { type ProtobufField, type ProtobufMessages, shortName, VALUE_TYPES } from './describe.js'
import { messages as sharedMessages } from './kinds.js'
import type { ScalarType } from './scalar-values.js'

/** Separates the names of a description from those of built-in messages; no message name contains a blank. */
const OWN = 'own '

const isValue = (name: string): name is keyof typeof VALUE_TYPES => Object.hasOwn(VALUE_TYPES, name)

function presenceOf({ rule, options }: ProtobufField): Presence {
  if (rule === 'required') return 'always'
  return rule === 'optional' || options?.proto3_optional === true ? 'set' : 'filled'
}

function fieldOf(name: string, field: ProtobufField, messages: ProtobufMessages): Field<ScalarType> {
  const type = shortName(field.type)
  const own = Object.hasOwn(messages, type)
  return {
    number: field.id,
    name,
    extension: false,
    shape: field.keyType === undefined ? (field.rule === 'repeated' ? 'list' : 'one') : 'map',
    scalar: !own && isValue(type) ? VALUE_TYPES[type] : undefined,
    message: own ? OWN + type : type,
    presence: presenceOf(field),
  }
}

const tables = new WeakMap<ProtobufMessages, (name: string) => Message<ScalarType>>()

/**
 * The tables of a description; also finds the messages shared by all kinds.
 *
 * @param messages - A valid description.
 */
export function ownTable(messages: ProtobufMessages): (name: string) => Message<ScalarType> {
  const known = tables.get(messages)
  if (known) return known
  const made = new Map<string, Message<ScalarType>>()
  for (const [name, { fields }] of Object.entries(messages)) {
    const own = Object.entries(fields).map(([fieldName, field]) => fieldOf(fieldName, field, messages))
    made.set(
      OWN + name,
      messageOf(
        OWN + name,
        own.sort((left, right) => left.number - right.number),
      ),
    )
  }
  const find = (name: string) => made.get(name) ?? sharedMessages(name)
  tables.set(messages, find)
  return find
}

/** A kind whose definition has messages. */
export interface OwnKind {
  readonly apiVersion: string
  readonly kind: string
  readonly listKind: string
  readonly messages: ProtobufMessages
}

/**
 * Finds the message of a kind whose definition has messages.
 *
 * @param own - The kind.
 * @param apiVersion - The requested group and version.
 * @param kind - The requested kind, or the kind of its lists.
 * @returns The message, or undefined for another kind.
 */
export function messageOfOwnKind(own: OwnKind, apiVersion: string, kind: string): Message<ScalarType> | undefined {
  if (apiVersion !== own.apiVersion) return undefined
  if (kind === own.kind) return ownTable(own.messages)(OWN + kind)
  if (kind !== own.listKind) return undefined
  return messageOf<ScalarType>(kind, [
    { number: 1, name: 'metadata', extension: false, shape: 'one', scalar: undefined, message: 'ListMeta', presence: 'filled' },
    { number: 2, name: 'items', extension: false, shape: 'list', scalar: undefined, message: OWN + own.kind, presence: 'filled' },
  ])
}
