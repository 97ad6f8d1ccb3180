/**
 * Searches a document and its parts for a property. Nested parts are searched repeatedly, so results are cached for all but small ones.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'

/** Deeper parts are not cached; no valid schema is as deep. */
const MAX_DEPTH = 500
/** Searching a part with at most as many objects and lists takes no longer than looking up its result. */
const SMALL = 8

/** Looks for one thing. */
export class DocumentSearch {
  readonly #isIt: (part: object) => boolean
  readonly #known = new WeakMap<object, boolean>()
  #visits = 0

  /** @param isIt - Whether a part has the property; called without considering nested parts. */
  constructor(isIt: (part: object) => boolean) {
    this.#isIt = isIt
  }

  /**
   * Searches a document.
   *
   * @param document - Any JSON value; it must not be changed afterwards.
   */
  isIn(document: unknown): boolean {
    return this.#search(document, 0)
  }

  #search(value: unknown, depth: number): boolean {
    if (typeof value !== 'object' || value === null) return false
    if (depth > MAX_DEPTH) return this.#walk(value)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (this.#isIt(value)) return true
    const before = this.#visits++
    let isIn = false
    for (const key of Object.keys(value)) {
      const member: unknown = (value as UnknownRecord)[key]
      if (typeof member !== 'object' || member === null || !this.#search(member, depth + 1)) continue
      isIn = true
      break
    }
    if (this.#visits - before > SMALL) this.#known.set(value, isIn)
    return isIn
  }

  #walk(start: object): boolean {
    const work: object[] = [start]
    for (let value = work.pop(); value !== undefined; value = work.pop()) {
      if (this.#isIt(value)) return true
      for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) work.push(member)
    }
    return false
  }
}
