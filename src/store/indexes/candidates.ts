/**
 * Keys of the rows that may be selected in one state, read in their order, in batches.
 *
 * @module
 */

import type { KeySet } from './key-set.js'

/** Some keys, and where the next batch begins. */
export interface KeySlice {
  readonly keys: readonly string[]
  /** Where to continue; undefined when there are no more. */
  readonly rest: string | undefined
}

/** Keys of all rows that are selected, and of some that are not. */
export interface Candidates {
  /**
   * The next keys.
   *
   * @param low - Where to begin (inclusive).
   * @param high - Where to end (exclusive); with the last key when undefined.
   * @param most - How many to look at, roughly.
   */
  slice(low: string, high: string | undefined, most: number): KeySlice
}

/**
 * The union of sets of keys.
 *
 * @param sets - From the indexes; a key may be in several.
 * @param changed - Further keys that may be selected.
 */
export const candidates = (sets: readonly KeySet[], changed: readonly string[]): Candidates => ({
  slice(low, high, most) {
    const [only] = sets
    if (only && sets.length === 1 && changed.length === 0) return sliceOf(only.range(low, high, most), most)
    const each = Math.ceil(most / sets.length)
    const found = new Set(changed.filter((key) => key >= low && (high === undefined || key < high)))
    /** The last key up to which the batch is complete. */
    let whole: string | undefined
    for (const set of sets) {
      const keys = set.range(low, high, each)
      const last = keys.length === each ? keys[each - 1] : undefined
      if (last !== undefined && (whole === undefined || last < whole)) whole = last
      for (const key of keys) found.add(key)
    }
    const keys = [...found].sort()
    const end = whole
    return end === undefined ? { keys, rest: undefined } : { keys: keys.filter((key) => key <= end), rest: after(end) }
  },
})

function sliceOf(keys: readonly string[], most: number): KeySlice {
  const last = keys.length === most ? keys[most - 1] : undefined
  return { keys, rest: last === undefined ? undefined : after(last) }
}

/** The smallest text after a key. */
const after = (key: string): string => `${key}\0`
