/**
 * Fingerprints of field sets: hashes that are equal for equal sets, as tries or JSON, in any order of their
 * elements. Different sets may collide, so a look-up has to compare.
 *
 * @module
 */

import type { FieldSet } from './field-set.js'
import type { FieldsV1 } from './set-notes.js'

/** Marks a node with paths below it that is in the set itself. */
const SELF_PRINT = 0x2545f491

/** Of a longer element this much of the front and the back is hashed. */
const PART = 12

/** The contribution of an element to the fingerprint of its set; `below` is the fingerprint of the set below it. */
function printOf(element: string, below: number): number {
  const { length } = element
  const front = Math.min(length, PART)
  let print = below ^ length
  for (let i = 0; i < front; i++) print = Math.imul(print ^ element.charCodeAt(i), 0x01000193)
  for (let i = Math.max(front, length - PART); i < length; i++) print = Math.imul(print ^ element.charCodeAt(i), 0x01000193)
  print = Math.imul(print ^ (print >>> 15), 0x2c1b3c6d)
  return print ^ (print >>> 13)
}

/** The fingerprint of a set. */
export function printOfSet(set: FieldSet): number {
  if (!set.hasChildren) return 0
  let print = set.includesSelf ? SELF_PRINT : 0
  set.mapChildren(set.includesSelf, (below, element) => {
    print = (print + printOf(element, printOfSet(below))) | 0
    return below
  })
  return print
}

/**
 * The fingerprint of a set in canonical JSON.
 *
 * @param fields - Decoded FieldsV1.
 * @param maxDepth - Deeper levels are ignored.
 */
export function printOfFields(fields: FieldsV1, maxDepth: number): number {
  if (typeof fields !== 'object' || fields === null || maxDepth === 0) return 0
  let print = 0
  for (const element in fields) {
    const below = fields[element] as FieldsV1
    print = (print + (element === '.' ? SELF_PRINT : printOf(element, printOfFields(below, maxDepth - 1)))) | 0
  }
  return print
}
