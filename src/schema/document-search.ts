/**
 * Searches a document and its parts for a property. Nested parts are searched repeatedly, so results are cached for every part.
 *
 * @module
 */

import type { UnknownRecord } from '../meta/index.js'

/** Deeper parts are not cached; no valid schema is as deep. */
const MAX_DEPTH = 500

/** Looks for one thing. */
export class DocumentSearch {
  readonly #isIt: (part: object) => boolean
  readonly #known = new WeakMap<object, boolean>()

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
    let isLeaf = true
    for (const key of Object.keys(value)) {
      const member: unknown = (value as UnknownRecord)[key]
      if (typeof member !== 'object' || member === null) continue
      isLeaf = false
      if (this.#search(member, depth + 1)) return this.#note(value, true)
    }
    return !isLeaf && this.#note(value, false)
  }

  #note(value: object, isIn: boolean): boolean {
    this.#known.set(value, isIn)
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
