/**
 * Filling in the defaults that a schema declares.
 *
 * @module
 */

import { cloneJson, deepFreeze, isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { isReserved, type SchemaNode } from './node.js'
import { Walk } from './walk.js'

/**
 * Fills in defaults, in objects that are there. In custom resources a null where none may be becomes the default, or is
 * dropped when there is none.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value; not written to.
 * @param walk - Bounds the depth.
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
  for (const [index, item] of list.entries()) {
    walk.enter(index)
    const filled = item === null && !items.nullable ? (completeDefault(items) ?? null) : defaultValue(items, item, walk)
    walk.leave()
    if (filled === item) continue
    result ??= list.slice()
    result[index] = filled
  }
  return result ?? list
}

function defaultObject(node: SchemaNode, object: UnknownRecord, walk: Walk): UnknownRecord {
  let result: UnknownRecord | undefined
  const settled = (): UnknownRecord => {
    result ??= { ...object }
    return result
  }
  for (const key of Object.keys(object)) {
    const member = node.isResource && isReserved(key) ? undefined : node.member(key)
    if (!member) continue
    const value = object[key]
    if (value === null) {
      if (node.builtin || member.nullable || !node.readsNullAsAbsent(key, member)) continue
      const filled = completeDefault(member)
      if (filled === undefined) delete settled()[key]
      else setKey(settled(), key, filled)
      continue
    }
    if (typeof value !== 'object') continue
    walk.enter(key)
    const filled = defaultValue(member, value, walk)
    walk.leave()
    if (filled !== value) setKey(settled(), key, filled)
  }
  for (const [key, member] of node.defaultedMembers) {
    if (Object.hasOwn(object, key) || (node.isResource && isReserved(key))) continue
    setKey(settled(), key, completeDefault(member))
  }
  return result ?? object
}

/** Defaults with the defaults inside them, by node: they are the same each time, and frozen. */
const complete = new WeakMap<SchemaNode, { readonly value: unknown }>()

function completeDefault(node: SchemaNode): unknown {
  const known = complete.get(node)
  if (known) return known.value
  const own = node.ownDefault
  // While it is being completed a default stands for itself, so that a recursive schema comes to an end.
  complete.set(node, { value: own })
  const value = own === undefined ? undefined : deepFreeze(cloneJson(defaultValue(node, own, new Walk())))
  complete.set(node, { value })
  return value
}
