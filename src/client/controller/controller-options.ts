/**
 * Options of a controller.
 *
 * @module
 */

import type { ApiObject, Expanded } from '../../meta/index.js'
import type { Informer, Watchable } from '../informer/informer.js'
import type { IndexFunction } from '../informer/object-cache.js'
import type { ResourceClient } from '../resource-client.js'
import type { LeaderElectionOptions } from './leader.js'
import type { Predicate } from './predicates.js'
import type { RetryDelays } from './work-queue.js'

/** The result of one reconciliation. */
export interface ReconcileResult {
  /** Reconcile again after this time in milliseconds, even without a change. */
  readonly requeueAfterMs?: number
}

/** Result of a reconciliation, if any. */
// biome-ignore lint/suspicious/noConfusingVoidType: a reconciler without a result may be declared as returning void.
export type ReconcileEnd = Expanded<ReconcileResult | undefined | void>

/** The context of a reconciliation. */
export interface ReconcileContext {
  /** Aborted when the controller stops, or loses the leader election. */
  readonly signal: AbortSignal
  /**
   * The objects of a type from the controller's cache, without a request. The cache may lag;
   * `await cached(maps).upTo(written)` waits until it has the written state. Owned types have the index `owner`:
   * `cached(maps).by('owner', widget.metadata.uid)`.
   *
   * @param resource - The type that the controller is for, or that it owns or watches, as in its options.
   * @throws RangeError for any other.
   */
  readonly cached: <T extends ApiObject>(resource: Watchable<T>) => Pick<Informer<T>, 'get' | 'list' | 'by' | 'upTo'>
}

/** Another type whose changes matter to a controller. */
export interface WatchedResource<T extends ApiObject = ApiObject> {
  readonly resource: Watchable<T>
  /** Predicates of changes: any of these. Default all changes, also if the list is empty. */
  readonly predicates?: readonly Predicate<T>[]
  /**
   * The keys (`namespace/name`, or `name`) of the objects to reconcile when one of these changes.
   *
   * @param object - The object that has changed.
   * @param objects - The cache of the controller's own type.
   */
  readonly map: (object: T, objects: Pick<Informer<ApiObject>, 'get' | 'list' | 'by'>) => Iterable<string> & object
  /** Indexes for look-ups in a reconciliation, by name: `cached(pods).by('node', 'n1')`; as those of informers. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>
}

/**
 * Options of `controller`.
 *
 * @typeParam T - Fields of its objects beside their metadata.
 * @typeParam W - The objects of each of the other types that it watches.
 */
export interface ControllerOptions<T extends object, W extends readonly ApiObject[] = readonly ApiObject[]> {
  /** The type to reconcile. */
  readonly for: Watchable<ApiObject & T> & Pick<ResourceClient<object>, 'type' | 'runtime'>
  /**
   * Predicates of changes: any of these. `generation` ignores changes of the status or metadata alone, for types that have a
   * generation. Default all, also if the list is empty.
   */
  readonly predicates?: readonly Predicate<ApiObject & T>[]
  /** Types whose objects it creates: a change of one reconciles the owner that is marked as its controller. */
  readonly owns?: readonly Watchable<ApiObject>[]
  /** Other types whose changes matter. */
  readonly watches?: { readonly [K in keyof W]: WatchedResource<W[K]> }
  /** Indexes for `map` of {@link ControllerOptions.watches}, by name; as those of informers. */
  readonly indexes?: Readonly<Record<string, IndexFunction<ApiObject & T>>>
  /**
   * Reconciles an object. It is called for every object at the start and after each change,
   * never concurrently for one object; it has to work from the current state, not from events. It is not called for a deleted
   * object: clean-up before deletion needs a finalizer.
   *
   * @param object - From the informer's cache, frozen; it may lag.
   * @throws Anything: the object is retried with backoff.
   */
  readonly reconcile: (object: ApiObject & T, context: ReconcileContext) => ReconcileEnd | Promise<void> | Promise<ReconcileEnd>
  /** How many objects are reconciled at a time. Default 1. */
  readonly concurrency?: number
  /** Backoff after failures, and a rate limit for retries. */
  readonly retry?: RetryDelays
  /** With it, only one of several replicas works at a time. */
  readonly leaderElection?: LeaderElectionOptions
  /**
   * Called with failures, which are retried. Conflicts are retried without a report. A watch that is refused permanently (403)
   * ends the controller: its key is empty, as is that of failures of the leader election, and of watches that fail and are retried,
   * such as when the plane is not reached: of each watch once, until the reason changes. By default failures are printed by
   * `console.error`, except transient ones of `reconcile`. What it throws itself is printed, too.
   */
  readonly onError?: (error: unknown, key: string) => void
}
