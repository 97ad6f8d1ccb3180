/**
 * The indexes of one collection: which of them helps with a selection, and which keys it yields.
 *
 * An index covers the current rows. For a past state it lacks the keys that have changed since; the caller adds those.
 * Either way it only yields candidates: each row found is matched against the whole selection.
 *
 * @module
 */

import type { Fact, Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import type { Tree } from '../rows/tree.js'
import { FactIndex } from './fact-index.js'
import type { IndexPool } from './index-pool.js'
import type { KeySet } from './key-set.js'

/** With fewer rows a scan is as cheap as answering (ours). */
const FEWEST_ROWS = 500
/** Facts of one selection that an index is made for (ours). */
const MOST_FACTS = 4
/** Key sets that are merged at once (ours). */
const MOST_SETS = 16
/** A lookup of a row costs as much as scanning this many. */
const COST_OF_LOOKUP = 4

/** What a {@link CollectionIndexes} is made from. */
export interface CollectionIndexesOptions {
  /** The current rows. */
  readonly rows: Tree<StoredRow>
  /** Indexes of all collections. */
  readonly pool: IndexPool
  /** Rows from which on there are indexes; default 500. */
  readonly fewestRows?: number
}

/** The indexes of one collection, built on demand. */
export class CollectionIndexes {
  readonly #rows: Tree<StoredRow>
  readonly #pool: IndexPool
  readonly #fewestRows: number
  readonly #indexes = new Map<string, FactIndex>()

  /** @param options - About the collection. */
  constructor({ rows, pool, fewestRows = FEWEST_ROWS }: CollectionIndexesOptions) {
    this.#rows = rows
    this.#pool = pool
    this.#fewestRows = fewestRows
  }

  /** Takes a change, after the rows have. */
  changed(key: string, before: StoredRow | undefined, after: StoredRow | undefined): void {
    for (const index of this.#indexes.values()) index.changed(key, before, after)
  }

  /**
   * Finds candidate keys for all rows that are selected now.
   *
   * @param matcher - The selection.
   * @param countAll - Counts the rows that a scan would visit.
   * @returns Sets of keys; undefined when a scan is cheaper.
   */
  find(matcher: Matcher, countAll: () => number): readonly KeySet[] | undefined {
    if (this.#rows.size < this.#fewestRows) return undefined
    let best: readonly KeySet[] | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const fact of matcher.facts.slice(0, MOST_FACTS)) {
      const index = this.#ask(fact)
      if (index?.state !== 'ready') continue
      const sets = index.setsOf(fact.values, MOST_SETS)
      if (!sets) continue
      const size = sumOf(sets, (set) => set.size)
      if (size < fewest) [best, fewest] = [sets, size]
    }
    if (!best) return undefined
    const isWorth = (count: number) => count * COST_OF_LOOKUP <= countAll()
    const { low, high } = matcher
    // Counting takes a while; what is below the bound in all namespaces is below it in one of them.
    return isWorth(fewest) || (high !== undefined && isWorth(sumOf(best, (set) => set.count(low, high)))) ? best : undefined
  }

  /** Drops all indexes. */
  clear(): void {
    for (const index of [...this.#indexes.values()]) this.#pool.remove(index)
  }

  #ask({ kind, name }: Fact): FactIndex | undefined {
    const id = `${kind} ${name}`
    const known = this.#indexes.get(id)
    if (known) this.#pool.used(known)
    if (known || !this.#pool.makeRoom()) return known
    const made = this.#pool.add(
      (options) => new FactIndex({ kind, name }, this.#rows, options),
      () => this.#indexes.delete(id),
    )
    this.#indexes.set(id, made)
    return made
  }
}

const sumOf = (sets: readonly KeySet[], count: (set: KeySet) => number): number => sets.reduce((sum, set) => sum + count(set), 0)
