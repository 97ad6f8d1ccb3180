/**
 * One informer for each type, shared by the users of a client.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { Subject } from 'rxjs/internal/Subject'
import type { ApiObject } from '../../meta/index.js'
import type { ClientRuntime } from '../runtime.js'
import {
  type Change,
  checkInformer,
  type Informer,
  type InformerOptions,
  informer,
  NAMESPACE,
  type Watchable,
} from './informer.js'
import { keyOf, ObjectCache } from './object-cache.js'

/** The runtime of a client with its informers. */
export interface SharingRuntime extends ClientRuntime {
  /** The shared informers of a client: one for each type. */
  readonly informers: SharedInformers
}

/** An informer, and its number of holders. */
interface Held {
  readonly informer: Informer<ApiObject>
  holders: number
}

/** The informers of a client. Informers of the same objects share one watch and one cache. */
export class SharedInformers {
  readonly #held = new Map<string, Held>()

  /**
   * Returns the informer of a type. The first call starts the watch; it ends when all callers have called `stop()`.
   *
   * @param resource - The type, in one namespace or in all: `client.resource(Widget)`.
   * @param options - Selectors, and indexes of this caller.
   * @throws TypeError as {@link informer} does.
   */
  of<T extends ApiObject>(resource: Watchable<T>, options: InformerOptions<T> = {}): Informer<T> {
    checkInformer(resource, options)
    const { indexes = {}, ...selection } = options
    const { labelSelector = '', fieldSelector = '', initial = '' } = selection
    // An informer with `onRetry` gets its own watch, since the hook is called for that watch only.
    const key =
      resource.watchKey === undefined || selection.onRetry
        ? undefined
        : [resource.watchKey, labelSelector, fieldSelector, initial]
    if (!key) return informer(resource, options)
    const place = JSON.stringify(key)
    const known = this.#held.get(place)
    const held = known ?? { informer: informer<T>(resource, selection) as unknown as Informer<ApiObject>, holders: 0 }
    held.holders += 1
    this.#held.set(place, held)
    const drop = () => {
      if (this.#held.get(place) === held) this.#held.delete(place)
    }
    // Later callers must not get an informer that has failed.
    if (!known) held.informer.changes.subscribe({ error: drop })
    return new SharedInformer<T>(held.informer as unknown as Informer<T>, indexes, () => {
      held.holders -= 1
      if (held.holders > 0) return
      drop()
      held.informer.stop()
    })
  }
}

/** One holder's view of a shared informer, with its own indexes: an error in them affects only this holder. */
class SharedInformer<T extends ApiObject> implements Informer<T> {
  readonly synced: Promise<void>
  readonly #source: Informer<T>
  /** The same objects, for the indexes of this view. */
  readonly #indexed: ObjectCache<T>
  readonly #release: () => void
  readonly #following: Subscription | undefined
  /** Fails or completes when this view is over. */
  readonly #end = new Subject<never>()
  #isStopped = false
  #giveUp: (error: unknown) => void = () => {}

  constructor(source: Informer<T>, indexes: NonNullable<InformerOptions<T>['indexes']>, release: () => void) {
    this.#source = source
    this.#release = release
    this.#indexed = new ObjectCache(indexes)
    this.synced = new Promise((resolve, reject) => {
      this.#giveUp = reject
      source.synced.then(resolve, reject)
    })
    this.synced.catch(() => {}) // no unhandled rejection where the caller does not await it
    // Subscribed before all other listeners, so that the cache is up to date when they run.
    if (Object.keys(indexes).length > 0)
      this.#following = source.changes.subscribe({ next: (change) => this.#take(change), error: () => {} })
  }

  get changes(): Observable<Change<T>> {
    return new Observable((subscriber) => {
      subscriber.add(this.#end.subscribe(subscriber))
      if (!subscriber.closed) subscriber.add(this.#source.changes.subscribe(subscriber))
    })
  }

  get retries(): Observable<unknown> {
    return this.#source.retries
  }

  get size(): number {
    return this.#source.size
  }

  get(key: string): T | undefined {
    return this.#source.get(key)
  }

  list(namespace?: string): readonly T[] {
    return this.#source.list(namespace)
  }

  by(index: string, value: string): readonly T[] {
    if (index === NAMESPACE) return this.#source.list(value)
    return this.#indexed.by(index, value)
  }

  upTo(written: Pick<ApiObject, 'metadata'>, signal?: AbortSignal): Promise<void> {
    return this.#source.upTo(written, signal)
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#following?.unsubscribe()
    this.#giveUp(new Error('the informer was stopped before it had seen the whole state'))
    this.#end.complete()
    this.#release()
  }

  #take(change: Change<T>): void {
    const key = keyOf(change.object)
    try {
      if (change.type === 'DELETED') this.#indexed.delete(key)
      else this.#indexed.set(key, change.object)
    } catch (error) {
      this.#giveUp(error)
      this.#end.error(error)
    }
  }
}
