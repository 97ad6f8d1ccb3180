/**
 * From two states of a document to the JSON patch that leads from one to the other.
 *
 * @module
 */

import { isRecord, jsonEqual } from '../meta/index.js'

/** One operation of a JSON patch (RFC 6902 §4). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }

/**
 * Compares two documents. Lists that differ are replaced as wholes.
 *
 * @param before - A JSON document.
 * @param after - Another one.
 * @returns What makes the second of the first; nothing when they are the same.
 */
export function diffJson(before: unknown, after: unknown): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = []
  const work: { readonly path: string; readonly one: unknown; readonly other: unknown }[] = [
    { path: '', one: before, other: after },
  ]
  // The list grows as it is read: a document nests as deep as it likes.
  for (const { path, one, other } of work) {
    if (one === other || jsonEqual(one, other)) continue
    if (!isRecord(one) || !isRecord(other)) {
      operations.push({ op: 'replace', path, value: other })
      continue
    }
    for (const key of Object.keys(one)) if (!Object.hasOwn(other, key)) operations.push({ op: 'remove', path: below(path, key) })
    for (const [key, value] of Object.entries(other)) {
      const at = below(path, key)
      if (Object.hasOwn(one, key)) work.push({ path: at, one: one[key], other: value })
      else operations.push({ op: 'add', path: at, value })
    }
  }
  return operations
}

const below = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
