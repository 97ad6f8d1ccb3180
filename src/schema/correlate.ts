/**
 * Correlation: finds the old value for each part of a new value.
 *
 * Fields are matched by name, and entries of keyed lists by their keys; other entries have no old value.
 *
 * @module
 */

import { getKey, isRecord } from '../meta/index.js'
import type { SchemaNode } from './node.js'

/** An old value, wrapped, as the value itself may be null. */
export interface Past {
  readonly value: unknown
}

/** Finds the old value of a field. */
export const pastMember = (past: Past | undefined, key: string): Past | undefined =>
  past && isRecord(past.value) && Object.hasOwn(past.value, key) ? { value: getKey(past.value, key) } : undefined

/**
 * Finds the old values of a list's entries.
 *
 * @param node - The schema of the list.
 * @param past - The old list.
 * @returns Undefined when entries cannot be correlated.
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
