/**
 * Controllers: reconciliation loops.
 *
 * @module
 */

import type { Subscription } from 'rxjs'
import { type ApiObject, check, notify, type OptionCheck } from '../../meta/index.js'
import { isConflict, isTransient } from '../errors.js'
import type { Change, Informer, Watchable } from '../informer/informer.js'
import { keyOf } from '../informer/object-cache.js'
import { nextTurn } from '../next-turn.js'
import { checkControllerOptions, reconcileEnd } from './check-controller-options.js'
import type { ControllerOptions, ReconcileContext, WatchedResource } from './controller-options.js'
import { leadOrWork } from './leader.js'
import { LivelockDetector } from './livelock.js'
import { OWNER_INDEX, ownersOf } from './owners.js'
import { anyOf } from './predicates.js'
import { RetryReport } from './retry-report.js'
import { WorkQueue, type WorkReason } from './work-queue.js'

/** A running controller. */
export interface Controller {
  /**
   * Resolves when the controller has seen all objects once; with leader election that may be long after the start.
   *
   * @throws The error that ended it earlier.
   */
  readonly synced: Promise<void>
  /**
   * Resolves when it was stopped, or its client was closed.
   *
   * @throws The error that ended it, such as a watch refused permanently (403). Its Lease is released by then.
   */
  readonly ended: Promise<void>
  /** Stops the controller after the reconciliations in progress; a Lease that it holds is released. */
  stop(): Promise<void>
}

/**
 * Starts a controller.
 *
 * @param options - See {@link ControllerOptions}.
 * @returns The running controller. It ends when it is stopped or its client is closed.
 * @throws TypeError with one line for each option that is unknown, missing, or of the wrong type.
 */
export function controller<T extends object, const W extends readonly ApiObject[] = readonly ApiObject[]>(
  options: ControllerOptions<T, W>,
): Controller {
  checkControllerOptions(options)
  // Each `map` is called with objects of its own type alone.
  return new RunningController(options as unknown as ControllerOptions<T>)
}

/** Objects that a worker reconciles before it yields to the event loop. */
const CALLS_IN_ONE_TURN = 16

/** State shared by the workers of one term. */
interface Term<T extends object> {
  readonly queue: WorkQueue
  readonly objects: Informer<ApiObject & T>
  readonly context: ReconcileContext
  readonly livelocks: LivelockDetector
}

class RunningController<T extends object> implements Controller {
  readonly synced: Promise<void>
  readonly ended: Promise<void>
  readonly #options: ControllerOptions<T>
  readonly #stopped = new AbortController()
  #reportSynced: () => void = () => {}

  constructor(options: ControllerOptions<T>) {
    this.#options = options
    let giveUp: (error: unknown) => void = () => {}
    this.synced = new Promise((resolve, reject) => {
      this.#reportSynced = resolve
      giveUp = reject
    })
    const { closed } = options.for.runtime
    const signal = AbortSignal.any([closed, this.#stopped.signal])
    const work = (term: AbortSignal) => this.#work(term)
    this.ended = leadOrWork(options, work, signal)
    this.ended.then(
      () => giveUp(new Error('the controller was stopped before it had seen all objects')),
      (error) => {
        giveUp(error)
        this.#report('has ended', error)
      },
    )
    this.synced.catch(() => {}) // no unhandled rejection where the caller does not await it
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.ended.catch(() => {})
  }

  /** One term of work: watches and workers, until the signal or a refused watch ends it. */
  async #work(lasting: AbortSignal): Promise<void> {
    const { for: resource, indexes, predicates, retry, concurrency = 1 } = this.#options
    const { runtime } = resource
    const refused = new AbortController()
    const signal = AbortSignal.any([lasting, refused.signal])
    const queue = new WorkQueue(runtime, retry)
    const objects = runtime.informers.of<ApiObject & T>(resource, indexes && { indexes })
    const held: [Watchable<ApiObject>, Informer<ApiObject>][] = [[resource, objects]]
    const subscriptions: Subscription[] = []
    /** Until the first sync, objects are queued without a known change. */
    let reason: WorkReason = 'resync'
    const follow = <C extends ApiObject>(informer: Informer<C>, keysOf: (change: Change<C>) => Iterable<string>) => {
      const retries = new RetryReport((error) => this.#report('cannot watch its objects, and tries again', error))
      subscriptions.push(
        informer.retries.subscribe((error) => retries.failed(error)),
        informer.changes.subscribe({
          next: (change) => {
            retries.wentOn()
            this.#guarded(() => addAll(queue, keysOf(change), reason))
          },
          error: (error) => refused.abort(error),
        }),
      )
    }
    // A wait, such as for an initial state that never arrives, ends with the term.
    signal.addEventListener('abort', () => {
      queue.close()
      for (const [, informer] of held) informer.stop()
    })
    const starting = runtime.activity.begin()
    try {
      const counts = anyOf(predicates)
      follow(objects, (change) => (counts(change) ? [keyOf(change.object)] : []))
      const sources = await this.#sources()
      if (signal.aborted) return
      // Not awaited: the informers need the type, too, so that it is known before their first objects.
      let keys: OptionCheck = anyKeys
      if (this.#options.watches)
        void this.#keyCheck().then((found) => {
          keys = found
        })
      for (const { resource, map, indexes, predicates } of sources) {
        const watched = runtime.informers.of(resource, indexes && { indexes })
        held.push([resource, watched])
        const counts = anyOf(predicates)
        follow(watched, (change) => (counts(change) ? keysOf(change, (object) => mappedKeys(map(object, objects), keys)) : []))
      }
      // The informers now report their own activity, and later the queue does.
      starting()
      await Promise.all(held.map(([, { synced }]) => synced))
      reason = 'change'
      this.#reportSynced()
      const context: ReconcileContext = { signal, cached: (resource) => heldOf(held, resource) }
      const term: Term<T> = { queue, objects, context, livelocks: new LivelockDetector(runtime.clock) }
      await Promise.all(Array.from({ length: concurrency }, () => this.#worker(term)))
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      starting()
      queue.close()
      for (const subscription of subscriptions) subscription.unsubscribe()
      for (const [, informer] of held) informer.stop()
    }
    if (refused.signal.aborted && !lasting.aborted) throw refused.signal.reason
  }

  /** Calls a function of the options. An error that an Observable rethrows would end the process. */
  #guarded(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#report('failed at an event, and goes on', error)
    }
  }

  /** Reports a failure that is not about one object. */
  #report(what: string, error: unknown): void {
    const { onError } = this.#options
    if (onError) notify('onError', onError, error, '')
    else console.error(`a controller ${what}:`, error)
  }

  async #sources(): Promise<readonly WatchedResource[]> {
    const { for: resource, owns = [], watches = [] } = this.#options
    const type = owns.length > 0 ? await resource.type() : undefined
    const map = (object: ApiObject) => (type ? ownersOf(object, type) : [])
    return [...owns.map((resource) => ({ resource, map, indexes: OWNER_INDEX })), ...watches]
  }

  /** The check of keys that functions return; a type that cannot be found now is left to its informer. */
  async #keyCheck(): Promise<OptionCheck> {
    const type = await this.#options.for.type().catch(() => undefined)
    return type ? (type.namespaced ? namespacedKeys : clusterKeys) : anyKeys
  }

  async #worker({ queue, objects, context, livelocks }: Term<T>): Promise<void> {
    const { activity } = this.#options.for.runtime
    for (let calls = 1; ; calls += 1) {
      // In-process requests and their events are microtasks: no timer would fire unless the worker yields. Calls are counted,
      // not timed, so that test runs are repeatable.
      if (calls % CALLS_IN_ONE_TURN === 0) await nextTurn()
      const key = await queue.take()
      if (key === undefined) return
      const object = objects.get(key)
      if (object && livelocks.isFoundBy(key)) activity.fail(livelock(object.kind, key))
      if (object) await this.#reconcile(queue, key, object, context)
      else queue.forget(key)
      queue.done(key)
    }
  }

  async #reconcile(queue: WorkQueue, key: string, object: ApiObject & T, context: ReconcileContext): Promise<void> {
    const { reconcile, onError = reportTo(object.kind) } = this.#options
    try {
      const result = await reconcile(object, context)
      check.refuse('reconcile', reconcileEnd(result, 'result'))
      queue.forget(key)
      if (result?.requeueAfterMs !== undefined) queue.addAfter(key, result.requeueAfterMs)
    } catch (error) {
      // Work left when a term ends is found again by the next term.
      if (context.signal.aborted) return
      queue.retry(key)
      if (!isConflict(error)) notify('onError', onError, error, key)
    }
  }
}

/** Reports failures where a program does not: a mistake in it would be retried silently. What a plane may answer differently next time is not one. */
const reportTo =
  (kind: string) =>
  (error: unknown, key: string): void => {
    if (!isTransient(error)) console.error(`the controller of ${kind} failed at ${key}, and tries again:`, error)
  }

const keysWith = (expected: string, isRight: (key: string) => boolean): OptionCheck =>
  check.listOf(check.fits(`${expected}, as keyOf returns it`, (key) => typeof key === 'string' && isRight(key)))
const anyKeys = check.listOf(check.text)
const namespacedKeys = keysWith('"NAMESPACE/NAME"', (key) => key.includes('/'))
const clusterKeys = keysWith('"NAME"', (key) => !key.includes('/'))

/** Keys as the embedder's function returned them. Those that no object can have would be dropped silently. */
function mappedKeys(keys: Iterable<string>, keyList: OptionCheck): Iterable<string> {
  const list = typeof keys === 'string' ? keys : [...keys]
  check.refuse('map', keyList(list, 'result'))
  return list
}

function addAll(queue: WorkQueue, keys: Iterable<string>, reason: WorkReason): void {
  for (const key of keys) queue.add(key, reason)
}

/** A controller's informer of a type. Another client of the same type counts as the same type. */
function heldOf<T extends ApiObject>(
  held: readonly (readonly [Watchable<ApiObject>, Informer<ApiObject>])[],
  wanted: Watchable<T>,
): Informer<T> {
  const { watchKey } = wanted
  const found = held.find(([resource]) => resource === wanted || (watchKey !== undefined && resource.watchKey === watchKey))
  if (!found) throw new RangeError('cached: expected the type that the controller is for, or one that it owns or watches')
  return found[1] as unknown as Informer<T>
}

/** A change of the owners of an object also concerns the former owners. Each key is returned once. */
const keysOf = (change: Change<ApiObject>, map: (object: ApiObject) => Iterable<string>): ReadonlySet<string> =>
  new Set([...map(change.object), ...(change.type === 'MODIFIED' ? map(change.old) : [])])

const livelock = (kind: string, key: string): Error =>
  new Error(
    `the controller of ${kind} has looked at ${key} more than 1,000 times while no time passed: what it changes calls it again`,
  )
