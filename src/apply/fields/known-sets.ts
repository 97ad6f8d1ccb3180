/**
 * Interned field sets: most objects of a kind have the same fields. Equal sets are one instance, so that
 * they are compared by identity, and each is read, written and reconciled with its type once.
 *
 * A set is kept when it occurs a second time, so that unique ones cost no memory.
 *
 * @module
 */

import type { FieldSet } from './field-set.js'

/** Characters of JSON of all known sets together; a set takes about ten times as many bytes. */
const MAX_LENGTH = 2 ** 21
/** Characters of the largest set that is kept: larger ones are rarely equal. */
const MAX_SET_LENGTH = MAX_LENGTH / 16
/** Fingerprints that are remembered, in slots by their low bits. */
const REMEMBERED = 4096

/** A bounded number of sets, by fingerprint. */
export class KnownSets {
  readonly #sets = new Map<number, { readonly set: FieldSet; readonly length: number }>()
  readonly #prints = new Int32Array(REMEMBERED)
  /** Fingerprints of sets that are too large to be kept. */
  readonly #large = new Int32Array(REMEMBERED)
  #length = 0

  /** How many sets are known. */
  get size(): number {
    return this.#sets.size
  }

  /** Characters of JSON that they have together. */
  get length(): number {
    return this.#length
  }

  /** The set that is known under a fingerprint; the caller has to compare. */
  find(print: number): FieldSet | undefined {
    return this.#sets.get(print)?.set
  }

  /** Whether a fingerprint occurred lately, and not of a set that is too large to be kept; records it. */
  hasMet(print: number): boolean {
    const place = print & (REMEMBERED - 1)
    if (this.#large[place] === print && print !== 0) return false
    const known = this.#prints[place]
    this.#prints[place] = print
    return known === print
  }

  /**
   * Keeps a set, unless it is very large. The oldest are evicted for it.
   *
   * @param print - Its fingerprint.
   * @param set - A set that has been written.
   */
  keep(print: number, set: FieldSet): void {
    const { length } = JSON.stringify(set.notes.written ?? {})
    if (length > MAX_SET_LENGTH) {
      this.#large[print & (REMEMBERED - 1)] = print
      return
    }
    this.#drop(print)
    for (const oldest of this.#sets.keys()) {
      if (this.#length + length <= MAX_LENGTH) break
      this.#drop(oldest)
    }
    this.#sets.set(print, { set, length })
    this.#length += length
  }

  #drop(print: number): void {
    this.#length -= this.#sets.get(print)?.length ?? 0
    this.#sets.delete(print)
  }
}
