/**
 * Sets of fields, as tries: one level for each element of a path. Immutable; results share structure with their sources.
 *
 * Elements and the sets below them are two parallel arrays: most nodes are small, most operations visit all of a node, and nodes
 * from objects of one type mostly have their elements at the same indexes. A node with frequent lookups builds an index.
 *
 * @module
 */

import { badRequest } from '../../meta/index.js'
import { readPaths, requireOther, requirePath } from './check-fields.js'
import { MAX_PATH_LENGTH } from './limits.js'
import { type FieldPath, type PathElement, sortByElement } from './path-element.js'
import type { SetNotes } from './set-notes.js'

/** Up to this many elements a search is faster than an index. */
const SMALL = 8

/** A set of paths. Each node of the trie is a set of its own: the paths below it, and perhaps its own path. */
export class FieldSet {
  /** Whether the path of this node is in the set. Always false at the root, which is no field. */
  readonly includesSelf: boolean
  readonly #elements: readonly PathElement[]
  readonly #sets: readonly FieldSet[]
  #index: ReadonlyMap<PathElement, number> | undefined
  #notes: SetNotes | undefined

  /** For this file; other code uses {@link FieldSet.node} and {@link FieldSet.from}. */
  constructor(includesSelf: boolean, elements: readonly PathElement[], sets: readonly FieldSet[]) {
    this.includesSelf = includesSelf
    this.#elements = elements
    this.#sets = sets
  }

  /** The empty set. */
  static get empty(): FieldSet {
    return EMPTY
  }

  /** The set of the node's own path alone. */
  static get leaf(): FieldSet {
    return LEAF
  }

  /**
   * Makes a node from its parts.
   *
   * @param includesSelf - Whether the node's own path is in the set.
   * @param children - Sets by element; empty ones are left out.
   */
  static node(includesSelf: boolean, children: Iterable<readonly [PathElement, FieldSet]>): FieldSet {
    const kept = new Map<PathElement, FieldSet>()
    for (const [element, set] of children) if (!set.isEmpty) kept.set(element, set)
    return makeSet(includesSelf, [...kept.keys()], [...kept.values()])
  }

  /**
   * Makes a set of paths.
   *
   * @param paths - Each of canonical elements; the empty path is no field and is skipped.
   * @throws ApiError 400 when a path has more than 1,000 elements, TypeError for a value that is no path.
   */
  static from(paths: Iterable<FieldPath>): FieldSet {
    const all = readPaths('FieldSet.from', paths)
    if (all.some(({ length }) => length > MAX_PATH_LENGTH))
      throw badRequest(`a field path has more than ${MAX_PATH_LENGTH} elements`)
    return setBelow(all, 0)
  }

  /** Whether the set is empty. */
  get isEmpty(): boolean {
    return !this.includesSelf && this.#elements.length === 0
  }

  /** Whether there are paths below this node. */
  get hasChildren(): boolean {
    return this.#elements.length > 0
  }

  /**
   * The set below an element, undefined when there is none. Its `includesSelf` says whether the element is in this set.
   *
   * @param element - A canonical element.
   * @param near - Its index in a similar set, if known.
   */
  child(element: PathElement, near = 0): FieldSet | undefined {
    const at = this.#find(element, near)
    return at < 0 ? undefined : this.#sets[at]
  }

  /** The sets below, by element, in the order of elements. */
  children(): readonly (readonly [PathElement, FieldSet])[] {
    return sortByElement(this.#elements.map((element, i) => [element, this.#sets[i] ?? EMPTY] as const))
  }

  /** All paths, each before those below it, in the order of elements. */
  *paths(): Generator<FieldPath> {
    for (const [element, set] of this.children()) {
      if (set.includesSelf) yield [element]
      for (const path of set.paths()) yield [element, ...path]
    }
  }

  /**
   * Whether a path is in the set.
   *
   * @param path - Canonical elements.
   */
  has(path: FieldPath): boolean {
    requirePath('FieldSet.has', path)
    let at: FieldSet | undefined = this
    for (const element of path) {
      at = at.child(element)
      if (!at) return false
    }
    return path.length > 0 && at.includesSelf
  }

  /**
   * The set with one more path. To make a set of many, {@link FieldSet.from} is faster.
   *
   * @param path - Canonical elements.
   * @returns This set itself when it has the path.
   */
  insert(path: FieldPath): FieldSet {
    return this.has(path) ? this : this.union(FieldSet.from([path]))
  }

  /** This set with or without its own path. */
  withSelf(includesSelf: boolean): FieldSet {
    return this.includesSelf === includesSelf ? this : makeSet(includesSelf, this.#elements, this.#sets)
  }

  /** The union. */
  union(other: FieldSet): FieldSet {
    requireOther('union', other, FieldSet)
    if (this === other || other.isEmpty) return this
    if (this.isEmpty) return other
    let elements: PathElement[] | undefined
    let sets: FieldSet[] | undefined
    for (let i = 0; i < other.#elements.length; i++) {
      const element = other.#elements[i] as PathElement
      const theirs = other.#sets[i] as FieldSet
      const at = this.#find(element, i)
      const ours = at < 0 ? undefined : this.#sets[at]
      const merged = ours ? ours.union(theirs) : theirs
      if (merged === ours) continue
      sets ??= [...this.#sets]
      if (at >= 0) sets[at] = merged
      else {
        elements ??= [...this.#elements]
        elements.push(element)
        sets.push(merged)
      }
    }
    const includesSelf = this.includesSelf || other.includesSelf
    if (!sets && includesSelf === this.includesSelf) return this
    return makeSet(includesSelf, elements ?? this.#elements, sets ?? this.#sets)
  }

  /** The intersection. */
  intersection(other: FieldSet): FieldSet {
    requireOther('intersection', other, FieldSet)
    if (this === other || this.isEmpty) return this
    if (other.isEmpty) return EMPTY
    return this.mapChildren(this.includesSelf && other.includesSelf, (ours, element, i) => {
      const theirs = other.child(element, i)
      return theirs ? ours.intersection(theirs) : EMPTY
    })
  }

  /** The difference. Paths below those of the other set stay. */
  difference(other: FieldSet): FieldSet {
    requireOther('difference', other, FieldSet)
    if (this === other) return EMPTY
    if (this.isEmpty || other.isEmpty) return this
    return this.mapChildren(this.includesSelf && !other.includesSelf, (ours, element, i) => {
      const theirs = other.child(element, i)
      return theirs ? ours.difference(theirs) : ours
    })
  }

  /** The paths of this set that are neither in the other nor below one of its paths. */
  recursiveDifference(other: FieldSet): FieldSet {
    requireOther('recursiveDifference', other, FieldSet)
    if (this === other) return EMPTY
    if (this.isEmpty || other.isEmpty) return this
    return this.mapChildren(this.includesSelf && !other.includesSelf, (ours, element, i) => {
      const theirs = other.child(element, i)
      if (!theirs) return ours
      return theirs.includesSelf ? EMPTY : ours.recursiveDifference(theirs)
    })
  }

  /** The leaves: paths without a path of this set below them. */
  leaves(): FieldSet {
    if (this.#elements.length === 0) return this
    return this.mapChildren(false, (set) => set.leaves())
  }

  /** Whether both sets have the same paths. */
  equals(other: FieldSet): boolean {
    requireOther('equals', other, FieldSet)
    if (this === other) return true
    if (this.includesSelf !== other.includesSelf || this.#elements.length !== other.#elements.length) return false
    for (let i = 0; i < this.#elements.length; i++) {
      const theirs = other.child(this.#elements[i] as PathElement, i)
      if (!theirs || !(this.#sets[i] as FieldSet).equals(theirs)) return false
    }
    return true
  }

  /** Whether every path of this set is in the other. */
  isSubsetOf(other: FieldSet): boolean {
    requireOther('isSubsetOf', other, FieldSet)
    if (this === other || this.isEmpty) return true
    if (this.includesSelf && !other.includesSelf) return false
    for (let i = 0; i < this.#elements.length; i++) {
      const theirs = other.child(this.#elements[i] as PathElement, i)
      if (!theirs || !(this.#sets[i] as FieldSet).isSubsetOf(theirs)) return false
    }
    return true
  }

  /**
   * Maps the sets below each element.
   *
   * @param includesSelf - Whether the result has its own path.
   * @param change - Maps a set below, with its element and index; an empty result removes it.
   * @returns This set itself when nothing changes.
   */
  mapChildren(includesSelf: boolean, change: (set: FieldSet, element: PathElement, i: number) => FieldSet): FieldSet {
    let elements: PathElement[] | undefined
    let sets: FieldSet[] | undefined
    for (let i = 0; i < this.#elements.length; i++) {
      const set = this.#sets[i] as FieldSet
      const element = this.#elements[i] as PathElement
      const changed = change(set, element, i)
      if (!sets || !elements) {
        if (changed === set) continue
        elements = this.#elements.slice(0, i)
        sets = this.#sets.slice(0, i)
      }
      if (changed.isEmpty) continue
      elements.push(element)
      sets.push(changed)
    }
    if (!sets && includesSelf === this.includesSelf) return this
    return makeSet(includesSelf, elements ?? this.#elements, sets ?? this.#sets)
  }

  /** The engine's cache about this set; not written elsewhere. @internal */
  get notes(): SetNotes {
    this.#notes ??= { written: undefined, reconciledWith: undefined }
    return this.#notes
  }

  /** The index of an element, -1 when it is absent. */
  #find(element: PathElement, near: number): number {
    const elements = this.#elements
    if (elements[near] === element) return near
    if (elements.length <= SMALL) return elements.indexOf(element)
    this.#index ??= new Map(elements.map((each, i) => [each, i]))
    return this.#index.get(element) ?? -1
  }
}

const EMPTY = new FieldSet(false, [], [])
/** Most nodes of a trie are leaves, which are all alike. */
const LEAF = new FieldSet(true, [], [])

/**
 * Makes a node from lists, which the caller must not change afterwards.
 *
 * @param includesSelf - Whether the node's own path is in the set.
 * @param elements - Canonical elements, each once.
 * @param sets - The sets below them, none of them empty.
 */
export function makeSet(includesSelf: boolean, elements: readonly PathElement[], sets: readonly FieldSet[]): FieldSet {
  if (elements.length > 0) return new FieldSet(includesSelf, elements, sets)
  return includesSelf ? LEAF : EMPTY
}

/** Makes the set of the rest of paths with a common beginning. */
function setBelow(paths: readonly FieldPath[], depth: number): FieldSet {
  const below = new Map<PathElement, FieldPath[]>()
  let includesSelf = false
  for (const path of paths) {
    const element = path[depth]
    if (element === undefined) includesSelf = depth > 0
    else if (!below.get(element)?.push(path)) below.set(element, [path])
  }
  const sets = [...below.values()].map((those) => setBelow(those, depth + 1))
  return makeSet(includesSelf, [...below.keys()], sets)
}
