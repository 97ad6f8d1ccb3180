/**
 * One watch: how it starts without a gap, what it delivers, and how it ends without a trace.
 *
 * @module
 */

import { Observable, type Subscriber } from 'rxjs'
import { afterThisTurn, expired, toApiError } from '../meta/index.js'
import type { Change, RowEvent } from './change.js'
import type { CollectionState } from './collection-state.js'
import type { Listener } from './dispatcher.js'
import { type WatchMeaning, watchSemantics } from './list-semantics.js'
import { Matcher } from './matcher.js'
import type { StoredRow } from './row.js'
import { ROWS_PER_TURN, scan } from './scan.js'
import type { Tree } from './tree.js'
import type { BookmarkEvent, WatchEvent, WatchQuery } from './types.js'
import type { View } from './view.js'

/** The longest time that timers of the platform can measure, in milliseconds: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** What a watch is a watch of. */
export interface WatchHost {
  readonly view: View
  readonly state: CollectionState
  readonly namespaced: boolean
  /** All watches of the collection, those that have not started included. */
  readonly watches: Set<Watch>
  /** Why watches are no longer taken, if so. */
  readonly refusal: unknown
}

/**
 * Watches a selection of a collection; each subscription is one watch.
 *
 * @param host - The collection.
 * @param query - What to watch, from where, and for how long.
 */
export const watchCollection = (host: WatchHost, query: WatchQuery): Observable<WatchEvent> =>
  new Observable((subscriber) => {
    try {
      if (host.refusal) throw host.refusal
      const meaning = watchSemantics(query, host.view.listOptionsGroup)
      new Watch(host, query, subscriber).begin(meaning)
    } catch (error) {
      subscriber.error(toApiError(error))
    }
  })

/** A subscription to a selection. */
export class Watch implements Listener {
  readonly matcher: Matcher
  readonly wantsBookmarks: boolean
  private readonly follows: boolean
  private readonly onStarted: (() => void) | undefined
  private readonly host: WatchHost
  private readonly subscriber: Subscriber<WatchEvent>
  /** Changes up to this revision are in the initial events, or before the start. */
  private since = Number.POSITIVE_INFINITY
  /** Changes that come while the initial events are delivered, by whoever receives those. Undefined once they are through. */
  private held: Change[] | undefined = []

  /**
   * @param host - The collection.
   * @param query - What to watch.
   * @param subscriber - Who watches. The watch is gone when it unsubscribes.
   */
  constructor(host: WatchHost, query: WatchQuery, subscriber: Subscriber<WatchEvent>) {
    this.host = host
    this.subscriber = subscriber
    this.matcher = new Matcher(query, host.namespaced)
    this.wantsBookmarks = query.allowWatchBookmarks === true
    this.follows = query.follows === true
    this.onStarted = query.onStarted
    host.watches.add(this)
    subscriber.add(() => host.watches.delete(this))
    if (query.timeoutSeconds !== undefined && query.timeoutSeconds > 0) {
      const delay = Math.min(query.timeoutSeconds * 1_000, MAX_TIMER_MS)
      subscriber.add(host.view.clock.setTimeout(() => this.end(), delay))
    }
  }

  /**
   * Starts the watch, at once or when the revision it asks for is there.
   *
   * @param start - Where it starts.
   */
  begin(start: WatchMeaning): void {
    const { view } = this.host
    const open = () => this.open(start.state)
    if (start.meaning === 'Exact') this.openAfter(start.revision)
    else if (start.meaning === 'NotOlderThan') this.openAt(start.revision, open)
    else if (start.meaning === 'Any' || view.storage.followersAreCurrent) open()
    else {
      view.latest().then(
        (revision) => this.openAt(revision, open),
        (error: unknown) => this.subscriber.error(toApiError(error)),
      )
    }
  }

  offer(change: Change): void {
    if (change.revision <= this.since) return
    if (this.held) this.held.push(change)
    else this.deliver(change)
  }

  mark(bookmark: BookmarkEvent): void {
    if (!this.held && bookmark.revision >= this.since) this.subscriber.next(bookmark)
  }

  /** Ends the stream as a time limit does. */
  end(): void {
    if (this.wantsBookmarks) this.mark(this.bookmark(false))
    this.subscriber.complete()
  }

  /** Ends the stream because nobody knows what has happened since the last event. */
  lose(): void {
    this.subscriber.error(expired('The resourceVersion for the provided watch is too old.'))
  }

  /** Ends the stream because there is nothing to watch any more. */
  complete(): void {
    this.subscriber.complete()
  }

  private openAt(revision: number, open: () => void): void {
    const { view } = this.host
    if (this.subscriber.closed) return
    if (revision <= view.revision) open()
    else this.subscriber.add(view.gate.wait(revision, open))
  }

  /** Goes live now, after events for the state if those are wanted. */
  private open(withState: boolean): void {
    const { state, view } = this.host
    const rows = withState ? state.current() : undefined
    this.listen(view.revision)
    if (rows) this.sendState(rows)
    else this.catchUp()
  }

  /** Delivers events for the state, some in each turn of the event loop, then what has happened meanwhile. */
  private sendState(rows: Tree<StoredRow>, start?: string): void {
    const rest = scan(
      rows,
      this.matcher,
      start,
      (row) => {
        this.send(Object.freeze({ type: 'ADDED', row, revision: row.revision }))
        return !this.subscriber.closed
      },
      this.follows ? Number.POSITIVE_INFINITY : ROWS_PER_TURN,
    )
    if (this.subscriber.closed) return
    if (rest !== undefined) {
      afterThisTurn(() => this.sendState(rows, rest))
      return
    }
    if (this.wantsBookmarks) this.subscriber.next(this.bookmark(true))
    this.catchUp()
  }

  /** Delivers what came after a revision, then goes live. */
  private openAfter(revision: number): void {
    const { state, view } = this.host
    const changes = state.changesAfter(revision)
    this.listen(Math.max(revision, view.revision))
    this.catchUp(changes)
  }

  /** From here on no change is missed: what comes before the initial events are through is held. */
  private listen(since: number): void {
    this.since = since
    this.subscriber.add(this.host.state.dispatcher.add(this))
  }

  /** Delivers changes, some in each turn of the event loop, then those that came meanwhile, then goes live. */
  private catchUp(changes: readonly Change[] = [], start = 0): void {
    const end = Math.min(changes.length, start + ROWS_PER_TURN)
    for (const change of changes.slice(start, end)) {
      // The log knows no places, as the dispatcher does.
      if (!this.matcher.covers(change.key)) continue
      this.deliver(change)
      change.forgetEvents()
    }
    if (this.subscriber.closed) return
    const held = this.held ?? []
    if (end < changes.length) afterThisTurn(() => this.catchUp(changes, end))
    else if (held.length > 0) {
      this.held = []
      this.catchUp(held)
    } else {
      this.held = undefined
      this.onStarted?.()
    }
  }

  private deliver(change: Change): void {
    const event = this.subscriber.closed ? undefined : change.eventFor(this.matcher)
    if (event) this.send(event)
  }

  /** A row that cannot be read ends the watch here, and not where an observer tries to, unless the observer said it could. */
  private send(event: RowEvent): void {
    const { fault } = event.row
    if (fault && !this.follows) this.subscriber.error(fault)
    else this.subscriber.next(event)
  }

  private bookmark(initialEventsEnd: boolean): BookmarkEvent {
    const revision = initialEventsEnd ? this.since : this.host.view.revision
    return Object.freeze({ type: 'BOOKMARK', revision, initialEventsEnd })
  }
}
