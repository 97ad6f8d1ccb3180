/**
 * The comparison of two objects, field by field.
 *
 * @module
 */

import { requireJson } from '../../meta/index.js'
import { requireComparison, requireType } from '../check-arguments.js'
import { FieldSet, makeSet } from '../fields/field-set.js'
import { MAX_FIELDS, tooManyFields } from '../fields/limits.js'
import { fieldElement, type PathElement } from '../fields/path-element.js'
import { goneWith, wholeOf } from '../types/fields-of.js'
import { type Indexed, indexItems, itemElement } from '../types/list-items.js'
import { anyType, type FieldType, type ListType, type MapType } from '../types/type.js'
import { asList, asMap, isEmptyMap, isEqual, MAX_DEPTH, type Members, member, tooDeep } from '../types/value.js'

/** The fields in which two objects differ. */
export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/** The comparison of equal objects. */
export const noDifference: Comparison = Object.freeze({
  added: FieldSet.empty,
  modified: FieldSet.empty,
  removed: FieldSet.empty,
})

/**
 * Compares two objects of one type. The order of list items does not matter where they are owned one by one. A key or value that
 * occurs several times in a list is compared as one item.
 *
 * @param type - Their type.
 * @param before - An object; undefined when there was none.
 * @param after - An object; undefined when it was deleted.
 * @throws ApiError 400 when they are nested too deep.
 */
export function compare(type: FieldType, before: unknown, after: unknown): Comparison {
  requireType('compare', type)
  requireJson('compare', { before, after })
  return differenceOf(type, before, after)
}

/** As {@link compare}, for operations that have checked their arguments. */
export function differenceOf(type: FieldType, before: unknown, after: unknown): Comparison {
  if (before === undefined || before === null) {
    if (after === undefined || after === null) return noDifference
    return { added: wholeOf(type, after, 0).withSelf(false), modified: FieldSet.empty, removed: FieldSet.empty }
  }
  if (after === undefined || after === null)
    return { added: FieldSet.empty, modified: FieldSet.empty, removed: goneWith(type, before, 0).withSelf(false) }
  const found = compareValue(type, before, after, 0)
  if (!found) return noDifference
  const { added, modified, removed } = found
  return { added: added.withSelf(false), modified: modified.withSelf(false), removed: removed.withSelf(false) }
}

/** Whether there is no difference. */
export function isSame(comparison: Comparison): boolean {
  requireComparison('isSame', comparison)
  const { added, modified, removed } = comparison
  return added.isEmpty && modified.isEmpty && removed.isEmpty
}

const MODIFIED: Comparison = { ...noDifference, modified: FieldSet.leaf }

/** Compares two existing values; undefined when they are equal. */
function compareValue(type: FieldType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  if (before === after) return undefined
  if (type.map) {
    if (type.scalar === undefined) return compareMaps(type.map, before, after, depth)
    return compareAny(type.map, before, after, depth)
  }
  return type.list ? compareLists(type.list, before, after, depth) : compareWhole(before, after)
}

/** Compares atomic values. */
const compareWhole = (before: unknown, after: unknown): Comparison | undefined => (isEqual(before, after) ? undefined : MODIFIED)

/**
 * Values without a schema are compared by their own shapes. When these differ, both views count: members were added or
 * removed with the map, and the value itself has changed. A null may stand for any shape.
 */
function compareAny(type: MapType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  const [left, right] = [asMap(before), asMap(after)]
  const asMaps = left || right || before === null || after === null ? compareMaps(type, before, after, depth) : undefined
  const isLeaf = (value: unknown) => typeof value !== 'object' || Array.isArray(value)
  if (!isLeaf(before) && !isLeaf(after)) return asMaps
  const found = compareWhole(before, after)
  if (!asMaps || !found) return asMaps ?? found
  return { ...asMaps, modified: asMaps.modified.union(found.modified) }
}

function compareMaps(type: MapType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  const left = asMap(before) ?? NO_MEMBERS
  const right = asMap(after) ?? NO_MEMBERS
  if (type.isAtomic || (isEmptyMap(left) && isEmptyMap(right))) return compareWhole(before, after)
  if (depth > MAX_DEPTH) throw tooDeep()
  const maps: ComparedMaps = { type, depth, found: undefined }
  let shared = 0
  for (const key in left) {
    const was = left[key]
    if (was === undefined) continue
    const is = member(right, key)
    if (is !== undefined) shared++
    if (is !== was) compareMember(maps, key, was, is)
  }
  for (const key in right) if (right[key] !== undefined) shared--
  // Only then does the second have members that the first has not.
  if (shared < 0) {
    for (const key in right) {
      const is = right[key]
      if (is !== undefined && member(left, key) === undefined) compareMember(maps, key, undefined, is)
    }
  }
  return maps.found?.result
}

const NO_MEMBERS: Members = {}

/** Two maps that are compared member by member, and the result so far. */
interface ComparedMaps {
  readonly type: MapType
  readonly depth: number
  /** Undefined before the first difference. */
  found: Differences | undefined
}

/** Compares the values of two maps under a key; one of them may be absent. */
function compareMember(maps: ComparedMaps, key: string, was: unknown, is: unknown): void {
  const { type, depth } = maps
  const field = type.fields.get(key)
  const below = field ? field.type : (type.element ?? anyType)
  const differences = was !== undefined && is !== undefined ? compareValue(below, was, is, depth + 1) : undefined
  if (was !== undefined && is !== undefined && !differences) return
  maps.found ??= new Differences()
  const result = maps.found
  const element = field ? field.element : fieldElement(key)
  if (differences) result.add(element, differences)
  else if (is === undefined) result.addRemoved(element, goneWith(below, was, depth + 1))
  else result.addAdded(element, wholeOf(below, is, depth + 1))
}

function compareLists(type: ListType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  const [left, right] = [asList(before) ?? [], asList(after) ?? []]
  if (type.kind === 'atomic' || (left.length === 0 && right.length === 0)) return compareWhole(before, after)
  if (depth > MAX_DEPTH) throw tooDeep()
  if (isEqual(left, right)) return undefined
  const [was, is] = [indexItems(type, left), indexItems(type, right)]
  if (was.size === 0 && is.size === 0) return compareWhole(before, after)
  const lists: ComparedLists = { type, left, right, depth, found: new Differences() }
  for (const [identity, old] of was) compareItems(lists, old, is.get(identity))
  for (const [identity, added] of is) if (!was.has(identity)) compareItems(lists, undefined, added)
  return lists.found.result
}

/** Two lists that are compared item by item, and the result so far. */
interface ComparedLists {
  readonly type: ListType
  readonly left: readonly unknown[]
  readonly right: readonly unknown[]
  readonly depth: number
  readonly found: Differences
}

/**
 * Compares the items of one identity. Several of them count as one item: it is added, removed or modified as a whole. When it
 * replaces a single item or is replaced by one, the fields in that item are removed or added with it.
 */
function compareItems(
  { type, left, right, depth, found }: ComparedLists,
  was: Indexed | undefined,
  is: Indexed | undefined,
): void {
  const element = itemElement(type, was ? left[was.at] : right[is?.at ?? 0])
  if (element === undefined) return
  if (was?.all && is?.all) {
    const [before, after] = [was.all.map((i) => left[i]), is.all.map((i) => right[i])]
    if (!isEqual(before, after)) found.add(element, MODIFIED)
    return
  }
  if (was && is && !was.all && !is.all) {
    const below = compareValue(type.items, left[was.at], right[is.at], depth + 1)
    if (below) found.add(element, below)
    return
  }
  if (was) found.addRemoved(element, was.all ? FieldSet.leaf : goneWith(type.items, left[was.at], depth + 1))
  if (is) found.addAdded(element, is.all ? FieldSet.leaf : wholeOf(type.items, right[is.at], depth + 1))
}

/** Collects differences below one node. */
class Differences {
  #added: Link | undefined
  #modified: Link | undefined
  #removed: Link | undefined

  add(element: PathElement, { added, modified, removed }: Comparison): void {
    if (!added.isEmpty) this.addAdded(element, added)
    if (!removed.isEmpty) this.addRemoved(element, removed)
    if (!modified.isEmpty) this.#modified = new Link(element, modified, this.#modified)
  }

  addAdded(element: PathElement, set: FieldSet): void {
    this.#added = new Link(element, set, this.#added)
  }

  addRemoved(element: PathElement, set: FieldSet): void {
    this.#removed = new Link(element, set, this.#removed)
  }

  get result(): Comparison | undefined {
    if (!this.#added && !this.#modified && !this.#removed) return undefined
    if ((this.#added?.count ?? 0) + (this.#modified?.count ?? 0) > MAX_FIELDS) throw tooManyFields()
    return { added: setOf(this.#added), modified: setOf(this.#modified), removed: setOf(this.#removed) }
  }
}

/** A linked list of sets by element, the last one first. Mostly they are few, and growing arrays would overallocate. */
class Link {
  readonly element: PathElement
  readonly set: FieldSet
  readonly previous: Link | undefined
  readonly count: number

  constructor(element: PathElement, set: FieldSet, previous: Link | undefined) {
    this.element = element
    this.set = set
    this.previous = previous
    this.count = previous ? previous.count + 1 : 1
  }
}

function setOf(last: Link | undefined): FieldSet {
  if (!last) return FieldSet.empty
  const elements = new Array<PathElement>(last.count)
  const sets = new Array<FieldSet>(last.count)
  for (let link: Link | undefined = last; link; link = link.previous) {
    elements[link.count - 1] = link.element
    sets[link.count - 1] = link.set
  }
  return makeSet(false, elements, sets)
}
