/**
 * Field sets that come again and again: most objects of a kind have the same fields. What is known is one instance, so that two
 * of them are compared by identity, and each is read, written and brought in line with its type once.
 *
 * A set is kept when it comes a second time, so that those of objects that have no like cost nothing to keep.
 *
 * @module
 */

import type { FieldSet } from './field-set.js'

/** Characters of JSON that all known sets have together; a set takes about ten times as many bytes. */
const MAX_LENGTH = 2 ** 21
/** Characters of the largest set that is kept: objects of so many fields have no like. */
const MAX_SET_LENGTH = MAX_LENGTH / 16
/** Fingerprints that are remembered, each in the place that its last bits say. */
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

  /** The set that is known under a fingerprint; whether it is the one that is meant, the caller has to see. */
  find(print: number): FieldSet | undefined {
    return this.#sets.get(print)?.set
  }

  /** Whether a fingerprint came before, lately, and not of a set that is too large to be kept; now it has. */
  hasMet(print: number): boolean {
    const place = print & (REMEMBERED - 1)
    if (this.#large[place] === print && print !== 0) return false
    const known = this.#prints[place]
    this.#prints[place] = print
    return known === print
  }

  /**
   * Keeps a set, unless it is very large. The oldest make way for it.
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
