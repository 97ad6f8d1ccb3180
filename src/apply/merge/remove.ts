/**
 * Removes fields from an object, or extracts fields of it.
 *
 * @module
 */

import { check, requireJson, setKey } from '../../meta/index.js'
import { extractOptions, removeOptions, requireSet, requireType } from '../check-arguments.js'
import { FieldSet } from '../fields/field-set.js'
import { fieldElement, type PathElement } from '../fields/path-element.js'
import { leavesOf } from '../types/fields-of.js'
import { itemElement } from '../types/list-items.js'
import { anyType, type FieldType, type ListType, type MapType } from '../types/type.js'
import { isEmptyMap, MAX_DEPTH, type Members, tooDeep } from '../types/value.js'

/**
 * What a map or list becomes that loses all its members: null, as in the engine; or as on servers, an empty map or list, where
 * a list that is a declared field is removed altogether.
 */
export type Emptied = 'null' | 'empty'

/** Options of a removal. */
export interface RemoveOptions {
  /** `null` by default. */
  readonly emptied?: Emptied
}

/**
 * An object without some of its fields. Values at paths of the set are removed with everything below them; a map or list that
 * loses all its members, or that is atomic and would lose some, becomes null (or empty, if the options say so).
 *
 * @param type - Type of the object.
 * @param value - The object.
 * @param set - The fields to remove.
 * @param options - What emptied maps and lists become.
 * @returns The object itself when it has none of the fields.
 * @throws ApiError 400 when it is nested too deep.
 */
export function remove(type: FieldType, value: unknown, set: FieldSet, options: RemoveOptions = {}): unknown {
  requireType('remove', type)
  requireJson('remove', { value })
  requireSet('remove', set)
  check.refuse('remove', removeOptions(options, 'options'))
  return removeFields(type, value, set, options)
}

/** As {@link remove}, for operations that have checked their arguments. */
export function removeFields(type: FieldType, value: unknown, set: FieldSet, { emptied = 'null' }: RemoveOptions = {}): unknown {
  const result = removeFrom(type, value, set, emptied, 0)
  return result === undefined ? emptyLike(value, emptied) : result
}

/** The value without the fields; undefined when no members are left. */
function removeFrom(type: FieldType, value: unknown, set: FieldSet, emptied: Emptied, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw tooDeep()
  if (Array.isArray(value)) return type.list && removeItems(type.list, value, set, emptied, depth)
  return type.map && removeMembers(type.map, value as Members, set, emptied, depth)
}

/** What replaces a map or list that has no members left. */
const emptyLike = (value: unknown, emptied: Emptied): unknown => (emptied === 'null' ? null : Array.isArray(value) ? [] : {})

function removeMembers(type: MapType, record: Members, set: FieldSet, emptied: Emptied, depth: number): unknown {
  if (type.isAtomic) return undefined
  const result: Record<string, unknown> = {}
  let isSame = true
  let isEmpty = true
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    const below = set.child(fieldElement(key))
    if (below?.includesSelf) {
      isSame = false
      continue
    }
    let kept = below ? removeFrom(type.typeOf(key) ?? anyType, value, below, emptied, depth + 1) : value
    if (kept !== value) isSame = false
    if (kept === undefined) {
      // An empty list is as good as none in a declared field; a key of a map is kept.
      if (emptied === 'empty' && Array.isArray(value) && type.fields.has(key)) continue
      kept = emptyLike(value, emptied)
    }
    isEmpty = false
    setKey(result, key, kept)
  }
  if (isEmpty) return undefined
  return isSame ? record : result
}

function removeItems(type: ListType, items: readonly unknown[], set: FieldSet, emptied: Emptied, depth: number): unknown {
  if (type.kind === 'atomic') return undefined
  const result: unknown[] = []
  let isSame = true
  for (const item of items) {
    const element = itemElement(type, item)
    const below = element === undefined ? undefined : set.child(element)
    if (below?.includesSelf) {
      isSame = false
      continue
    }
    const kept = below ? removeFrom(type.items, item, below, emptied, depth + 1) : item
    if (kept !== item) isSame = false
    result.push(kept === undefined ? emptyLike(item, emptied) : kept)
  }
  if (result.length === 0) return undefined
  return isSame ? items : result
}

/** Options of an extraction. */
export interface ExtractOptions {
  /** Whether entries of lists keep the fields that identify them; without these the result may not fit its type. */
  readonly withKeys?: boolean
}

/**
 * An object of only some fields of another.
 *
 * @param type - Type of the object.
 * @param value - The object; undefined or null when there is none.
 * @param set - The fields: leaves, each a scalar, an atomic part, or something empty.
 * @param options - `withKeys` to keep the keys of list entries.
 * @returns Null when nothing is left of a value. Of no object or an empty one, an empty object.
 * @throws ApiError 400 when it is nested too deep.
 */
export function extract(type: FieldType, value: unknown, set: FieldSet, options: ExtractOptions = {}): unknown {
  requireType('extract', type)
  requireJson('extract', { value })
  requireSet('extract', set)
  check.refuse('extract', extractOptions(options, 'options'))
  if (value === undefined || value === null) return type.map && type.scalar === undefined ? {} : null
  const wanted = options.withKeys ? set.union(keysOf(type, value, set)) : set
  return extractFrom(type, value, wanted, 0)
}

function extractFrom(type: FieldType, value: unknown, set: FieldSet, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw tooDeep()
  if (Array.isArray(value)) return type.list ? extractItems(type.list, value, set, depth) : null
  return type.map ? extractMembers(type.map, value as Members, set, depth) : null
}

function extractMembers(type: MapType, record: Members, set: FieldSet, depth: number): unknown {
  if (type.isAtomic || isEmptyMap(record)) return record
  const result: Record<string, unknown> = {}
  let isEmpty = true
  for (const key in record) {
    const value = record[key]
    const below = set.child(fieldElement(key))
    if (value === undefined || !below) continue
    isEmpty = false
    // A leaf of the set that has members here was of another type when the set was made: only members of these names count.
    setKey(result, key, extractFrom(type.typeOf(key) ?? anyType, value, below.hasChildren ? below : set, depth + 1))
  }
  return isEmpty ? null : result
}

function extractItems(type: ListType, items: readonly unknown[], set: FieldSet, depth: number): unknown {
  if (items.length === 0 || type.kind === 'atomic') return items
  const result: unknown[] = []
  for (const item of items) {
    const element = itemElement(type, item)
    const below = element === undefined ? undefined : set.child(element)
    if (below) result.push(below.hasChildren ? extractFrom(type.items, item, below, depth + 1) : item)
  }
  return result.length === 0 ? null : result
}

/** The key fields of the entries on paths of a set, as far as the object has them. */
function keysOf(type: FieldType, value: unknown, set: FieldSet): FieldSet {
  const own = leavesOf(type, value, { allowDuplicates: true })
  return own ? keysBelow(set, own) : FieldSet.empty
}

function keysBelow(wanted: FieldSet, own: FieldSet, element?: PathElement): FieldSet {
  const keys = element?.startsWith('k:') ? Object.keys(JSON.parse(element.slice(2)) as object).map(fieldElement) : []
  const present = keys.filter((key) => own.child(key)?.includesSelf).map((key) => [key, FieldSet.leaf] as const)
  const below: (readonly [PathElement, FieldSet])[] = []
  for (const [child, set] of wanted.children()) {
    const ours = own.child(child)
    if (ours) below.push([child, keysBelow(set, ours, child)])
  }
  // A path that ends at the entry extracts it whole.
  return FieldSet.node(false, present).union(FieldSet.node(false, below))
}
