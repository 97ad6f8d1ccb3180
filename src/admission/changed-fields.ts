/**
 * Lists the fields that a plugin has changed, for traces.
 *
 * @module
 */

import { formatFieldPath, isRecord, jsonEqual } from '../meta/index.js'

/** Maximum number of fields that are listed for one plugin. */
const MAX_FIELDS = 20

/**
 * Lists the fields in which two states differ. Lists are compared as wholes.
 *
 * @param before - A state.
 * @param after - Another.
 * @returns Their paths, such as `spec.replicas`; at most 20.
 */
export function changedFields(before: unknown, after: unknown): readonly string[] {
  const fields: string[] = []
  const work: { readonly path: readonly string[]; readonly one: unknown; readonly other: unknown }[] = [
    { path: [], one: before, other: after },
  ]
  // The queue grows while it is read. Entries are not removed, as shifting a long array each time is slow.
  for (const { path, one, other } of work) {
    if (fields.length === MAX_FIELDS) break
    if (one === other || jsonEqual(one, other)) continue
    if (!isRecord(one) || !isRecord(other)) {
      fields.push(formatFieldPath(path))
      continue
    }
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      work.push({ path: [...path, key], one: memberOf(one, key), other: memberOf(other, key) })
    }
  }
  return fields
}

const memberOf = (object: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined
