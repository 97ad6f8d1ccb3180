/**
 * Sets the defaults that a schema declares.
 *
 * @module
 */

import { cloneJson, deepFreeze, isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { type DefaultedMember, type FilledDefault, isReserved, type SchemaNode } from './node.js'
import { copyMembers, hasOwnMembersOnly } from './own-members.js'
import { Walk } from './walk.js'

/** Maximum length of JSON that defaults add to a value, unless the caller sets another limit (ours). */
export const MAX_ADDED_LENGTH = 1.5 * 1024 * 1024

/**
 * Sets defaults in existing objects. In custom resources a null that is not nullable is replaced by the default, or dropped
 * without one.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value; not modified.
 * @param walk - Bounds the depth, and how much is added.
 * @returns The very same value when nothing was missing.
 */
export function defaultValue(node: SchemaNode, value: unknown, walk: Walk): unknown {
  if (node.isOpaque) return value
  if (Array.isArray(value)) return defaultList(node, value, walk)
  return isRecord(value) ? defaultObject(node, value, walk) : value
}

function defaultList(node: SchemaNode, list: readonly unknown[], walk: Walk): readonly unknown[] {
  const items = node.items
  if (!items || items.isOpaque) return list
  let result: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (typeof item !== 'object') continue
    walk.enter(index)
    const filled = item === null && !items.nullable ? (addedDefault(items, 0, walk) ?? null) : defaultValue(items, item, walk)
    walk.leave()
    if (filled === item) continue
    result ??= list.slice()
    result[index] = filled
  }
  return result ?? list
}

function defaultObject(node: SchemaNode, object: UnknownRecord, walk: Walk): UnknownRecord {
  let result: UnknownRecord | undefined
  const isPlain = hasOwnMembersOnly(object)
  for (const key in object) {
    if (!isPlain && !Object.hasOwn(object, key)) continue
    const value = object[key]
    // Only nulls, objects and lists can lack defaults.
    if (typeof value !== 'object') continue
    const member = node.isResource && isReserved(key) ? undefined : node.member(key)
    if (!member) continue
    if (value === null) {
      if (node.builtin || member.nullable || !node.readsNullAsAbsent(key, member)) continue
      const filled = addedDefault(member, 0, walk)
      result ??= copyMembers(object)
      if (filled === undefined) delete result[key]
      else setKey(result, key, filled)
      continue
    }
    if (member.isOpaque) continue
    walk.enter(key)
    const filled = defaultValue(member, value, walk)
    walk.leave()
    if (filled === value) continue
    result ??= copyMembers(object)
    setKey(result, key, filled)
  }
  const defaulted = node.defaultedMembers
  for (let at = 0; at < defaulted.length; at++) {
    const { key, node: member } = defaulted[at] as DefaultedMember
    if (Object.hasOwn(object, key)) continue
    result ??= copyMembers(object)
    setKey(result, key, addedDefault(member, key.length, walk))
  }
  return result ?? object
}

/** Length of a property's quotes and colon. */
const MEMBER_LENGTH = 3

/**
 * The default of a schema node, charged on each use: a list may have many items, each with the default.
 *
 * @throws ApiError 413 when it exceeds the limit.
 */
function addedDefault(node: SchemaNode, keyLength: number, walk: Walk): unknown {
  const { value, length } = node.filledDefault ?? completeDefault(node)
  walk.add(length + keyLength + MEMBER_LENGTH)
  return value
}

/**
 * The default of a schema node, completed with nested defaults: computed once, and frozen. Nested defaults multiply, so they are
 * charged as well.
 */
function completeDefault(node: SchemaNode): FilledDefault {
  const own = node.ownDefault
  const ownLength = lengthOf(own)
  // A default that is being completed is used as it is, so that a recursive schema terminates.
  node.filledDefault = { value: own, length: ownLength }
  try {
    const value =
      own === undefined ? undefined : deepFreeze(cloneJson(defaultValue(node, own, new Walk(undefined, MAX_ADDED_LENGTH))))
    node.filledDefault = { value, length: lengthOf(value) }
    return node.filledDefault
  } catch (error) {
    node.filledDefault = undefined
    throw error
  }
}

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length)
