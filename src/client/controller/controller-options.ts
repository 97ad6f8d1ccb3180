/**
 * What a controller is made from.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { Informer, Watchable } from '../informer/informer.js'
import type { IndexFunction } from '../informer/object-cache.js'
import type { ResourceClient } from '../resource-client.js'
import type { LeaderElectionOptions } from './leader.js'
import type { Predicate } from './predicates.js'
import type { RetryDelays } from './work-queue.js'

/** What came of one reconciliation. */
export interface ReconcileResult {
  /** Look again after so many milliseconds, whether anything changes or not. */
  readonly requeueAfterMs?: number
}

/** What a reconciliation ends with, if it has anything to say. */
// biome-ignore lint/suspicious/noConfusingVoidType: whoever has nothing to say may return nothing, and declare so.
export type ReconcileEnd = ReconcileResult | undefined | void

/** What a reconciliation has at hand. */
export interface ReconcileContext {
  /** Aborted when the controller stops, or has lost the lead. */
  readonly signal: AbortSignal
  /**
   * The objects of a type as the controller holds them: to read there costs no request. They may be a little behind;
   * `await cached(maps).upTo(written)` waits until what was written is there. Owned types have the index `owner`:
   * `cached(maps).by('owner', widget.metadata.uid)`.
   *
   * @param resource - The type that the controller is for, or one that it owns or watches, as its options name it.
   * @throws RangeError for any other.
   */
  readonly cached: <T extends ApiObject>(resource: Watchable<T>) => Pick<Informer<T>, 'get' | 'list' | 'by' | 'upTo'>
}

/** Another type whose changes matter to a controller. */
export interface WatchedResource<T extends ApiObject = ApiObject> {
  readonly resource: Watchable<T>
  /** Which of its changes count: one of these has to say so. Default all. */
  readonly predicates?: readonly Predicate<T>[]
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
  readonly for: Watchable<ApiObject & T> & Pick<ResourceClient<T>, 'type' | 'runtime'>
  /**
   * Which of their changes count: one of these has to say so. `generation` leaves out what only changes the status or metadata,
   * of types that count generations. Default all.
   */
  readonly predicates?: readonly Predicate<ApiObject & T>[]
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
  readonly reconcile: (object: ApiObject & T, context: ReconcileContext) => Promise<void> | Promise<ReconcileEnd>
  /** How many objects are looked at at a time. Default 1. */
  readonly concurrency?: number
  /** Waits after failures, and how many retries there may be. */
  readonly retry?: RetryDelays
  /** Only one of several replicas works at a time. */
  readonly leaderElection?: LeaderElectionOptions
  /**
   * Is told of failures; they are tried again all the same. Conflicts, which are part of the game, are not told. A watch that is
   * refused for good (403) ends the controller: its key is empty.
   */
  readonly onError?: (error: unknown, key: string) => void
}
