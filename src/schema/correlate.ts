/**
 * What was there before: the value of an object's last state that stands where a new value stands.
 *
 * Members of objects are found by name and entries of keyed lists by their keys; other entries have no past.
 *
 * @module
 */

import { getKey, isRecord } from '../meta/index.js'
import type { SchemaNode } from './node.js'

/** A value that was there before; a box, as the value may be null. */
export interface Past {
  readonly value: unknown
}

/** Finds what a member was. */
export const pastMember = (past: Past | undefined, key: string): Past | undefined =>
  past && isRecord(past.value) && Object.hasOwn(past.value, key) ? { value: getKey(past.value, key) } : undefined

/**
 * Finds what the entries of a list were.
 *
 * @param node - The schema of the list.
 * @param past - What the list was.
 * @returns Undefined when no entry can be found again.
 */
export function pastItems(node: SchemaNode, past: Past | undefined): ((item: unknown) => Past | undefined) | undefined {
  if (!past || node.listType !== 'map' || !Array.isArray(past.value)) return undefined
  const items = new Map<string, Past>()
  for (const value of past.value) {
    const key = keyText(node, value)
    if (key !== undefined && !items.has(key)) items.set(key, { value })
  }
  return (item) => {
    const key = keyText(node, item)
    return key === undefined ? undefined : items.get(key)
  }
}

function keyText(node: SchemaNode, item: unknown): string | undefined {
  if (!isRecord(item)) return undefined
  return JSON.stringify(node.listMapKeys.map((name) => getKey(item, name) ?? node.items?.member(name)?.ownDefault ?? null))
}
