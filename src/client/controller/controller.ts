/**
 * Controllers: loops that bring what is there closer to what is wanted.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { type ApiObject, parseApiVersion } from '../../meta/index.js'
import { isConflict } from '../errors.js'
import { type Change, type Informer, informer, type Watchable } from '../informer/informer.js'
import { type IndexFunction, keyOf } from '../informer/object-cache.js'
import { nextTurn } from '../next-turn.js'
import type { ResourceClient } from '../resource-client.js'
import type { ResourceType } from '../transport.js'
import { type LeaderElectionOptions, lead } from './leader.js'
import { LivelockDetector } from './livelock.js'
import { type RetryDelays, WorkQueue } from './work-queue.js'

/** What came of one reconciliation. */
export interface ReconcileResult {
  /** Look again after so many milliseconds, whether anything changes or not. */
  readonly requeueAfterMs?: number
}

/** What a reconciliation has at hand. */
export interface ReconcileContext {
  /** Aborted when the controller stops, or has lost the lead. */
  readonly signal: AbortSignal
}

/** Another type whose changes matter to a controller. */
export interface WatchedResource<T extends ApiObject = ApiObject> {
  readonly resource: Watchable<T>
  /**
   * The keys (`namespace/name`, or `name`) of the objects to look at when one of these changes.
   *
   * @param object - The object that has changed.
   * @param objects - Those that the controller is for, as it holds them.
   */
  readonly map: (object: T, objects: Pick<Informer<ApiObject>, 'get' | 'list' | 'by'>) => Iterable<string>
}

/**
 * What a controller is.
 *
 * @typeParam T - What the objects that it is for hold beside their metadata.
 */
export interface ControllerOptions<T extends object> {
  /** The objects to bring closer to what they say, one by one. */
  readonly for: Watchable<ApiObject & T> & Pick<ResourceClient<T>, 'type'>
  /** Types of which it makes objects: their changes lead back to the owner that their metadata names as controller. */
  readonly owns?: readonly Watchable<ApiObject>[]
  /** Other types whose changes matter. */
  readonly watches?: readonly WatchedResource[]
  /** Ways for `map` of {@link ControllerOptions.watches} to look objects up, by name; as informers know them. */
  readonly indexes?: Readonly<Record<string, IndexFunction<ApiObject & T>>>
  /**
   * Does what is still to be done for an object. It is called for every object at the start and whenever something changed,
   * never twice at a time for one object; it has to work from what is there, not from what happened. An object that is gone
   * is not looked at any more: what has to be done before it goes is held by a finalizer.
   *
   * @param object - As the informer holds it, frozen; it may be a little behind.
   * @throws Anything: it is tried again, later each time.
   */
  readonly reconcile: (object: ApiObject & T, context: ReconcileContext) => Promise<void> | Promise<ReconcileResult | undefined>
  /** How many objects are looked at at a time. Default 1. */
  readonly concurrency?: number
  /** Waits after failures. */
  readonly retry?: RetryDelays
  /** Only one of several replicas works at a time. */
  readonly leaderElection?: LeaderElectionOptions
  /** Is told of failures; they are tried again all the same. Conflicts, which are part of the game, are not told. */
  readonly onError?: (error: unknown, key: string) => void
}

/** A controller that runs. */
export interface Controller {
  /** Resolves when it has seen all objects once; with leader election that may be long after the start. */
  readonly synced: Promise<void>
  /** Ends it, when what is in hand is done; a Lease that it holds is given up. */
  stop(): Promise<void>
}

/**
 * Starts a controller.
 *
 * @param options - What it is for, and what it does.
 * @returns The controller, at work until it is stopped or its client is closed.
 */
export function controller<T extends object>(options: ControllerOptions<T>): Controller {
  return new RunningController(options)
}

/** Objects that a worker looks at before others have a turn of the event loop. */
const CALLS_IN_ONE_TURN = 16

/** What the workers of one term share. */
interface Term<T extends object> {
  readonly queue: WorkQueue
  readonly objects: Informer<ApiObject & T>
  readonly signal: AbortSignal
  readonly livelocks: LivelockDetector
}

class RunningController<T extends object> implements Controller {
  readonly synced: Promise<void>
  readonly #options: ControllerOptions<T>
  readonly #stopped = new AbortController()
  readonly #over: Promise<void>
  #reportSynced: () => void = () => {}

  constructor(options: ControllerOptions<T>) {
    this.#options = options
    this.synced = new Promise((resolve) => {
      this.#reportSynced = resolve
    })
    const { closed } = options.for.runtime
    const signal = AbortSignal.any([closed, this.#stopped.signal])
    const work = (term: AbortSignal) => this.#work(term)
    this.#over = options.leaderElection ? lead(options.leaderElection, work, signal) : work(signal)
    this.#over.catch((error) => options.onError?.(error, ''))
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#over.catch(() => {})
  }

  /** One term of work: watches and workers, until the signal ends it. */
  async #work(signal: AbortSignal): Promise<void> {
    const { indexes } = this.#options
    const { runtime } = this.#options.for
    const queue = new WorkQueue(runtime, this.#options.retry)
    const objects = informer<ApiObject & T>(this.#options.for, indexes && { indexes })
    const informers: Informer<ApiObject>[] = [objects]
    const subscriptions = [objects.changes.subscribe(this.#follower(({ object }) => queue.add(keyOf(object))))]
    // Whatever is waited for, such as a first state that never comes, ends with the term.
    signal.addEventListener('abort', () => {
      queue.close()
      for (const each of informers) each.stop()
    })
    const starting = runtime.activity.begin()
    try {
      const sources = await this.#sources()
      if (signal.aborted) return
      for (const { resource, map } of sources) {
        const watched = informer(resource)
        informers.push(watched)
        const enqueue = (change: Change<ApiObject>) => {
          for (const key of keysOf(change, (object) => map(object, objects))) queue.add(key)
        }
        subscriptions.push(watched.changes.subscribe(this.#follower(enqueue)))
      }
      // From here on the informers tell themselves that they are busy, and then the queue does.
      starting()
      await Promise.all(informers.map(({ synced }) => synced))
      this.#reportSynced()
      const term: Term<T> = { queue, objects, signal, livelocks: new LivelockDetector(runtime.clock) }
      const workers = Array.from({ length: this.#options.concurrency ?? 1 }, () => this.#worker(term))
      await Promise.all(workers)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      starting()
      queue.close()
      end(informers, subscriptions)
    }
  }

  /** A change, and what no repetition cures. */
  #follower(take: (change: Change<ApiObject>) => void) {
    const error = (error: unknown) => this.#options.onError?.(error, '')
    const next = (change: Change<ApiObject>) => {
      // A function of the options that throws: thrown on, it would end the process.
      try {
        take(change)
      } catch (thrown) {
        error(thrown)
      }
    }
    return { next, error }
  }

  async #sources(): Promise<readonly WatchedResource[]> {
    const { for: resource, owns = [], watches = [] } = this.#options
    const type = owns.length > 0 ? await resource.type() : undefined
    const owned = owns.map((resource) => ({ resource, map: (object: ApiObject) => (type ? ownersOf(object, type) : []) }))
    return [...owned, ...watches]
  }

  async #worker({ queue, objects, signal, livelocks }: Term<T>): Promise<void> {
    const { activity } = this.#options.for.runtime
    for (let calls = 1; ; calls += 1) {
      // Requests in process and their events are microtasks: without turns of the event loop no timer would fire. Counted, not
      // timed, so that runs of a test repeat.
      if (calls % CALLS_IN_ONE_TURN === 0) await nextTurn()
      const key = await queue.take()
      if (key === undefined) return
      const object = objects.get(key)
      if (object && livelocks.isFoundBy(key)) activity.fail(livelock(object.kind, key))
      if (object) await this.#reconcile(queue, key, object, signal)
      else queue.forget(key)
      queue.done(key)
    }
  }

  async #reconcile(queue: WorkQueue, key: string, object: ApiObject & T, signal: AbortSignal): Promise<void> {
    const { reconcile, onError } = this.#options
    try {
      const result = (await reconcile(object, { signal })) as ReconcileResult | undefined
      queue.forget(key)
      if (result?.requeueAfterMs !== undefined) queue.addAfter(key, result.requeueAfterMs)
    } catch (error) {
      // What a term that is over leaves undone, the next one finds.
      if (signal.aborted) return
      queue.retry(key)
      if (!isConflict(error)) onError?.(error, key)
    }
  }
}

/** A change of what an object says of its owners concerns the former ones too; each key once, however it is concerned. */
const keysOf = (change: Change<ApiObject>, map: (object: ApiObject) => Iterable<string>): ReadonlySet<string> =>
  new Set([...map(change.object), ...(change.type === 'MODIFIED' ? map(change.old) : [])])

/** Keys of the owners of a type that control an object. */
function ownersOf({ metadata }: ApiObject, { group, kind, namespaced }: ResourceType): readonly string[] {
  const { namespace, ownerReferences = [] } = metadata
  return ownerReferences
    .filter((owner) => owner.controller && owner.kind === kind && groupOf(owner.apiVersion) === group)
    .map(({ name }) => keyOf({ metadata: { name, ...(namespaced && namespace !== undefined && { namespace }) } }))
}

const livelock = (kind: string, key: string): Error =>
  new Error(
    `the controller of ${kind} has looked at ${key} more than 1,000 times while no time passed: what it changes calls it again`,
  )

const groupOf = (apiVersion: string): string | undefined => parseApiVersion(apiVersion)?.group

function end(informers: readonly Informer<ApiObject>[], subscriptions: readonly Subscription[]): void {
  for (const subscription of subscriptions) subscription.unsubscribe()
  for (const each of informers) each.stop()
}
