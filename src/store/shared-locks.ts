/**
 * Locks shared by the processes over one storage: objects that only one of them can create.
 *
 * The holder of a lock sees everything that was committed before: the view shows the commit of the lock, and all commits come in one
 * order. So a check under a lock, and a write before its release, are atomic for all who take it.
 *
 * @module
 */

import { type Clock, formatTime, steadyClock } from '../meta/index.js'
import type { Collection, Store } from './types.js'

/**
 * Seconds after which a lock that its holder has not released may be taken (ours): the holder has crashed, or lost the storage. No
 * request lasts as long.
 */
const LAPSE_SECONDS = 300

/** What locks are made of. */
export interface SharedLocksOptions {
  readonly store: Store
  readonly clock: Clock
  /** Prefix of the collection whose objects are written under the locks; they are kept in its storage. */
  readonly guards: string
}

/** Locks about the objects of one collection, by name. */
export class SharedLocks {
  readonly #collection: Collection
  readonly #clock: Clock
  /** For durations: the clocks of other processes may show another time, and any of them may be set. */
  readonly #steady: Clock
  /** When this process learned of each lock, by name. */
  readonly #since = new Map<string, { readonly revision: number; readonly at: number }>()
  /** Own locks that are being released, by name. */
  readonly #releasing = new Map<string, Promise<void>>()

  constructor({ store, clock, guards }: SharedLocksOptions) {
    this.#clock = clock
    this.#steady = steadyClock(clock)
    this.#collection = store.collection({
      prefix: `locks/${guards}`,
      keptWith: guards,
      namespaced: false,
      lifetimeSeconds: () => LAPSE_SECONDS,
    })
    // Ends with the store.
    if (this.#collection.isShared) this.#followLocks()
  }

  /**
   * Takes a lock. Where no other process can write, nothing is stored: the caller serializes its own work.
   *
   * @param name - Its name, without a slash.
   * @returns A function that releases it; undefined while another process holds it.
   * @throws {@link ApiError} when the storage does not answer.
   */
  async acquire(name: string): Promise<(() => void) | undefined> {
    const collection = this.#collection
    if (!collection.isShared) return () => {}
    await this.#releasing.get(name)
    // The view may show one that another process has just released.
    const held = collection.peek(name) && (await collection.newest(name))
    if (held && !this.#hasLapsed(name, held.revision)) return undefined
    const lock = { apiVersion: 'v1', kind: 'Lock', metadata: { name, creationTimestamp: formatTime(this.#clock.now()) } }
    const result = await collection.put(name, held?.revision ?? 0, lock)
    if (result.outcome === 'conflict') {
      // By then, a caller that continues without it sees its holder, and what was written meanwhile.
      await collection.newest(name)
      return undefined
    }
    const { revision } = result.row
    return () => {
      // A lock that cannot be removed expires.
      const over = () => void this.#releasing.delete(name)
      this.#releasing.set(name, collection.remove(name, revision).then(over, over))
    }
  }

  #followLocks(): void {
    this.#collection.follow().subscribe({
      next: ({ type, row: { name, revision } }) => {
        if (type === 'DELETED') this.#since.delete(name)
        else this.#since.set(name, { revision, at: this.#steady.now() })
      },
      // A lock that was not delivered counts from the first look at it.
      error: () => {},
    })
  }

  #hasLapsed(name: string, revision: number): boolean {
    const now = this.#steady.now()
    const known = this.#since.get(name)
    if (known?.revision === revision) return now - known.at >= LAPSE_SECONDS * 1000
    this.#since.set(name, { revision, at: now })
    return false
  }
}
