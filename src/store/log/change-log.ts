/**
 * The recent past of a collection: its changes inside the history window.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import type { HistoryLimits } from '../options.js'
import type { Change } from './change.js'
import type { HistoryBytes, SizedHistory } from './history-bytes.js'

/** History limits with their defaults filled in. */
export type FullHistoryLimits = Required<HistoryLimits>

/**
 * Fills in the defaults.
 *
 * @param limits - As given by the embedder.
 */
export const historyLimits = (limits: HistoryLimits = {}): FullHistoryLimits => ({
  windowSeconds: limits.windowSeconds ?? 300,
  maxEvents: limits.maxEvents ?? 100_000,
  maxBytes: limits.maxBytes ?? 64 * 1024 * 1024,
})

/** What a {@link ChangeLog} is made from. */
export interface ChangeLogOptions {
  readonly clock: Clock
  readonly limits: FullHistoryLimits
  /** Bytes of all histories of the store. */
  readonly bytes: HistoryBytes
  /** Revision of the state that the log begins with. */
  readonly floor: number
}

/** Changes in the order of revisions, bounded in time, number, and bytes of what they superseded. */
export class ChangeLog implements SizedHistory {
  readonly #clock: Clock
  readonly #limits: FullHistoryLimits
  /** The log, from `head` on; earlier entries are undefined, as a change may hold a megabyte. */
  #changes: (Change | undefined)[] = []
  #head = 0
  #bytes = 0
  readonly #bytesOfAll: HistoryBytes
  #oldest: number

  /** @param options - See {@link ChangeLogOptions}. */
  constructor({ clock, limits, bytes, floor }: ChangeLogOptions) {
    this.#clock = clock
    this.#limits = limits
    this.#bytesOfAll = bytes
    this.#oldest = floor
  }

  /** Bytes of superseded objects. */
  get bytes(): number {
    return this.#bytes
  }

  /** The oldest revision from which the log is complete. */
  get floor(): number {
    this.#trim()
    return this.#oldest
  }

  /** Revision of the newest change, or the floor when there is none. */
  get newest(): number {
    return this.#changes.length > this.#head ? (this.#changes[this.#changes.length - 1] as Change).revision : this.#oldest
  }

  /** Adds the newest change. */
  append(change: Change): void {
    this.#changes.push(change)
    this.#resize(change.before?.size ?? 0)
    this.#trim()
  }

  /**
   * The changes after a revision, up to another one.
   *
   * @param revision - At least the floor.
   * @param last - Revision of the last change wanted; default the newest.
   */
  after(revision: number, last = Number.POSITIVE_INFINITY): readonly Change[] {
    const end = last === Number.POSITIVE_INFINITY ? this.#changes.length : this.#indexAfter(last)
    return this.#changes.slice(this.#indexAfter(revision), end) as Change[]
  }

  /**
   * The first changes after a revision. Changes of one revision stay together.
   *
   * @param revision - At least the floor.
   * @param most - How many are wanted.
   */
  firstAfter(revision: number, most: number): readonly Change[] {
    const start = this.#indexAfter(revision)
    let end = Math.min(this.#changes.length, start + most)
    const last = this.#changes[end - 1]?.revision
    while (end < this.#changes.length && (this.#changes[end] as Change).revision === last) end += 1
    return this.#changes.slice(start, end) as Change[]
  }

  /**
   * The revision of the last change up to another revision.
   *
   * @param revision - At least the floor.
   */
  effective(revision: number): number {
    const at = this.#indexAfter(revision)
    return at > this.#head ? (this.#changes[at - 1] as Change).revision : this.#oldest
  }

  /**
   * Drops everything up to a revision.
   *
   * @param revision - The new floor.
   */
  forget(revision: number): void {
    while (this.#head < this.#changes.length && (this.#changes[this.#head] as Change).revision <= revision) this.#dropOldest()
    this.#oldest = Math.max(this.#oldest, revision)
  }

  shrink(bytes: number): void {
    while (this.#bytes > bytes) this.#dropOldest()
  }

  #resize(difference: number): void {
    if (difference === 0) return
    this.#bytes += difference
    this.#bytesOfAll.changed(this, difference)
  }

  #trim(): void {
    const { windowSeconds, maxEvents, maxBytes } = this.#limits
    const since = this.#clock.now() - windowSeconds * 1_000
    while (this.#head < this.#changes.length) {
      const tooMany = this.#changes.length - this.#head > maxEvents || this.#bytes > maxBytes
      if (!tooMany && (this.#changes[this.#head] as Change).at >= since) break
      this.#dropOldest()
    }
  }

  #dropOldest(): void {
    const change = this.#changes[this.#head] as Change
    this.#changes[this.#head] = undefined
    this.#head += 1
    this.#oldest = change.revision
    this.#resize(-(change.before?.size ?? 0))
    // Moving the rest down now and then costs next to nothing for each change; dropped changes must not stay in memory.
    if (this.#head === this.#changes.length || (this.#head >= 1_024 && this.#head * 8 > this.#changes.length)) {
      this.#changes = this.#changes.slice(this.#head)
      this.#head = 0
    }
  }

  /** Index of the first change after a revision. */
  #indexAfter(revision: number): number {
    let [low, high] = [this.#head, this.#changes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#changes[middle] as Change).revision > revision) high = middle
      else low = middle + 1
    }
    return low
  }
}
