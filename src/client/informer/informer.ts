/**
 * Informers: the objects of a type, kept at hand and up to date.
 *
 * @module
 */

import { Observable, Subject, type Subscription } from 'rxjs'
import { type ApiObject, check } from '../../meta/index.js'
import { typeOfClient } from '../check-arguments.js'
import type { SelectionOptions } from '../options.js'
import type { ClientRuntime } from '../runtime.js'
import type { ResourceType } from '../transport.js'
import type { WatchEvent, WatchOptions } from '../watch-event.js'
import type { InformerEntry } from './informer-register.js'
import { type IndexFunction, keyOf, ObjectCache } from './object-cache.js'
import { ReachedVersion } from './reached.js'

/** What an informer needs of a type; a `ResourceClient` has it. */
export interface Watchable<T extends ApiObject> {
  readonly runtime: ClientRuntime
  /** What the plane calls it, which health checks name it by. */
  type?(): Promise<ResourceType>
  /**
   * Names the type and the namespace, so that informers of the same can share one watch. Without it none is shared.
   *
   * @internal
   */
  readonly watchKey?: string
  watch(options?: WatchOptions): Observable<WatchEvent<T>>
}

/** Options of {@link informer}. */
export interface InformerOptions<T> extends SelectionOptions, Pick<WatchOptions, 'initial' | 'onRetry'> {
  /** Ways to look objects up, by name: a function gives the values that an object is found by. One that throws ends the informer. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>
}

/** A change of what an informer holds. */
export type Change<T> =
  | { readonly type: 'ADDED'; readonly object: T }
  | { readonly type: 'MODIFIED'; readonly object: T; readonly old: T }
  /** `object` is the last state that was seen. */
  | { readonly type: 'DELETED'; readonly object: T }

/**
 * The objects of a type, kept at hand. Objects are frozen.
 *
 * @typeParam T - The objects.
 */
export interface Informer<T extends ApiObject> {
  /**
   * Changes: to each subscriber first every object that is held, as `ADDED`, then what changes. It completes when the
   * informer is stopped, and fails with what no repetition cures, such as 403.
   */
  readonly changes: Observable<Change<T>>
  /** Resolves when the whole state was seen once; rejects when it cannot be. */
  readonly synced: Promise<void>
  readonly size: number
  /** @param key - `namespace/name`, or `name` for cluster-scoped types. */
  get(key: string): T | undefined
  /** All objects, or those of one namespace. */
  list(namespace?: string): readonly T[]
  /**
   * Looks objects up.
   *
   * @param index - Name of an index that the informer was made with.
   * @param value - A value that the objects have there.
   * @throws RangeError when there is no such index.
   */
  by(index: string, value: string): readonly T[]
  /**
   * Resolves when it holds what a write has left, or a later state: the answer of a create, update, patch or apply may be newer than
   * what is held. What its selectors leave out is waited for until the plane says that it was passed over, a minute or so.
   *
   * @param written - An object of the type as the plane gave it.
   * @param signal - Ends the wait.
   * @throws RangeError for an object without a `resourceVersion` that can be compared.
   * @throws What ended the informer, and the reason of the signal.
   */
  upTo(written: Pick<ApiObject, 'metadata'>, signal?: AbortSignal): Promise<void>
  /** Ends the watch. What is held stays as it is. */
  stop(): void
}

const informerOptions = check.members<keyof InformerOptions<never>>({
  labelSelector: check.text,
  fieldSelector: check.text,
  initial: check.fits('"pages" or "stream"', (value) => value === 'pages' || value === 'stream'),
  onRetry: check.callable,
  indexes: check.mapOf(check.callable),
})

/**
 * Checks what an informer is made of.
 *
 * @param resource - The type.
 * @param options - Which objects.
 * @throws TypeError with one line for each fault.
 */
export function checkInformer(resource: unknown, options: unknown): void {
  check.refuse('informer', typeOfClient(resource, 'resource'))
  check.refuse('informer', informerOptions(options, ''))
}

/** Index by namespace, which every informer has. */
export const NAMESPACE = 'metadata.namespace'

/**
 * Keeps the objects of a type at hand: reads them once, then follows their changes, through broken connections and lost
 * history. There is no periodic relist.
 *
 * @param resource - The type, in one namespace or in all: `client.resource(Widget)`.
 * @param options - Which objects, and how they are looked up. The state comes as a stream unless `initial` says `pages`.
 * @returns An informer that has begun.
 * @throws TypeError with one line for what is no type of a client, and for each option that is unknown or something else than
 *   expected.
 */
export function informer<T extends ApiObject>(resource: Watchable<T>, options: InformerOptions<T> = {}): Informer<T> {
  checkInformer(resource, options)
  return new ResourceInformer(resource, options)
}

class ResourceInformer<T extends ApiObject> implements Informer<T> {
  readonly synced: Promise<void>
  readonly #cache: ObjectCache<T>
  readonly #changes = new Subject<Change<T>>()
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
    // From a failure to the next try it waits for time to pass.
    const onRetry = (error: unknown) => {
      this.#caughtUp()
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
          // An index function that throws: thrown on, it would end the process and not the informer.
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
    // A whole state is delivered in the order of names, changes in the order of versions.
    if (!this.#told) this.#reached.advance(event.object.metadata.resourceVersion)
  }

  #put(object: T): void {
    const key = keyOf(object)
    this.#told?.add(key)
    const old = this.#cache.get(key)
    // Unchanged objects of a restart are no change.
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
