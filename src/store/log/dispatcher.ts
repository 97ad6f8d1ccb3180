/**
 * Dispatches each change to the watches that may see it, and to no others.
 *
 * A watch is registered at one node of an index: by its object if it has only one, else by a required value of a field or
 * label, else by its namespace. A change looks up the facts before and after it, so that a watch
 * which cannot match costs nothing.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import { fieldOf, type Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import type { BookmarkEvent } from '../types.js'
import type { Change } from './change.js'

/** How often a watch that wants bookmarks gets one, in milliseconds. */
export const BOOKMARK_INTERVAL_MS = 60_000

/** A watch, as the dispatcher sees it. */
export interface Listener {
  readonly matcher: Matcher
  readonly wantsBookmarks: boolean
  /** Takes a change that may concern the watch. */
  offer(change: Change): void
  /** Takes a bookmark, if it can be sent now. */
  mark(bookmark: BookmarkEvent): void
}

/** A node of the index, and the nodes below it. */
class IndexNode {
  readonly listeners = new Set<Listener>()
  readonly below = new Map<string, IndexNode>()

  /** The node at the end of a path, made where it is missing. */
  reach(path: readonly string[]): IndexNode {
    return path.reduce<IndexNode>((node, step) => {
      const next = node.below.get(step) ?? new IndexNode()
      node.below.set(step, next)
      return next
    }, this)
  }

  /** Removes a listener, and the nodes that are empty without it. */
  remove(listener: Listener, [step, ...rest]: readonly string[]): void {
    if (step === undefined) {
      this.listeners.delete(listener)
      return
    }
    const next = this.below.get(step)
    next?.remove(listener, rest)
    if (next?.listeners.size === 0 && next.below.size === 0) this.below.delete(step)
  }
}

/** The watches of one collection. */
export class Dispatcher {
  readonly #keys = new IndexNode()
  readonly #fields = new IndexNode()
  readonly #labels = new IndexNode()
  /** Watches of all namespaces, and below them those of each. */
  readonly #others = new IndexNode()
  readonly #bookmarked = new Set<Listener>()
  #cancelTimer: (() => void) | undefined
  readonly #clock: Clock
  readonly #revision: () => number

  /**
   * @param clock - For bookmarks.
   * @param revision - Returns the revision up to which all changes were dispatched.
   */
  constructor(clock: Clock, revision: () => number) {
    this.#clock = clock
    this.#revision = revision
  }

  /**
   * Adds a watch.
   *
   * @returns A function that removes it.
   */
  add(listener: Listener): () => void {
    const { root, path } = this.#pathOf(listener.matcher)
    root.reach(path).listeners.add(listener)
    if (listener.wantsBookmarks) this.#bookmarked.add(listener)
    this.#setTimer()
    return () => {
      root.remove(listener, path)
      this.#bookmarked.delete(listener)
      this.#setTimer()
    }
  }

  /** Offers a change to the watches that may see it. */
  dispatch(change: Change): void {
    const { key, before, after } = change
    const namespace = key.slice(0, Math.max(0, key.indexOf('/')))
    offerAll(this.#keys.below.get(key), change)
    offerBoth(this.#others, namespace, change)
    if (this.#fields.below.size > 0) this.#dispatchByField(change, namespace)
    if (this.#labels.below.size > 0) {
      for (const [label, value] of labelsOf(after)) offerBoth(this.#labels.below.get(label)?.below.get(value), namespace, change)
      for (const [label, value] of labelsOf(before)) {
        // Where the label is unchanged, its watches were called above.
        if (after?.labels?.[label] !== value) offerBoth(this.#labels.below.get(label)?.below.get(value), namespace, change)
      }
    }
    change.forgetEvents()
  }

  #dispatchByField(change: Change, namespace: string): void {
    const { before, after } = change
    for (const [field, values] of this.#fields.below) {
      const now = after && fieldOf(after, field)
      const then = before && fieldOf(before, field)
      if (now !== undefined) offerBoth(values.below.get(now), namespace, change)
      if (then !== undefined && then !== now) offerBoth(values.below.get(then), namespace, change)
    }
  }

  #pathOf({ key, field, label, namespace }: Matcher): { readonly root: IndexNode; readonly path: readonly string[] } {
    if (key !== undefined) return { root: this.#keys, path: [key] }
    const below = namespace === undefined ? [] : [namespace]
    if (field) return { root: this.#fields, path: [field.key, field.value, ...below] }
    if (label) return { root: this.#labels, path: [label.key, label.value, ...below] }
    return { root: this.#others, path: below }
  }

  /** One timer for all bookmarks, which only runs while a watch wants them. */
  #setTimer(): void {
    if (this.#bookmarked.size === 0) {
      this.#cancelTimer?.()
      this.#cancelTimer = undefined
    } else {
      this.#cancelTimer ??= this.#clock.setTimeout(() => this.#sendBookmarks(), BOOKMARK_INTERVAL_MS)
    }
  }

  #sendBookmarks(): void {
    this.#cancelTimer = undefined
    const bookmark: BookmarkEvent = Object.freeze({ type: 'BOOKMARK', revision: this.#revision(), initialEventsEnd: false })
    for (const listener of [...this.#bookmarked]) listener.mark(bookmark)
    this.#setTimer()
  }
}

const labelsOf = (row: StoredRow | undefined): readonly (readonly [string, string])[] =>
  row?.labels ? Object.entries(row.labels) : []

function offerAll(node: IndexNode | undefined, change: Change): void {
  if (node) for (const listener of node.listeners) listener.offer(change)
}

/** Offers a change to the watches of all namespaces and to those of its own. */
function offerBoth(node: IndexNode | undefined, namespace: string, change: Change): void {
  if (!node) return
  offerAll(node, change)
  if (node.below.size > 0) offerAll(node.below.get(namespace), change)
}
