/**
 * Followers: each receives every commit once, in the order of revisions, or is reset.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import type { StorageChange } from '../storage.js'
import type { Answer, LogRow } from './answer.js'
import { SessionLost } from './failures.js'

/** Identifies a commit and so a history: two histories may give one revision to different commits. */
export type Landmark = Pick<LogRow, 'revision' | 'writer' | 'batch'>

/** The value of a row of others that has none: an object that cannot be read. */
const NO_VALUE = new Uint8Array(0)

interface Listener {
  readonly listener: (change: StorageChange) => void
  readonly onLost: () => void
  /** Everything up to this revision was delivered. */
  seen: number
}

interface Waiter {
  readonly revision: number
  readonly finish: (reached: boolean) => void
}

/** All followers of one engine. */
export class Listeners {
  /** The newest known commit. */
  landmark: Landmark | undefined
  /** Returns the bytes committed here, for a row of a batch in progress. */
  ownValue: (row: LogRow) => Uint8Array | undefined = () => undefined
  /** Number of missing revisions, and of resets of followers. */
  holes = 0
  losses = 0
  /** Called with a missing revision, which is a fault of the storage. */
  onHole: ((revision: number) => void) | undefined
  readonly #listeners = new Set<Listener>()
  readonly #waiters = new Set<Waiter>()
  readonly #clock: Clock
  /** Start of the newest era that an answer has named. */
  #eraStart = 0

  /** @param clock - For time limits. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The lowest revision that all followers have seen; undefined without followers. */
  get position(): number | undefined {
    let position: number | undefined
    for (const { seen } of this.#listeners) position = Math.min(position ?? seen, seen)
    return position
  }

  /** Adds a follower that has everything up to a revision. */
  add(seen: number, listener: (change: StorageChange) => void, onLost: () => void): () => void {
    const added: Listener = { listener, onLost, seen }
    this.#listeners.add(added)
    return () => {
      this.#listeners.delete(added)
      this.#wake()
    }
  }

  /** Records the newest commit. */
  know({ revision, writer, batch }: Landmark): void {
    if (revision > (this.landmark?.revision ?? 0)) this.landmark = { revision, writer, batch }
  }

  /**
   * Refuses the answer of a former primary, whose replacement is known from other connections.
   *
   * @throws {@link SessionLost}
   */
  refusePast({ eraStart }: Answer): void {
    if (eraStart < this.#eraStart) throw new SessionLost(new Error('another server has replaced it as the primary'))
  }

  /**
   * Delivers new commits to all followers.
   *
   * @param answer - PostgreSQL's answer.
   * @param isAll - Whether its rows begin right after `position`, so that a missing row does not exist.
   */
  take({ rows, eraStart, compacted }: Answer, isAll: boolean): void {
    this.#eraStart = Math.max(this.#eraStart, eraStart)
    for (const one of [...this.#listeners]) if (one.seen < eraStart || one.seen < compacted) this.#lose(one)
    for (const row of rows) {
      for (const one of [...this.#listeners]) {
        if (row.revision <= one.seen || !this.#listeners.has(one)) continue
        if (row.revision === one.seen + 1) this.#tell(one, row)
        else if (isAll) {
          this.holes += 1
          this.onHole?.(one.seen + 1)
          this.#lose(one)
        }
      }
      this.know(row)
    }
    this.#wake()
  }

  /** Waits until all followers have received a revision. @returns False after a timeout. */
  reach(revision: number, timeoutMs: number): Promise<boolean> {
    if ((this.position ?? revision) >= revision) return Promise.resolve(true)
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimeout(() => waiter.finish(false), timeoutMs)
      const waiter: Waiter = {
        revision,
        finish: (reached) => {
          cancel()
          this.#waiters.delete(waiter)
          resolve(reached)
        },
      }
      this.#waiters.add(waiter)
    })
  }

  /** Ends all followers. */
  clear(): void {
    this.#listeners.clear()
    this.#wake()
  }

  #tell(one: Listener, row: LogRow): void {
    const { revision, key, removed } = row
    one.seen = revision
    if (key !== '') one.listener({ key, revision, value: removed ? undefined : (this.ownValue(row) ?? row.value ?? NO_VALUE) })
  }

  #lose(one: Listener): void {
    this.#listeners.delete(one)
    this.losses += 1
    one.onLost()
  }

  #wake(): void {
    const position = this.position ?? Number.POSITIVE_INFINITY
    for (const waiter of [...this.#waiters]) if (waiter.revision <= position) waiter.finish(true)
  }
}
