/**
 * Sets of fields, as tries: one level for each element of a path. Immutable; results share what they have in common with the
 * sets they were made from.
 *
 * @module
 */

import { badRequest } from '../meta/index.js'
import { comparePathElements, type FieldPath, type PathElement } from './path-element.js'

/** Elements of the longest path. Objects of more levels than that are not owned field by field. */
export const MAX_PATH_LENGTH = 1000

type Children = ReadonlyMap<PathElement, FieldSet>

const NO_CHILDREN: Children = new Map()

/** A set of paths. Each node of the trie is a set of its own: the paths below it, and perhaps the place itself. */
export class FieldSet {
  /** Whether the place of this node is in the set. Always false at the root, which stands for no field. */
  readonly includesSelf: boolean
  readonly #children: Children
  #sorted: readonly (readonly [PathElement, FieldSet])[] | undefined

  /**
   * For this module; others make sets with {@link FieldSet.node} and {@link FieldSet.from}.
   *
   * @param includesSelf - Whether the place itself is in the set.
   * @param children - Sets by element, none of them empty.
   */
  constructor(includesSelf: boolean, children: Children) {
    this.includesSelf = includesSelf
    this.#children = children
  }

  /** The set of no paths. */
  static get empty(): FieldSet {
    return EMPTY
  }

  /**
   * Makes a node from its parts.
   *
   * @param includesSelf - Whether the place itself is in the set.
   * @param children - Sets by element; empty ones are left out.
   */
  static node(includesSelf: boolean, children: Iterable<readonly [PathElement, FieldSet]>): FieldSet {
    const kept = new Map<PathElement, FieldSet>()
    for (const [element, set] of children) if (!set.isEmpty) kept.set(element, set)
    return make(includesSelf, kept)
  }

  /**
   * Makes a set of paths.
   *
   * @param paths - Each of canonical elements; the empty path stands for no field and is passed over.
   * @throws ApiError 400 when a path has more than {@link MAX_PATH_LENGTH} elements.
   */
  static from(paths: Iterable<FieldPath>): FieldSet {
    interface Growing {
      self: boolean
      readonly children: Map<PathElement, Growing>
    }
    const root: Growing = { self: false, children: new Map() }
    for (const path of paths) {
      checkLength(path)
      let at = root
      for (const element of path) {
        let next = at.children.get(element)
        if (!next) {
          next = { self: false, children: new Map() }
          at.children.set(element, next)
        }
        at = next
      }
      if (at !== root) at.self = true
    }
    const settle = ({ self, children }: Growing): FieldSet => {
      const settled = new Map<PathElement, FieldSet>()
      for (const [element, child] of children) settled.set(element, settle(child))
      return make(self, settled)
    }
    return settle(root)
  }

  /** Whether there is no path in the set. */
  get isEmpty(): boolean {
    return !this.includesSelf && this.#children.size === 0
  }

  /** Whether there are paths below the place of this node. */
  get hasChildren(): boolean {
    return this.#children.size > 0
  }

  /**
   * The set below an element, undefined when there is none. Its `includesSelf` says whether the element is in this set.
   *
   * @param element - A canonical element.
   */
  child(element: PathElement): FieldSet | undefined {
    return this.#children.get(element)
  }

  /** The sets below, by element, in the order of elements. */
  children(): readonly (readonly [PathElement, FieldSet])[] {
    this.#sorted ??= [...this.#children].sort(([a], [b]) => comparePathElements(a, b))
    return this.#sorted
  }

  /** All paths, each before those below it, in the order of elements. */
  *paths(): Generator<FieldPath> {
    for (const [element, set] of this.children()) {
      if (set.includesSelf) yield [element]
      for (const path of set.paths()) yield [element, ...path]
    }
  }

  /**
   * Tells whether a path is in the set.
   *
   * @param path - Canonical elements.
   */
  has(path: FieldPath): boolean {
    let at: FieldSet | undefined = this
    for (const element of path) {
      at = at.#children.get(element)
      if (!at) return false
    }
    return path.length > 0 && at.includesSelf
  }

  /**
   * The set with one more path. To make a set of many, {@link FieldSet.from} is faster.
   *
   * @param path - Canonical elements.
   * @returns This very set when it has the path.
   */
  insert(path: FieldPath): FieldSet {
    return this.has(path) ? this : this.union(FieldSet.from([path]))
  }

  /** The paths of either set. */
  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this
    if (this.isEmpty) return other
    let children: Map<PathElement, FieldSet> | undefined
    for (const [element, theirs] of other.#children) {
      const ours = this.#children.get(element)
      const merged = ours ? ours.union(theirs) : theirs
      if (merged === ours) continue
      children ??= new Map(this.#children)
      children.set(element, merged)
    }
    const includesSelf = this.includesSelf || other.includesSelf
    if (!children && includesSelf === this.includesSelf) return this
    return make(includesSelf, children ?? this.#children)
  }

  /** The paths that both sets have. */
  intersection(other: FieldSet): FieldSet {
    if (this === other || this.isEmpty) return this
    return this.#map(this.includesSelf && other.includesSelf, (element, ours) => {
      const theirs = other.#children.get(element)
      return theirs ? ours.intersection(theirs) : FieldSet.empty
    })
  }

  /** The paths of this set that the other does not have. Paths below those of the other stay. */
  difference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty
    if (this.isEmpty || other.isEmpty) return this
    return this.#map(this.includesSelf && !other.includesSelf, (element, ours) => {
      const theirs = other.#children.get(element)
      return theirs ? ours.difference(theirs) : ours
    })
  }

  /** The paths of this set that are neither in the other nor below one of its paths. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty
    if (this.isEmpty || other.isEmpty) return this
    return this.#map(this.includesSelf && !other.includesSelf, (element, ours) => {
      const theirs = other.#children.get(element)
      if (!theirs) return ours
      return theirs.includesSelf ? FieldSet.empty : ours.recursiveDifference(theirs)
    })
  }

  /** The paths that have no path of this set below them. */
  leaves(): FieldSet {
    if (this.#children.size === 0) return this
    return this.#map(false, (_element, set) => set.leaves())
  }

  /** Whether both sets have the same paths. */
  equals(other: FieldSet): boolean {
    if (this === other) return true
    if (this.includesSelf !== other.includesSelf || this.#children.size !== other.#children.size) return false
    for (const [element, ours] of this.#children) {
      const theirs = other.#children.get(element)
      if (!theirs || !ours.equals(theirs)) return false
    }
    return true
  }

  /** This set with its children changed; itself when nothing changes. */
  #map(includesSelf: boolean, change: (element: PathElement, set: FieldSet) => FieldSet): FieldSet {
    let children: Map<PathElement, FieldSet> | undefined
    for (const [element, set] of this.#children) {
      const changed = change(element, set)
      if (changed === set) continue
      children ??= new Map(this.#children)
      if (changed.isEmpty) children.delete(element)
      else children.set(element, changed)
    }
    if (!children && includesSelf === this.includesSelf) return this
    return make(includesSelf, children ?? this.#children)
  }
}

const EMPTY = new FieldSet(false, NO_CHILDREN)
/** Most nodes of a trie are leaves, and all leaves are alike. */
const LEAF = new FieldSet(true, NO_CHILDREN)

function make(includesSelf: boolean, children: Children): FieldSet {
  if (children.size > 0) return new FieldSet(includesSelf, children)
  return includesSelf ? LEAF : EMPTY
}

function checkLength(path: FieldPath): void {
  if (path.length > MAX_PATH_LENGTH) throw badRequest(`a field path has more than ${MAX_PATH_LENGTH} elements`)
}
