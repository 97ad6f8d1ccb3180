/**
 * Locks shared by the processes over one storage: objects that only one of them can create.
 *
 * The holder of a lock sees everything that was committed before: the view shows the commit of the lock, and all commits come in one
 * order. So a check under a lock, and a write before its release, are atomic for all who take it.
 *
 * @module
 */

import { type Clock, formatTime, parseTime } from '../meta/index.js'
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
  /** Own locks that are being released, by name. */
  readonly #releasing = new Map<string, Promise<void>>()

  constructor({ store, clock, guards }: SharedLocksOptions) {
    this.#clock = clock
    this.#collection = store.collection({
      prefix: `locks/${guards}`,
      keptWith: guards,
      namespaced: false,
      lifetimeSeconds: () => LAPSE_SECONDS,
    })
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
    const now = this.#clock.now()
    if (held && now - (parseTime(held.object.metadata.creationTimestamp ?? '') ?? 0) < LAPSE_SECONDS * 1000) return undefined
    const lock = { apiVersion: 'v1', kind: 'Lock', metadata: { name, creationTimestamp: formatTime(now) } }
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
}
