/**
 * The indexes of a store: their number, their memory, and how long unused ones are kept.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import type { FactIndex } from './fact-index.js'

/** Indexes of all collections at once (ours). */
const MOST_INDEXES = 32
/** Bytes of all of them (ours): half a dozen indexes of 100,000 rows with a value each, or of 300,000 with few values. */
const MOST_BYTES = 32 * 1024 * 1024
/** How long an unused index is kept, in milliseconds (ours). */
const UNUSED_MS = 10 * 60_000
/** Recently used indexes are not evicted, so that a client with ever new selectors cannot evict those of others (ours). */
const IN_USE_MS = 60_000

/** Drops an index. */
export type DropIndex = () => void

interface Held {
  readonly drop: DropIndex
  /** Its bytes when it last grew. */
  bytes: number
}

/** All indexes of a store. */
export class IndexPool {
  readonly #clock: Clock
  readonly #maxBytes: number
  readonly #indexes = new Map<FactIndex, Held>()
  #bytes = 0
  #cancelTimer: (() => void) | undefined

  /**
   * @param clock - Measures disuse.
   * @param maxBytes - Of all indexes; default 32 MiB.
   */
  constructor(clock: Clock, maxBytes = MOST_BYTES) {
    this.#clock = clock
    this.#maxBytes = maxBytes
  }

  /** How many there are. */
  get size(): number {
    return this.#indexes.size
  }

  /** Records the use of an index. */
  used(index: FactIndex): void {
    index.usedAt = this.#clock.now()
  }

  /** Whether there is room for one more, if the least recently used one is evicted. */
  makeRoom(): boolean {
    return this.#indexes.size < MOST_INDEXES || this.#dropOldest()
  }

  /**
   * Adds an index.
   *
   * @param make - Makes it.
   * @param drop - Called once, when the index is evicted.
   */
  add(make: (options: { readonly now: number; readonly grown: () => void }) => FactIndex, drop: DropIndex): FactIndex {
    const index = make({ now: this.#clock.now(), grown: () => this.#bound(index) })
    this.#indexes.set(index, { drop, bytes: 0 })
    this.#setTimer()
    return index
  }

  /** Removes an index. */
  remove(index: FactIndex): void {
    const held = this.#indexes.get(index)
    this.#indexes.delete(index)
    index.giveUp()
    this.#bytes -= held?.bytes ?? 0
    held?.drop()
    if (this.#indexes.size === 0) this.close()
  }

  /** Stops the timer. */
  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  /** Evicts unused indexes when memory is exceeded, else the index itself. */
  #bound(grown: FactIndex): void {
    this.#count(grown)
    while (this.#bytes > this.#maxBytes) {
      if (this.#dropOldest(grown)) continue
      // It stays as abandoned, so that the next request does not try again.
      grown.giveUp()
      this.#count(grown)
      return
    }
  }

  #count(index: FactIndex): void {
    const held = this.#indexes.get(index)
    if (!held) return
    this.#bytes += index.bytes - held.bytes
    held.bytes = index.bytes
  }

  #dropOldest(except?: FactIndex): boolean {
    let oldest: FactIndex | undefined
    for (const index of this.#indexes.keys()) {
      if (index !== except && (!oldest || index.usedAt < oldest.usedAt)) oldest = index
    }
    if (!oldest || oldest.usedAt > this.#clock.now() - IN_USE_MS) return false
    this.remove(oldest)
    return true
  }

  #setTimer(): void {
    this.#cancelTimer ??= this.#clock.setTimeout(() => {
      this.#cancelTimer = undefined
      const since = this.#clock.now() - UNUSED_MS
      for (const index of [...this.#indexes.keys()]) if (index.usedAt <= since) this.remove(index)
      if (this.#indexes.size > 0) this.#setTimer()
    }, UNUSED_MS)
  }
}
