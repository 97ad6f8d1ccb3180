/**
 * The indexes of one collection: which of them helps with a selection, and what it knows.
 *
 * An index is of the current rows. For a state of the past it knows all but the keys that have changed since; who asks adds those.
 * Either way it only says where to look: each row found is asked for all that is selected.
 *
 * @module
 */

import type { Fact, Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import type { Tree } from '../rows/tree.js'
import { FactIndex } from './fact-index.js'
import type { IndexPool } from './index-pool.js'
import type { KeySet } from './key-set.js'

/** Of fewer rows all are looked at: that costs no more than what they are answered with (ours). */
const FEWEST_ROWS = 500
/** Facts of one selection that an index is made for (ours). */
const MOST_FACTS = 4
/** Sets of keys that are read side by side (ours). */
const MOST_SETS = 16
/** A row that is looked up costs as much as so many that are looked at in their order. */
const COST_OF_LOOKUP = 4

/** What a {@link CollectionIndexes} is for. */
export interface CollectionIndexesOptions {
  /** The current rows. */
  readonly rows: Tree<StoredRow>
  /** Indexes of all collections. */
  readonly pool: IndexPool
  /** Rows from which on there are indexes; default 500. */
  readonly fewestRows?: number
}

/** The indexes of one collection, made when they are first asked for. */
export class CollectionIndexes {
  readonly #rows: Tree<StoredRow>
  readonly #pool: IndexPool
  readonly #fewestRows: number
  readonly #indexes = new Map<string, FactIndex>()

  /** @param options - Of the collection. */
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
   * Finds the keys of all rows that may be selected now.
   *
   * @param matcher - The selection.
   * @param countAll - Counts the rows that would be looked at else.
   * @returns Sets of keys; undefined when looking at all rows is sooner done.
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
    // Counting takes a while; what all namespaces have less of than that is less in one of them.
    return isWorth(fewest) || (high !== undefined && isWorth(sumOf(best, (set) => set.count(low, high)))) ? best : undefined
  }

  /** Lets all of them go. */
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
