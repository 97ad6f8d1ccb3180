/**
 * Follows a collection until it is dropped: a watch that never ends with 410.
 *
 * @module
 */

import type { Subscriber, Subscription } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { ApiError } from '../../meta/index.js'
import type { StoredRow } from '../rows/row.js'
import type { Tree } from '../rows/tree.js'
import type { ObjectEvent, StoreEvent, WatchQuery } from '../types.js'

/** The source. */
export interface FollowHost {
  readonly follows: Set<Follow>
  watch(query: WatchQuery): Observable<StoreEvent>
}

/** The current state of the view, synchronously: a consistent read would have to wait. */
const FROM_NOW: WatchQuery = { resourceVersion: '0', follows: true }

/**
 * Follows a collection.
 *
 * @param host - The collection.
 */
export const followCollection = (host: FollowHost): Observable<ObjectEvent> =>
  new Observable((subscriber) => {
    const follow = new Follow(host, subscriber)
    subscriber.add(() => follow.stop())
    follow.start()
  })

/** One subscription. */
export class Follow {
  readonly #host: FollowHost
  readonly #subscriber: Subscriber<ObjectEvent>
  #watch: Subscription | undefined

  /**
   * @param host - The collection.
   * @param subscriber - The follower.
   */
  constructor(host: FollowHost, subscriber: Subscriber<ObjectEvent>) {
    this.#host = host
    this.#subscriber = subscriber
    host.follows.add(this)
  }

  /**
   * Starts, or restarts once the collection has another state.
   *
   * @param before - The state when it was lost; the difference is delivered.
   * @param revision - Of the new state.
   */
  start(before?: Tree<StoredRow>, revision = 0): void {
    const subscriber = this.#subscriber
    const gone = new Map(before?.entries())
    const told: ObjectEvent[] = []
    let isStarting = true
    this.#watch?.unsubscribe()
    this.#watch = this.#host.watch(FROM_NOW).subscribe({
      next: (event) => {
        if (event.type === 'BOOKMARK') return
        if (!isStarting || !before) return subscriber.next(event)
        const old = gone.get(event.row.key)
        gone.delete(event.row.key)
        if (old?.revision !== event.row.revision) told.push(old ? { ...event, type: 'MODIFIED' } : event)
      },
      error: (error: unknown) => {
        // The collection calls again when there is a new state.
        if (!(error instanceof ApiError && error.status.code === 410)) subscriber.error(error)
      },
      complete: () => subscriber.complete(),
    })
    isStarting = false
    for (const row of gone.values()) subscriber.next({ type: 'DELETED', row: row.at(revision), revision })
    for (const event of told) subscriber.next(event)
  }

  /** Ends the subscription. */
  stop(): void {
    this.#host.follows.delete(this)
    this.#watch?.unsubscribe()
  }
}
