/**
 * Informers: a local cache of the objects of a type.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { Subject } from 'rxjs/internal/Subject'
import { type ApiObject, check } from '../../meta/index.js'
import { initialState, typeOfClient } from '../check-arguments.js'
import type { SelectionOptions } from '../options.js'
import type { ClientRuntime } from '../runtime.js'
import type { ResourceType } from '../transport.js'
import type { WatchEvent, WatchOptions } from '../watch-event.js'
import type { InformerEntry } from './informer-register.js'
import { type IndexFunction, keyOf, ObjectCache } from './object-cache.js'
import { ReachedVersion } from './reached-version.js'

/** The part of a type that an informer needs; a `ResourceClient` has it. */
export interface Watchable<T extends ApiObject> {
  readonly runtime: ClientRuntime
  /** The name of the type in the plane, for health checks. */
  type?(): Promise<ResourceType>
  /**
   * Names the type and the namespace, so that informers of the same objects can share one watch. Without it none is shared.
   *
   * @internal
   */
  readonly watchKey?: string
  watch(options?: WatchOptions): Observable<WatchEvent<T>>
}

/** Options of {@link informer}. */
export interface InformerOptions<T> extends SelectionOptions, Pick<WatchOptions, 'initial' | 'onRetry'> {
  /** Indexes by name. Each function returns the values to find an object by. One that throws ends the informer. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>
}

/** A change of an informer's cache. */
export type Change<T> =
  | { readonly type: 'ADDED'; readonly object: T }
  | { readonly type: 'MODIFIED'; readonly object: T; readonly old: T }
  /** `object` is the last state that was seen. */
  | { readonly type: 'DELETED'; readonly object: T }

/**
 * A local cache of the objects of a type. Objects are frozen.
 *
 * @typeParam T - The objects.
 */
export interface Informer<T extends ApiObject> {
  /**
   * Changes: each subscriber first gets every cached object as `ADDED`, then the changes. The stream completes when the informer
   * is stopped, and fails with permanent errors, such as 403.
   */
  readonly changes: Observable<Change<T>>
  /**
   * Failures of the watch that are retried.
   *
   * @internal
   */
  readonly retries: Observable<unknown>
  /** Resolves when the whole state was seen once; rejects when it cannot be. While the plane is not reached it waits: see `onRetry`. */
  readonly synced: Promise<void>
  readonly size: number
  /** @param key - `namespace/name`, or `name` for cluster-scoped types. */
  get(key: string): T | undefined
  /** All objects, or those of one namespace. */
  list(namespace?: string): readonly T[]
  /**
   * Looks objects up.
   *
   * @param index - Name of one of the informer's indexes.
   * @param value - The value to find objects by.
   * @throws RangeError when there is no such index.
   */
  by(index: string, value: string): readonly T[]
  /**
   * Resolves when the cache contains a write, or a later state: the answer of a create, update, patch or apply may be newer than
   * the cache. For objects that the selectors exclude it waits until the plane reports progress by a bookmark, after a minute or
   * so.
   *
   * @param written - An object of the type as returned by the plane.
   * @param signal - Ends the wait.
   * @throws RangeError for an object whose `resourceVersion` is missing or cannot be compared.
   * @throws The error that ended the informer, and the reason of the signal.
   */
  upTo(written: Pick<ApiObject, 'metadata'>, signal?: AbortSignal): Promise<void>
  /** Ends the watch. The cache stays as it is. */
  stop(): void
}

const informerOptions = check.members<keyof InformerOptions<never>>({
  labelSelector: check.text,
  fieldSelector: check.text,
  initial: initialState,
  onRetry: check.callable,
  indexes: check.mapOf(check.callable),
})

/**
 * Checks the arguments of an informer.
 *
 * @param resource - The type.
 * @param options - Selectors and indexes.
 * @throws TypeError with one line for each fault.
 */
export function checkInformer(resource: unknown, options: unknown): void {
  check.refuse('informer', typeOfClient(resource, 'resource'))
  check.refuse('informer', informerOptions(options, ''))
}

/** Index by namespace, which every informer has. */
export const NAMESPACE = 'metadata.namespace'

/**
 * Caches the objects of a type: reads them once, then follows their changes, across broken connections and lost history. There is
 * no periodic relist.
 *
 * @param resource - The type, in one namespace or in all: `client.resource(Widget)`.
 * @param options - Selectors and indexes. The initial state is streamed unless `initial` is `pages`.
 * @returns A started informer.
 * @throws TypeError with one line for an argument that is no type of a client, and for each option that is unknown or of the
 *   wrong type.
 */
export function informer<T extends ApiObject>(resource: Watchable<T>, options: InformerOptions<T> = {}): Informer<T> {
  checkInformer(resource, options)
  return new ResourceInformer(resource, options)
}

class ResourceInformer<T extends ApiObject> implements Informer<T> {
  readonly synced: Promise<void>
  readonly #cache: ObjectCache<T>
  readonly #changes = new Subject<Change<T>>()
  readonly #retries = new Subject<unknown>()
  readonly #reached = new ReachedVersion()
  #subscription: Subscription | undefined
  /** Keys that were delivered since the watch restarted; undefined while it only delivers changes. */
  #told: Set<string> | undefined
  #caughtUp: () => void
  readonly #entry: InformerEntry | undefined
  #giveUp: (error: unknown) => void = () => {}

  constructor(resource: Watchable<T>, { indexes = {}, ...selection }: InformerOptions<T>) {
    this.#cache = new ObjectCache<T>({ ...indexes, [NAMESPACE]: ({ metadata }) => [metadata.namespace ?? ''] })
    const { activity, informerRegister } = resource.runtime
    this.#entry = informerRegister?.begin(resource.type?.())
    this.#caughtUp = activity.begin()
    let resolve = () => {}
    let reject = (_error: unknown) => {}
    this.synced = new Promise<void>((...executors) => {
      ;[resolve, reject] = executors
    })
    this.#giveUp = reject
    this.synced.catch(() => {}) // no unhandled rejection where the caller does not await it
    let failed = false
    const fail = (error: unknown) => {
      failed = true
      this.#entry?.end()
      this.#caughtUp()
      reject(error)
      this.#reached.fail(error)
      this.#changes.error(error)
    }
    // Between a failure and the next attempt it waits for a timer.
    const onRetry = (error: unknown) => {
      this.#caughtUp()
      this.#retries.next(error)
      selection.onRetry?.(error)
    }
    this.#subscription = resource.watch({ initial: 'stream', ...selection, onRetry }).subscribe({
      next: (event) => {
        if (event.type === 'RESTARTED') {
          this.#caughtUp()
          this.#caughtUp = activity.begin()
        }
        try {
          this.#take(event)
        } catch (error) {
          // An error of an index function ends the informer; rethrown, it would end the process.
          fail(error)
          this.#subscription?.unsubscribe()
        }
        if (event.type !== 'SYNCED') return
        this.#entry?.synced()
        resolve()
      },
      error: fail,
      complete: () => {
        this.#entry?.end()
        this.#caughtUp()
        reject(new Error('the client was closed before the informer had seen the whole state'))
        this.#reached.fail(new Error('the client was closed'))
        this.#changes.complete()
      },
    })
    if (failed) this.#subscription.unsubscribe()
  }

  get changes(): Observable<Change<T>> {
    return new Observable((subscriber) => {
      for (const object of this.#cache.values()) subscriber.next({ type: 'ADDED', object })
      subscriber.add(this.#changes.subscribe(subscriber))
    })
  }

  get retries(): Observable<unknown> {
    return this.#retries
  }

  get size(): number {
    return this.#cache.size
  }

  get(key: string): T | undefined {
    return this.#cache.get(key)
  }

  list(namespace?: string): readonly T[] {
    return namespace === undefined ? this.#cache.values() : this.#cache.by(NAMESPACE, namespace)
  }

  by(index: string, value: string): readonly T[] {
    return this.#cache.by(index, value)
  }

  upTo(written: Pick<ApiObject, 'metadata'>, signal?: AbortSignal): Promise<void> {
    return this.#reached.upTo(written, signal)
  }

  stop(): void {
    this.#reached.fail(new Error('the informer was stopped'))
    this.#subscription?.unsubscribe()
    this.#entry?.end()
    this.#caughtUp()
    this.#giveUp(new Error('the informer was stopped before it had seen the whole state'))
    this.#changes.complete()
  }

  #take(event: WatchEvent<T>): void {
    switch (event.type) {
      case 'RESTARTED':
        this.#told = new Set()
        this.#reached.restart()
        return
      case 'SYNCED':
        this.#dropUntold()
        this.#caughtUp()
        this.#reached.advance(event.resourceVersion)
        return
      case 'BOOKMARK':
        this.#reached.advance(event.resourceVersion)
        return
      case 'DELETED':
        this.#remove(keyOf(event.object), event.object)
        break
      default:
        this.#put(event.object)
    }
    // An initial state is delivered in the order of names, changes in the order of versions.
    if (!this.#told) this.#reached.advance(event.object.metadata.resourceVersion)
  }

  #put(object: T): void {
    const key = keyOf(object)
    this.#told?.add(key)
    const old = this.#cache.get(key)
    // An unchanged object after a restart is no change.
    if (old && old.metadata.uid === object.metadata.uid && old.metadata.resourceVersion === object.metadata.resourceVersion)
      return
    this.#cache.set(key, object)
    if (old && old.metadata.uid !== object.metadata.uid) this.#changes.next({ type: 'DELETED', object: old })
    const same = old?.metadata.uid === object.metadata.uid ? old : undefined
    this.#changes.next(same ? { type: 'MODIFIED', object, old: same } : { type: 'ADDED', object })
  }

  #remove(key: string, last: T | undefined): void {
    this.#told?.delete(key)
    const held = this.#cache.delete(key)
    const object = last ?? held
    if (held && object) this.#changes.next({ type: 'DELETED', object })
  }

  #dropUntold(): void {
    const told = this.#told
    this.#told = undefined
    if (!told) return
    for (const key of this.#cache.keys()) if (!told.has(key)) this.#remove(key, undefined)
  }
}
