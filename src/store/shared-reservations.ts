/**
 * Reservations of writes in progress, which all processes over one storage know of.
 *
 * Commits come in one order for all processes. So a reservation that is checked at its own commit, against what was committed before,
 * cannot be granted together with another one that leaves no room for it.
 *
 * @module
 */

import { ApiError, BackOff, type Clock, isRecord, type Random } from '../meta/index.js'
import type { Collection, Store } from './types.js'

/** Seconds after which any process removes a reservation (ours): its own has crashed, or lost the storage. No request lasts as long. */
const LAPSE_SECONDS = 300

/** What reservations are made of. */
export interface SharedReservationsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** Prefix of the collection whose writes they are about; they are kept in its storage. */
  readonly guards: string
}

/** Follows reservations, those of all processes, synchronously with their commits. */
export interface ReservationListener {
  readonly add: (name: string, spec: Readonly<Record<string, unknown>>) => void
  readonly remove: (name: string) => void
  readonly error: (error: unknown) => void
}

/** Reservations about the objects of one collection. */
export class SharedReservations {
  readonly #collection: Collection
  readonly #clock: Clock
  readonly #random: Random
  readonly #store: Store

  constructor({ store, clock, random, guards }: SharedReservationsOptions) {
    this.#clock = clock
    this.#random = random
    this.#store = store
    this.#collection = store.collection({
      prefix: `reservations/${guards}`,
      keptWith: guards,
      namespaced: false,
      lifetimeSeconds: () => LAPSE_SECONDS,
    })
  }

  /**
   * Follows all reservations, and removes those that have lapsed.
   *
   * @returns A function that stops.
   */
  follow({ add, remove, error }: ReservationListener): () => void {
    /** Cancel the timers of reservations and the attempts to remove them, by name. */
    const lapses = new Map<string, () => void>()
    const cancel = (name: string) => {
      lapses.get(name)?.()
      lapses.delete(name)
    }
    const subscription = this.#collection.follow().subscribe({
      next: ({ type, row: { name, object } }) => {
        cancel(name)
        if (type === 'DELETED') return remove(name)
        // The engine may know no lifetimes.
        lapses.set(
          name,
          this.#clock.setTimeout(() => lapses.set(name, this.#removeAtLast(name)), LAPSE_SECONDS * 1000),
        )
        add(name, isRecord(object.spec) ? object.spec : {})
      },
      error,
    })
    return () => {
      subscription.unsubscribe()
      for (const name of [...lapses.keys()]) cancel(name)
    }
  }

  /**
   * Stores a reservation. Followers in this process get it, with all commits before it and none after it, before this resolves.
   *
   * @param name - Unique, without a slash.
   * @param spec - What followers get.
   * @returns A function that removes it, as soon as the storage is available.
   * @throws {@link ApiError} when the storage does not answer.
   */
  async add(name: string, spec: Readonly<Record<string, unknown>>): Promise<() => void> {
    // What has lapsed is removed by those who follow. Longer attempts would go on after the store is closed.
    const remove = () => void this.#removeAtLast(name, LAPSE_SECONDS * 1000)
    try {
      await this.#collection.put(name, 0, { apiVersion: 'v1', kind: 'Reservation', metadata: { name }, spec })
    } catch (error) {
      // After a timeout the reservation may be stored, although its request has failed.
      if (error instanceof ApiError && error.status.code === 504) remove()
      throw error
    }
    return remove
  }

  /** Waits until followers know all commits that were made before this call. */
  async catchUp(): Promise<void> {
    // No reservation has this name; the read waits for the commits.
    await this.#collection.newest('')
  }

  /** Forgets all reservations, as the type is deleted. */
  drop(): void {
    this.#store.drop(this.#collection.prefix)
  }

  /**
   * Removes a reservation, if there is one. It counts until it is removed, so a failure is followed by further attempts, with growing
   * delays.
   *
   * @param name - Of the reservation; no other one gets it.
   * @param forMs - How long attempts are made.
   * @returns A function that stops them.
   */
  #removeAtLast(name: string, forMs = Number.POSITIVE_INFINITY): () => void {
    const backOff = new BackOff({ random: this.#random })
    let leftMs = forMs
    let isCancelled = false
    let cancelTimer = () => {}
    const tryOnce = () => {
      this.#removeOnce(name).catch(() => {
        const delayMs = backOff.nextMs()
        leftMs -= delayMs
        if (!isCancelled && leftMs > 0) cancelTimer = this.#clock.setTimeout(tryOnce, delayMs)
      })
    }
    tryOnce()
    return () => {
      isCancelled = true
      cancelTimer()
    }
  }

  async #removeOnce(name: string): Promise<void> {
    const row = this.#collection.peek(name) ?? (await this.#collection.newest(name))
    if (row) await this.#collection.remove(name, row.revision)
  }
}
