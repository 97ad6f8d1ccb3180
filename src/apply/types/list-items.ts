/**
 * Identity of list items: keys in a list of entries, values in a set.
 *
 * @module
 */

import { type JsonObject, type JsonValue, quoteJson, type ScalarKey, scalarKey } from '../../meta/index.js'
import { keyElement, type PathElement, valueElement } from '../fields/path-element.js'
import type { KeyField, ListType } from './type.js'
import { isMap, type Members, member } from './value.js'

/**
 * The identity of an item within its list, cheaper to make than its path element: two items have equal identities exactly when
 * they have equal elements. Undefined when the item has none, which no valid list has.
 */
export type ItemIdentity = string | number | boolean | null

/**
 * The identity of an item.
 *
 * @param list - Type of a set, or of a list of entries.
 * @param item - An item.
 * @returns Undefined without one: an entry without any of its keys, or a value that a set cannot hold.
 */
export function itemIdentity(list: ListType, item: unknown): ItemIdentity | undefined {
  const { keys } = list
  if (keys.length === 0) return typeof item === 'object' || item === undefined ? undefined : (item as ItemIdentity)
  if (!isMap(item)) return undefined
  return keys.length > 1 ? itemElement(list, item) : scalarIdentity(keyValue(item, keys[0] as KeyField))
}

/**
 * The first key of an entry, as a part of its identity. Entries with the same may differ in other keys.
 *
 * @param list - Type of a list of entries.
 * @param item - An entry.
 */
export const keyIdentity = (list: ListType, item: unknown): ItemIdentity | undefined =>
  isMap(item) ? scalarIdentity(keyValue(item, list.keys[0] as KeyField)) : undefined

function scalarIdentity(value: JsonValue | undefined): ItemIdentity | undefined {
  // A NUL prefix keeps text apart from the text that stands for keys that are no scalars.
  if (typeof value === 'string') return value.charCodeAt(0) === 0 ? `\0${value}` : value
  return typeof value === 'object' && value !== null ? `\0${keyElement({ '': value })}` : value
}

/**
 * The path element of an item. An entry that lacks some of its keys is identified by those that it has.
 *
 * @param list - Type of a set, or of a list of entries.
 * @param item - An item.
 * @returns Undefined when there is none.
 */
export function itemElement(list: ListType, item: unknown): PathElement | undefined {
  const { keys } = list
  if (keys.length === 0) return typeof item === 'object' || item === undefined ? undefined : valueElement(item as JsonValue)
  if (!isMap(item)) return undefined
  let text = ''
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as KeyField
    const value = keyValue(item, key)
    if (value === undefined) continue
    if (typeof value === 'object' && value !== null) return anyKeyElement(keys, item)
    const written = typeof value === 'string' ? quoteJson(value) : String(value === 0 ? 0 : value)
    text += text === '' ? `${key.prefix}${written}` : `,${key.prefix}${written}`
  }
  return text === '' ? undefined : `k:{${text}}`
}

/** The value of a key field, or its default. */
function keyValue(item: Members, key: KeyField): JsonValue | undefined {
  const value = member(item, key.name)
  return value === undefined ? key.default : (value as JsonValue)
}

function anyKeyElement(keys: readonly KeyField[], item: Members): PathElement | undefined {
  const values: (readonly [string, JsonValue])[] = []
  for (const key of keys) {
    const value = keyValue(item, key)
    if (value !== undefined) values.push([key.name, value])
  }
  return keyElement(Object.fromEntries(values) as JsonObject)
}

/** Whether two items have the same keys, without making their identities. Items of a set are compared by value. */
export function haveSameIdentity(list: ListType, left: unknown, right: unknown): boolean {
  const { keys } = list
  if (keys.length === 0) return left === right && typeof left !== 'object'
  if (!isMap(left) || !isMap(right)) return false
  let isIdentified = false
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as KeyField
    const value = keyValue(left, key)
    if (typeof value === 'object' || value !== keyValue(right, key)) return false
    if (value !== undefined) isIdentified = true
  }
  return isIdentified
}

/** The key of an item's identity in a `Map` or `Set`. */
export function itemKey(list: ListType, item: unknown): ScalarKey | undefined {
  const identity = itemIdentity(list, item)
  return identity === undefined ? undefined : scalarKey(identity)
}

/** The item, or several items, of one identity. */
export interface Indexed {
  /** Index of the first item with this identity. */
  readonly at: number
  /** Indexes of all of them when there are several. */
  all: number[] | undefined
}

/** The items of a list by the keys of their identities. Items without one are skipped. */
export function indexItems(list: ListType, items: readonly unknown[]): Map<ScalarKey, Indexed> {
  const index = new Map<ScalarKey, Indexed>()
  for (let i = 0; i < items.length; i++) {
    const key = itemKey(list, items[i])
    if (key === undefined) continue
    const known = index.get(key)
    if (!known) index.set(key, { at: i, all: undefined })
    else if (known.all) known.all.push(i)
    else known.all = [known.at, i]
  }
  return index
}
