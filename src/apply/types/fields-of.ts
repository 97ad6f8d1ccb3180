/**
 * The fields that an object sets, with type checks on the way.
 *
 * This walk takes most of the time of an apply, hence two shortcuts: a struct of scalars is known by a bit set of its
 * fields, so that the entries of a long list share a few sets; and fields are expected in the order of the last object.
 *
 * @module
 */

import { requireReadable } from '../check-arguments.js'
import { FieldSet, makeSet } from '../fields/field-set.js'
import { MAX_FIELDS, tooManyFields } from '../fields/limits.js'
import type { PathElement } from '../fields/path-element.js'
import { fits } from './fits.js'
import { itemElement } from './list-items.js'
import { hasRepeats } from './repeats.js'
import { anyType, expectField, type Field, type FieldType, type ListType, type MapType } from './type.js'
import { MAX_DEPTH, type Members, tooDeep } from './value.js'

/** How an object is read. */
export interface ReadOptions {
  /** Whether the same key or value may be twice in a list, as in stored objects. */
  readonly allowDuplicates?: boolean
}

/**
 * The fields that an applier of an object would own: scalars, atomic parts, empty maps and nulls; items of lists and values of
 * maps also when they have fields of their own.
 *
 * @param type - Type of the object.
 * @param value - The object.
 * @param options - `allowDuplicates` for stored objects.
 * @returns Undefined when the object does not fit its type.
 * @throws ApiError 400 when it is nested too deep, 413 when it has more than 100,000 fields.
 */
export function fieldsOf(type: FieldType, value: unknown, options: ReadOptions = {}): FieldSet | undefined {
  requireReadable('fieldsOf', type, value, options)
  return leavesOf(type, value, options)
}

/** As {@link fieldsOf}, for operations that have checked their arguments. */
export function leavesOf(type: FieldType, value: unknown, { allowDuplicates = false }: ReadOptions = {}): FieldSet | undefined {
  const walk: Walk = { allowDuplicates, isWhole: false, isValid: true, count: 0 }
  const set = readValue(type, value, false, walk, 0)
  return walk.isValid ? set.withSelf(false) : undefined
}

/**
 * The fields that are added or removed with a value: those of an applier, and every list, map and struct
 * on the way to them.
 *
 * @param type - Type of the value.
 * @param value - The value. Parts that do not fit are taken as they are.
 * @param depth - Its depth in the object.
 * @returns The set, with the value's own path.
 * @throws ApiError 413 when it has more than 100,000 fields.
 */
export function wholeOf(type: FieldType, value: unknown, depth: number): FieldSet {
  return readValue(type, value, true, { allowDuplicates: true, isWhole: true, isValid: true, count: 0 }, depth)
}

/** As {@link wholeOf} for a removed value, without the limit: an object that is too large may become smaller. */
export function goneWith(type: FieldType, value: unknown, depth: number): FieldSet {
  return readValue(type, value, true, { allowDuplicates: true, isWhole: true, isValid: true, count: UNBOUNDED }, depth)
}

/** Counted from here, no object reaches {@link MAX_FIELDS}. A small integer, as the count is written for every map and list. */
const UNBOUNDED = -1_000_000_000

interface Walk {
  readonly allowDuplicates: boolean
  /** Whether containers are in the set as well as leaves. */
  readonly isWhole: boolean
  isValid: boolean
  /** Members and items that were counted so far. */
  count: number
}

/** Counts the members or items of a map or list. */
function count(walk: Walk, length: number): void {
  walk.count += length
  if (walk.count > MAX_FIELDS) throw tooManyFields()
}

/** The set of a value: the paths below it, and its own, which is always included when `isMember`. */
function readValue(type: FieldType, value: unknown, isMember: boolean, walk: Walk, depth: number): FieldSet {
  if (typeof value !== 'object') {
    if (type.scalar === undefined || !(type.scalar === 'any' || type.scalar === typeof value)) walk.isValid = false
    return FieldSet.leaf
  }
  if (value === null) return FieldSet.leaf
  if (Array.isArray(value)) {
    if (type.list) return readList(type.list, value, isMember, walk, depth)
  } else if (type.map) return readMap(type.map, value as Members, isMember, walk, depth)
  walk.isValid = false
  return FieldSet.leaf
}

function readMap(type: MapType, record: Members, isMember: boolean, walk: Walk, depth: number): FieldSet {
  if (depth > MAX_DEPTH) throw tooDeep()
  if (type.isAtomic) {
    if (!walk.isWhole && !fits(type, record, walk.allowDuplicates, depth)) walk.isValid = false
    return FieldSet.leaf
  }
  return type.fields.size === 0 ? readKeys(type, record, isMember, walk, depth) : readFields(type, record, isMember, walk, depth)
}

/** The set of a map: every key is in it. */
function readKeys(type: MapType, record: Members, isMember: boolean, walk: Walk, depth: number): FieldSet {
  const keys = Object.keys(record)
  count(walk, keys.length)
  const elements = new Array<PathElement>(keys.length)
  const sets = new Array<FieldSet>(keys.length)
  if (keys.length > 0 && !type.element) walk.isValid = false
  const valueType = type.element ?? anyType
  let kept = 0
  for (const key of keys) {
    const value = record[key]
    if (value === undefined) continue
    elements[kept] = `f:${key}`
    sets[kept++] = readValue(valueType, value, true, walk, depth + 1)
  }
  // Of an empty map, only its existence can be owned.
  if (kept === 0) return FieldSet.leaf
  if (kept < keys.length) elements.length = sets.length = kept
  return makeSet(isMember, elements, sets)
}

/** The set of a struct, which may have undeclared keys as well. */
function readFields(type: MapType, record: Members, isMember: boolean, walk: Walk, depth: number): FieldSet {
  let bits = 0
  let elements: PathElement[] | undefined
  let sets: FieldSet[] | undefined
  let kept = 0
  let previous: Field | undefined
  let present = 0
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    present++
    let field: Field | undefined = previous ? previous.next : type.first
    if (field === undefined || field.name !== key) field = expectField(type, previous, key)
    let child: FieldSet
    if (field) {
      previous = field
      const fieldType = field.type
      if (typeof value !== 'object') {
        const { scalar } = fieldType
        if (scalar !== typeof value && scalar !== 'any') walk.isValid = false
        child = FieldSet.leaf
      } else child = readValue(fieldType, value, walk.isWhole, walk, depth + 1)
      if (child === FieldSet.leaf && elements === undefined && field.bit !== 0) {
        bits |= field.bit
        continue
      }
      if (child.isEmpty) continue
    } else {
      if (!type.element) walk.isValid = false
      child = readValue(type.element ?? anyType, value, true, walk, depth + 1)
    }
    if (!elements || !sets) {
      // All fields so far are scalars, known by their bits.
      const known = fieldsOfBits(type, bits)
      const size = countMembers(record)
      elements = new Array<PathElement>(size)
      sets = new Array<FieldSet>(size)
      for (; kept < known.length; kept++) {
        elements[kept] = known[kept] as PathElement
        sets[kept] = FieldSet.leaf
      }
    }
    elements[kept] = field ? field.element : `f:${key}`
    sets[kept++] = child
  }
  if (present === 0) return FieldSet.leaf
  count(walk, present)
  if (!elements || !sets) return leafSet(type, bits, isMember)
  if (kept < elements.length) elements.length = sets.length = kept
  return makeSet(isMember, elements, sets)
}

function countMembers(record: Members): number {
  let count = 0
  for (const _key in record) count++
  return count
}

/** Above the bits of fields: whether the struct itself is in the set. */
const SELF_BIT = 1 << 30
/** Sets that a type caches. Beyond that, the cache does not help. */
const MAX_LEAF_SETS = 200

function leafSet(type: MapType, bits: number, isMember: boolean): FieldSet {
  const key = isMember ? bits | SELF_BIT : bits
  let set = type.leafSets.get(key)
  if (!set) {
    const elements = fieldsOfBits(type, bits)
    set = makeSet(
      isMember,
      elements,
      elements.map(() => FieldSet.leaf),
    )
    if (type.leafSets.size < MAX_LEAF_SETS) type.leafSets.set(key, set)
  }
  return set
}

function fieldsOfBits(type: MapType, bits: number): PathElement[] {
  const elements: PathElement[] = []
  for (const field of type.fields.values()) if ((field.bit & bits) !== 0) elements.push(field.element)
  return elements
}

function readList(type: ListType, items: readonly unknown[], isMember: boolean, walk: Walk, depth: number): FieldSet {
  if (depth > MAX_DEPTH) throw tooDeep()
  if (type.kind === 'atomic') {
    if (!walk.isWhole && !fits(type, items, walk.allowDuplicates, depth)) walk.isValid = false
    return FieldSet.leaf
  }
  // An empty list whose items are owned one by one owns nothing.
  if (items.length === 0) return isMember ? FieldSet.leaf : FieldSet.empty
  count(walk, items.length)
  const elements = new Array<PathElement>(items.length)
  const sets = new Array<FieldSet>(items.length)
  const itemType = type.items
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    const element = itemElement(type, item)
    if (element === undefined) {
      // A list whose items have no identity is one value.
      walk.isValid = false
      return FieldSet.leaf
    }
    elements[i] = element
    sets[i] = readValue(itemType, item, true, walk, depth + 1)
  }
  if (!hasRepeats(type, items)) return makeSet(isMember, elements, sets)
  if (!walk.allowDuplicates) walk.isValid = false
  return withoutDuplicates(isMember, elements, sets)
}

/** Duplicate items are owned together, without fields of their own. */
function withoutDuplicates(isMember: boolean, elements: readonly PathElement[], sets: readonly FieldSet[]): FieldSet {
  const children = new Map<PathElement, FieldSet>()
  for (const [i, element] of elements.entries()) {
    children.set(element, children.has(element) ? FieldSet.leaf : (sets[i] ?? FieldSet.leaf))
  }
  return makeSet(isMember, [...children.keys()], [...children.values()])
}
