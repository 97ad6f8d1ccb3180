/**
 * Computes the JSON patch between two states of a document.
 *
 * @module
 */

import type { Expanded } from '../expanded.js'
import { isRecord, jsonEqual, type UnknownRecord } from './json.js'

/** One operation of a JSON patch (RFC 6902 §4). */
export type JsonPatchOperation = Expanded<
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }
>

/** Two values at one path. */
interface Pair {
  readonly path: string
  readonly one: unknown
  readonly other: unknown
}

/**
 * Compares two documents. List items at the same index are compared; items in the middle are added and removed.
 *
 * @param before - A JSON document.
 * @param after - Another one.
 * @returns The operations that convert the first to the second; none when they are equal.
 */
export function diffJson(before: unknown, after: unknown): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = []
  const work: Pair[] = [{ path: '', one: before, other: after }]
  const difference: Difference = { operations, work }
  // A work list that grows during the iteration, as a document may be nested deeply.
  for (const { path, one, other } of work) {
    if (one === other) continue
    if (isRecord(one) && isRecord(other)) compareMembers(path, one, other, difference)
    else if (Array.isArray(one) && Array.isArray(other)) compareItems(path, one, other, difference)
    else operations.push({ op: 'replace', path, value: other })
  }
  return operations
}

/** The operations so far, and the pairs of values that are still to be compared. */
interface Difference {
  readonly operations: JsonPatchOperation[]
  readonly work: Pair[]
}

function compareMembers(path: string, one: UnknownRecord, other: UnknownRecord, { operations, work }: Difference): void {
  for (const key of Object.keys(one)) {
    if (one[key] !== undefined && !has(other, key)) operations.push({ op: 'remove', path: below(path, key) })
  }
  for (const key of Object.keys(other)) {
    const value = other[key]
    if (value === undefined) continue
    const at = below(path, key)
    if (has(one, key)) work.push({ path: at, one: one[key], other: value })
    else operations.push({ op: 'add', path: at, value })
  }
}

/** Common items at the start and end of both lists are kept; of the others, those at the same index are compared. */
function compareItems(path: string, one: readonly unknown[], other: readonly unknown[], { operations, work }: Difference): void {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && jsonEqual(one[start], other[start])) start++
  let end = 0
  while (end < shorter - start && jsonEqual(one[one.length - 1 - end], other[other.length - 1 - end])) end++
  const [oneEnd, otherEnd] = [one.length - end, other.length - end]
  const both = Math.min(oneEnd, otherEnd)
  for (let i = start; i < both; i++) work.push({ path: `${path}/${i}`, one: one[i], other: other[i] })
  // From the end, as each removal shifts the later items.
  for (let i = oneEnd - 1; i >= otherEnd; i--) operations.push({ op: 'remove', path: `${path}/${i}` })
  for (let i = oneEnd; i < otherEnd; i++) operations.push({ op: 'add', path: `${path}/${i}`, value: other[i] })
}

const has = (record: UnknownRecord, key: string): boolean => Object.hasOwn(record, key) && record[key] !== undefined
const below = (path: string, key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
