/**
 * Dropping what a schema does not know.
 *
 * @module
 */

import { isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { isReserved, type SchemaNode } from './node.js'
import type { Walk } from './walk.js'

/**
 * Drops the members that a schema does not describe. A value of the wrong type is left to validation.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value; not written to.
 * @param walk - Notes the unknown fields.
 * @returns The very same value when nothing was dropped.
 */
export function pruneValue(node: SchemaNode, value: unknown, walk: Walk): unknown {
  if (node.isOpaque || typeof value !== 'object' || value === null) return value
  if (node.types.length > 0 && !node.types.includes(Array.isArray(value) ? 'array' : 'object')) return value
  return Array.isArray(value) ? pruneList(node, value, walk) : isRecord(value) ? pruneObject(node, value, walk) : value
}

function pruneList(node: SchemaNode, list: readonly unknown[], walk: Walk): readonly unknown[] {
  const items = node.items
  if (!items || items.isOpaque) return list
  let result: unknown[] | undefined
  for (const [index, item] of list.entries()) {
    walk.enter(index)
    const pruned = pruneValue(items, item, walk)
    walk.leave()
    if (pruned === item) continue
    result ??= list.slice()
    result[index] = pruned
  }
  return result ?? list
}

function pruneObject(node: SchemaNode, object: UnknownRecord, walk: Walk): UnknownRecord {
  const keep: [string, unknown][] = []
  let changed = false
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (node.isResource && isReserved(key)) {
      keep.push([key, value])
      continue
    }
    const member = node.member(key)
    if (!member) {
      walk.reportUnknown(key)
      changed = true
      continue
    }
    // Built-in kinds read null as absent; custom resources settle nulls with their defaults.
    if (node.builtin && value === null && node.readsNullAsAbsent(key, member)) {
      changed = true
      continue
    }
    walk.enter(key)
    const pruned = pruneValue(member, value, walk)
    walk.leave()
    if (pruned !== value) changed = true
    keep.push([key, pruned])
  }
  if (!changed) return object
  const result = {}
  for (const [key, value] of keep) setKey(result, key, value)
  return result
}
