/**
 * Finds the message of a kind.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { type Message, type MessageSource, messageTable } from '../message-table.js'
import { shortName } from './describe.js'
import { groupMessages } from './messages/index.js'
import { olderVersions } from './older-versions.js'
import { SCALAR_TYPES, type ScalarType } from './scalar-values.js'

/** Every kind has a list; a list that differs is among the group's own messages. */
const listMessages: MessageSource = Object.fromEntries(
  groupMessages.flatMap(({ kinds }) => kinds.map((name) => [`${name}List`, `1 metadata ListMeta\n2 items list ${name}`])),
)

/**
 * Finds a message by name.
 *
 * @throws TypeError when it is not defined.
 */
export const messages = messageTable(SCALAR_TYPES, listMessages, ...groupMessages.map((group) => group.messages))

/** Present versions first, as most objects have one. */
const groupsInOrder = [...groupMessages, ...olderVersions]

/**
 * Finds the message of a kind.
 *
 * @param apiVersion - Group and version.
 * @param kind - The kind, or the kind of a list.
 * @param dialect - For the domain of the built-in groups.
 * @returns The message, or undefined when the kind has none.
 */
export function messageOfKind(apiVersion: string, kind: string, dialect: Dialect): Message<ScalarType> | undefined {
  // DeleteOptions exists in every group, under its own version.
  if (kind === 'DeleteOptions') return messages(kind)
  for (const group of groupsInOrder) {
    if (group.apiVersion(dialect.groupDomain) !== apiVersion) continue
    const name = group.kinds.find((known) => shortName(known) === kind || `${shortName(known)}List` === kind)
    if (name !== undefined) return messages(shortName(name) === kind ? name : `${name}List`)
  }
  return undefined
}
