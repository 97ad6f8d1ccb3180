/**
 * Finding what is twice in a list.
 *
 * @module
 */

import type { ItemIdentity } from './list-items.js'

/** The identities met in a list. While they come in ascending order, as they often do, the last one is all that has to be kept. */
export class Seen {
  readonly #all: ItemIdentity[]
  #set: Set<ItemIdentity> | undefined
  #count: number

  /** @param capacity - How many will come at most. */
  constructor(capacity: number) {
    this.#all = new Array<ItemIdentity>(capacity)
    this.#set = undefined
    this.#count = 0
  }

  /**
   * Adds one.
   *
   * @returns False when it was there.
   */
  add(identity: ItemIdentity): boolean {
    const count = this.#count++
    this.#all[count] = identity
    if (this.#set === undefined) {
      if (count === 0) return true
      const last = this.#all[count - 1] as ItemIdentity
      if (typeof last === 'string' && typeof identity === 'string' && last < identity) return true
      if (typeof last === 'number' && typeof identity === 'number' && last < identity) return true
      this.#set = new Set(this.#all.slice(0, count))
    }
    const size = this.#set.size
    return this.#set.add(identity).size > size
  }
}
