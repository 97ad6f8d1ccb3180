/**
 * FieldsV1: field sets as they stand in `metadata.managedFields`.
 *
 * An object whose keys are path elements and whose values are the sets below them. `{}` means that the place itself is in the
 * set; where there are paths below it as well, the key `.` says so.
 *
 * @module
 */

import { badRequest, isRecord } from '../meta/index.js'
import { FieldSet, MAX_PATH_LENGTH } from './field-set.js'
import { readPathElement } from './path-element.js'

/** A field set as it stands in JSON. */
export interface FieldsV1 {
  readonly [element: string]: FieldsV1
}

const SELF = '.'

/**
 * Reads a field set.
 *
 * @param fields - Decoded `fieldsV1`.
 * @returns The set. Elements of kinds that are not known are passed over.
 * @throws ApiError 400 when it is no FieldsV1.
 * @see Specification, "Object metadata (every object)"
 */
export function readFieldsV1(fields: unknown): FieldSet {
  return readNode(fields, 0).below
}

/** What is below a place, and whether the place itself is named. */
function readNode(fields: unknown, depth: number): { readonly below: FieldSet; readonly isNamed: boolean } {
  if (fields === null) return { below: FieldSet.empty, isNamed: false }
  if (!isRecord(fields)) throw badRequest('a set of fields is not an object')
  if (depth > MAX_PATH_LENGTH) throw badRequest(`a field path has more than ${MAX_PATH_LENGTH} elements`)
  const children = new Map<string, FieldSet>()
  let isNamed = false
  for (const key of Object.keys(fields)) {
    if (key === SELF) {
      isNamed = true
      continue
    }
    const element = readPathElement(key)
    if (element === undefined) continue
    const { below, isNamed: isChildNamed } = readNode(fields[key], depth + 1)
    const child = FieldSet.node(isChildNamed || below.isEmpty, below.children())
    // Two spellings of one element are one element.
    children.set(element, children.get(element)?.union(child) ?? child)
  }
  return { below: FieldSet.node(false, children), isNamed }
}

/**
 * Writes a field set in its canonical order.
 *
 * @param set - A set; of a node inside a larger set, what is below it.
 */
export function writeFieldsV1(set: FieldSet): FieldsV1 {
  const result: Record<string, FieldsV1> = {}
  // Keys have a kind and a colon, so that none of them is special to a plain object.
  for (const [element, child] of set.children()) {
    result[element] = child.includesSelf && child.hasChildren ? { [SELF]: {}, ...writeFieldsV1(child) } : writeFieldsV1(child)
  }
  return result
}
