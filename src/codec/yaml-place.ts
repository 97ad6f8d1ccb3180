/**
 * Finds the position of a part of a document in its text.
 *
 * @module
 */

import type { Document } from 'yaml'
import type { NodeTypes } from './yaml-node.js'

/**
 * Finds a part of a document.
 *
 * @param document - The composed document.
 * @param path - Keys and indexes.
 * @param types - Type guards of the YAML package.
 * @returns The offset of its key, or of the item in a list; for a missing part that of its closest ancestor.
 */
export function placeOf(document: Document, path: readonly PropertyKey[], types: NodeTypes): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const step of path) {
    const [shown, inner] = partOf(node, step, types)
    if (!isPlaced(shown)) break
    offset = shown.range[0]
    node = inner
  }
  return offset
}

/** The node that marks the start of a part, and the part. Of duplicate keys the last value is used. */
function partOf(node: unknown, step: PropertyKey, types: NodeTypes): readonly [shown: unknown, part: unknown] {
  if (types.isSeq(node)) return [node.items[Number(step)], node.items[Number(step)]]
  if (!types.isMap(node)) return [undefined, undefined]
  const pair = node.items.findLast(({ key }) => types.isScalar(key) && String(key.value) === String(step))
  return [pair?.key, pair?.value]
}

const isPlaced = (node: unknown): node is { readonly range: readonly [number, ...number[]] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
