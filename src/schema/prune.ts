/**
 * Pruning: drops unknown fields.
 *
 * @module
 */

import { isRecord, setKey, type UnknownRecord } from '../meta/index.js'
import { readReserved } from './embedded-resource.js'
import { isReserved, type SchemaNode } from './node.js'
import { hasOwnMembersOnly } from './own-members.js'
import type { Walk } from './walk.js'

/**
 * Drops the fields that a schema does not describe. Values of a wrong type are left to validation, unless the walk empties them:
 * then all of their content counts as unknown.
 *
 * @param node - The schema of the value.
 * @param value - Any JSON value; not modified.
 * @param walk - Records the unknown fields.
 * @returns The very same value when nothing was dropped.
 */
export function pruneValue(node: SchemaNode, value: unknown, walk: Walk): unknown {
  if (node.isOpaque || typeof value !== 'object' || value === null) return value
  if (node.types.length > 0 && !node.types.includes(Array.isArray(value) ? 'array' : 'object')) {
    return walk.emptiesMisfits && !node.builtin ? emptied(value, walk) : value
  }
  return Array.isArray(value) ? pruneList(node, value, walk) : isRecord(value) ? pruneObject(node, value, walk) : value
}

/** An object emptied of its fields, or a list of such objects. */
function emptied(value: object, walk: Walk): unknown {
  if (!Array.isArray(value)) return {}
  return value.map((item, index) => {
    if (typeof item !== 'object' || item === null) return item
    walk.enter(index)
    const result = emptied(item, walk)
    walk.leave()
    return result
  })
}

function pruneList(node: SchemaNode, given: readonly unknown[], walk: Walk): readonly unknown[] {
  const items = node.items
  if (!items || items.isOpaque) return given
  const hasZeros = node.builtin && items.zero !== null && given.includes(null)
  const list = hasZeros ? given.map((item) => (item === null ? items.zero : item)) : given
  if (items.isLeaf && !walk.emptiesMisfits) return list
  let result: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (typeof item !== 'object' || item === null) continue
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
  if (node.holdsLeaves && !node.builtin && !walk.emptiesMisfits) return object
  const isPlain = hasOwnMembersOnly(object)
  let result: UnknownRecord | undefined
  for (const key in object) {
    if (!isPlain && !Object.hasOwn(object, key)) continue
    const value = object[key]
    const pruned = pruneMember(node, key, value, walk)
    if (pruned !== value) result ??= membersBefore(object, key)
    if (result && pruned !== DROPPED) setKey(result, key, pruned)
  }
  return result ?? object
}

/** Marks a field to be dropped. */
const DROPPED = Symbol('dropped')

function pruneMember(node: SchemaNode, key: string, value: unknown, walk: Walk): unknown {
  if (node.isResource && isReserved(key)) return node.isRoot || node.builtin ? value : readReserved(key, value, walk)
  const member = node.member(key)
  if (!member) {
    walk.reportUnknown(key)
    return DROPPED
  }
  if (value === null) return prunedNull(node, key, member)
  if (typeof value !== 'object') return value
  walk.enter(key)
  const pruned = pruneValue(member, value, walk)
  walk.leave()
  return pruned
}

/**
 * The meaning of a null. In a built-in kind a null field is absent, and a null map value is the zero value of its type; in custom
 * resources defaults replace nulls.
 */
function prunedNull(node: SchemaNode, key: string, member: SchemaNode): unknown {
  if (!node.builtin || !node.readsNullAsAbsent(key, member)) return null
  return node.declares(key) ? DROPPED : (member.zero ?? DROPPED)
}

function membersBefore(object: UnknownRecord, end: string): UnknownRecord {
  const result = {}
  for (const key of Object.keys(object)) {
    if (key === end) break
    setKey(result, key, object[key])
  }
  return result
}
