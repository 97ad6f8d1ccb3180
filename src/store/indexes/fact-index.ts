/**
 * An index of one fact: the keys of all rows by the value of a label or field.
 *
 * It is built from the current rows, some in each turn of the event loop, and kept up to date from the first change on: changes
 * before the key that building has reached are indexed at once, later ones when building reaches them.
 *
 * @module
 */

import { afterThisTurn } from '../../meta/index.js'
import { type Fact, factOf } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import { costOf, ROWS_PER_TURN } from '../rows/scan.js'
import type { Tree } from '../rows/tree.js'
import { KeySet } from './key-set.js'

const STOP = { break: true }

/** State of an index: only a ready one is queried, and an abandoned one is empty. */
export type IndexState = 'building' | 'ready' | 'given-up'

/** Keys by the value of one fact. */
export class FactIndex {
  /** When it was last used, in milliseconds. */
  usedAt: number
  readonly #fact: Pick<Fact, 'kind' | 'name'>
  readonly #rows: Tree<StoredRow>
  readonly #grown: () => void
  #sets = new Map<string, KeySet>()
  #bytes = 0
  #state: IndexState = 'building'
  /** Key of the row where building continues; rows from there on are not indexed yet. */
  #next = ''

  /**
   * @param fact - The label or field.
   * @param rows - The current rows, before and after each change.
   * @param options - `now` in milliseconds; `grown` is called when more memory was taken.
   */
  constructor(
    fact: Pick<Fact, 'kind' | 'name'>,
    rows: Tree<StoredRow>,
    { now, grown }: { readonly now: number; readonly grown: () => void },
  ) {
    this.#fact = fact
    this.#rows = rows
    this.#grown = grown
    this.usedAt = now
    afterThisTurn(() => this.#build())
  }

  get state(): IndexState {
    return this.#state
  }

  /** Bytes of memory, roughly. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The keys of rows with some values.
   *
   * @param values - The values; all when undefined.
   * @param most - The most sets that are useful.
   * @returns Undefined when there are more.
   */
  setsOf(values: readonly string[] | undefined, most: number): readonly KeySet[] | undefined {
    if (values === undefined) return this.#sets.size > most ? undefined : [...this.#sets.values()]
    const sets = values.flatMap((value) => this.#sets.get(value) ?? [])
    return sets.length > most ? undefined : sets
  }

  /** Takes a change, after the rows have. */
  changed(key: string, before: StoredRow | undefined, after: StoredRow | undefined): void {
    if (this.#state === 'given-up' || (this.#state === 'building' && key >= this.#next)) return
    const was = before && factOf(before, this.#fact)
    const is = after && factOf(after, this.#fact)
    if (was === is) return
    if (was !== undefined) this.#delete(was, key)
    if (is === undefined) return
    this.#add(is, key)
    this.#grown()
  }

  /** Drops all keys; the index is not built any more. */
  giveUp(): void {
    this.#state = 'given-up'
    this.#sets = new Map()
    this.#bytes = 0
  }

  #build(): void {
    if (this.#state === 'given-up') return
    const last = this.#rows.maxKey()
    let left = ROWS_PER_TURN
    let rest: string | undefined
    if (last !== undefined) {
      this.#rows.forRange(this.#next, last, true, (key, row) => {
        if (left <= 0) {
          rest = key
          return STOP
        }
        left -= costOf(row)
        const value = factOf(row, this.#fact)
        if (value !== undefined) this.#add(value, key)
        return undefined
      })
    }
    if (rest === undefined) this.#state = 'ready'
    else {
      this.#next = rest
      afterThisTurn(() => this.#build())
    }
    this.#grown()
  }

  #add(value: string, key: string): void {
    let set = this.#sets.get(value)
    if (!set) {
      set = new KeySet()
      this.#sets.set(value, set)
    } else this.#bytes -= set.bytes
    set.add(key)
    this.#bytes += set.bytes
  }

  #delete(value: string, key: string): void {
    const set = this.#sets.get(value)
    if (!set) return
    this.#bytes -= set.bytes
    set.delete(key)
    if (set.size === 0) this.#sets.delete(value)
    else this.#bytes += set.bytes
  }
}
