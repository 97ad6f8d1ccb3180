/**
 * What changed between two objects, field by field.
 *
 * @module
 */

import { FieldSet, makeSet } from './field-set.js'
import { wholeOf } from './fields-of.js'
import { type Indexed, indexItems, itemElement } from './list-items.js'
import type { PathElement } from './path-element.js'
import { anyType, type FieldType, type ListType, type MapType } from './type.js'
import { asList, asMap, isEmptyMap, isEqual, MAX_DEPTH, type Members, member, tooDeep } from './value.js'

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
 * is in a list several times is compared as one thing.
 *
 * @param type - Their type.
 * @param before - An object; undefined when there was none.
 * @param after - An object; undefined when there is none any more.
 * @throws ApiError 400 when they are nested too deep.
 */
export function compare(type: FieldType, before: unknown, after: unknown): Comparison {
  if (before === undefined || before === null) {
    if (after === undefined || after === null) return noDifference
    return { ...noDifference, added: wholeOf(type, after, 0).withSelf(false) }
  }
  if (after === undefined || after === null) return { ...noDifference, removed: wholeOf(type, before, 0).withSelf(false) }
  const found = compareValue(type, before, after, 0)
  if (!found) return noDifference
  const { added, modified, removed } = found
  return { added: added.withSelf(false), modified: modified.withSelf(false), removed: removed.withSelf(false) }
}

/** Tells whether there is no difference. */
export const isSame = ({ added, modified, removed }: Comparison): boolean => added.isEmpty && modified.isEmpty && removed.isEmpty

const MODIFIED: Comparison = { ...noDifference, modified: FieldSet.leaf }

/** Compares two values that are there; undefined when they do not differ. */
function compareValue(type: FieldType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  if (before === after) return undefined
  if (type.map) {
    if (type.scalar === undefined) return compareMaps(type.map, before, after, depth)
    return compareAny(type.map, before, after, depth)
  }
  return type.list ? compareLists(type.list, before, after, depth) : compareWhole(before, after)
}

/** Compares what is owned as a whole. */
const compareWhole = (before: unknown, after: unknown): Comparison | undefined => (isEqual(before, after) ? undefined : MODIFIED)

/**
 * Values without a schema are compared as what they are. When they are of different shapes, both views count: members came or
 * went with the map, and the place itself has another value. A null may stand for any shape.
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
  const [left, right] = [asMap(before), asMap(after)]
  if (type.isAtomic || ((!left || isEmptyMap(left)) && (!right || isEmptyMap(right)))) return compareWhole(before, after)
  if (depth > MAX_DEPTH) throw tooDeep()
  const found = new Differences()
  let shared = 0
  if (left) shared = compareMembers(type, left, right ?? {}, found, depth)
  if (right) {
    for (const key in right) if (right[key] !== undefined) shared--
    if (shared < 0) {
      for (const key in right) {
        const value = right[key]
        if (value === undefined || (left && member(left, key) !== undefined)) continue
        found.addAdded(`f:${key}`, wholeOf(type.typeOf(key) ?? anyType, value, depth + 1))
      }
    }
  }
  return found.result
}

/** Compares members that the first has; how many the second has as well. */
function compareMembers(type: MapType, left: Members, right: Members, found: Differences, depth: number): number {
  let shared = 0
  for (const key in left) {
    const before = left[key]
    if (before === undefined) continue
    const after = member(right, key)
    if (after === undefined) {
      found.addRemoved(`f:${key}`, wholeOf(type.typeOf(key) ?? anyType, before, depth + 1))
      continue
    }
    shared++
    if (before === after) continue
    const below = compareValue(type.typeOf(key) ?? anyType, before, after, depth + 1)
    if (below) found.add(`f:${key}`, below)
  }
  return shared
}

function compareLists(type: ListType, before: unknown, after: unknown, depth: number): Comparison | undefined {
  const [left, right] = [asList(before) ?? [], asList(after) ?? []]
  if (type.kind === 'atomic' || (left.length === 0 && right.length === 0)) return compareWhole(before, after)
  if (depth > MAX_DEPTH) throw tooDeep()
  if (left.length === right.length && left.every((item, i) => isEqual(item, right[i]))) return undefined
  const [was, is] = [indexItems(type, left), indexItems(type, right)]
  if (was.size === 0 && is.size === 0) return compareWhole(before, after)
  const found = new Differences()
  for (const [identity, old] of was) compareItems(type, left, right, old, is.get(identity), found, depth)
  for (const [identity, added] of is) if (!was.has(identity)) compareItems(type, left, right, undefined, added, found, depth)
  return found.result
}

/**
 * Compares the items of one identity. Several of them are one thing: it comes, goes or is modified as a whole, and when it makes
 * way for a single item or takes the place of one, what is in that item comes or goes with it.
 */
function compareItems(
  type: ListType,
  left: readonly unknown[],
  right: readonly unknown[],
  was: Indexed | undefined,
  is: Indexed | undefined,
  found: Differences,
  depth: number,
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
  if (was) found.addRemoved(element, was.all ? FieldSet.leaf : wholeOf(type.items, left[was.at], depth + 1))
  if (is) found.addAdded(element, is.all ? FieldSet.leaf : wholeOf(type.items, right[is.at], depth + 1))
}

/** Differences below one place, collected. */
class Differences {
  readonly #added = new Below()
  readonly #modified = new Below()
  readonly #removed = new Below()

  add(element: PathElement, { added, modified, removed }: Comparison): void {
    this.#added.add(element, added)
    this.#modified.add(element, modified)
    this.#removed.add(element, removed)
  }

  addAdded(element: PathElement, set: FieldSet): void {
    this.#added.add(element, set)
  }

  addRemoved(element: PathElement, set: FieldSet): void {
    this.#removed.add(element, set)
  }

  get result(): Comparison | undefined {
    const [added, modified, removed] = [this.#added.set, this.#modified.set, this.#removed.set]
    return added.isEmpty && modified.isEmpty && removed.isEmpty ? undefined : { added, modified, removed }
  }
}

/** Sets below one place. */
class Below {
  #elements: PathElement[] | undefined
  #sets: FieldSet[] | undefined

  add(element: PathElement, set: FieldSet): void {
    if (set.isEmpty) return
    this.#elements ??= []
    this.#sets ??= []
    this.#elements.push(element)
    this.#sets.push(set)
  }

  get set(): FieldSet {
    return this.#elements && this.#sets ? makeSet(false, this.#elements, this.#sets) : FieldSet.empty
  }
}
