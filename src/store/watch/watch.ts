/**
 * One watch: starts without a gap, delivers events, and ends without a leak.
 *
 * @module
 */

import type { Subscriber } from 'rxjs'
import { Observable } from 'rxjs/internal/Observable'
import { afterThisTurn, expired, toApiError } from '../../meta/index.js'
import type { Change, RowEvent } from '../log/change.js'
import type { CollectionState, HistoryReader } from '../log/collection-state.js'
import type { Listener } from '../log/dispatcher.js'
import { Matcher } from '../rows/matcher.js'
import type { StoredRow } from '../rows/row.js'
import { ROWS_PER_TURN, scan } from '../rows/scan.js'
import type { Tree } from '../rows/tree.js'
import type { BookmarkEvent, StoreEvent, WatchPace, WatchQuery } from '../types.js'
import { type WatchMeaning, watchSemantics } from '../view/list-semantics.js'
import type { View } from '../view/view.js'

/** The longest time that timers of the platform can measure, in milliseconds: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The pace of a watcher without one of its own: some events in each turn of the event loop. */
const QUICK: WatchPace = Object.freeze({ hasRoom: true, whenRoom: afterThisTurn })

/** The source of a watch. */
export interface WatchHost {
  readonly view: View
  readonly state: CollectionState
  readonly namespaced: boolean
  /** All watches of the collection, those that have not started included. */
  readonly watches: Set<Watch>
  /** Why no watch can start, if so. */
  readonly refusal: unknown
}

/**
 * Watches a selection of a collection; each subscription is one watch.
 *
 * @param host - The collection.
 * @param query - What to watch, from where, and for how long.
 */
export const watchCollection = (host: WatchHost, query: WatchQuery): Observable<StoreEvent> =>
  new Observable((subscriber) => {
    try {
      if (host.refusal) throw host.refusal
      const meaning = watchSemantics(query, host.view.listOptionsGroup)
      // Its time is over before anything could be told.
      if ((query.timeoutSeconds ?? 0) < 0) subscriber.complete()
      else new Watch(host, query, subscriber).begin(meaning)
    } catch (error) {
      subscriber.error(toApiError(error))
    }
  })

/**
 * A subscription to a selection.
 *
 * Until it is live it buffers nothing, however slow the watcher is: it only has a position in a shared state, and
 * then in the history.
 */
export class Watch implements Listener, HistoryReader {
  readonly matcher: Matcher
  readonly wantsBookmarks: boolean
  readonly #follows: boolean
  readonly #onStarted: (() => void) | undefined
  readonly #host: WatchHost
  readonly #subscriber: Subscriber<StoreEvent>
  readonly #pace: WatchPace
  /** Changes up to this revision are in the initial events, were read from the history, or came before the start. */
  #since = Number.POSITIVE_INFINITY
  /** Whether changes are delivered as they happen: the start is complete. */
  #isLive = false
  #forgetReader: () => void = () => {}

  /**
   * @param host - The collection.
   * @param query - What to watch.
   * @param subscriber - The watcher. The watch ends when it unsubscribes.
   */
  constructor(host: WatchHost, query: WatchQuery, subscriber: Subscriber<StoreEvent>) {
    this.#host = host
    this.#subscriber = subscriber
    this.matcher = new Matcher(query, host.namespaced)
    this.wantsBookmarks = query.allowWatchBookmarks === true
    this.#follows = query.follows === true
    this.#onStarted = query.onStarted
    this.#pace = query.pace ?? QUICK
    host.watches.add(this)
    subscriber.add(() => host.watches.delete(this))
    if (query.timeoutSeconds !== undefined && query.timeoutSeconds > 0) {
      const delay = Math.min(query.timeoutSeconds * 1_000, MAX_TIMER_MS)
      subscriber.add(host.view.clock.setTimeout(() => this.end(), delay))
    }
  }

  /**
   * Starts the watch, at once or when its revision is reached.
   *
   * @param start - Where it starts.
   */
  begin(start: WatchMeaning): void {
    const { view } = this.#host
    const open = () => this.#open(start.state)
    if (start.meaning === 'Exact') this.#openAfter(start.revision)
    else if (start.meaning === 'NotOlderThan') this.#openAt(start.revision, open)
    else if (start.meaning === 'Any' || view.storage.followersAreCurrent) open()
    else {
      view.latest().then(
        (revision) => this.#openAt(revision, open),
        (error: unknown) => this.#subscriber.error(toApiError(error)),
      )
    }
  }

  get position(): number {
    return this.#since
  }

  offer(change: Change): void {
    if (change.revision > this.#since) this.#deliver(change)
  }

  mark(bookmark: BookmarkEvent): void {
    if (this.#isLive && bookmark.revision >= this.#since) this.#subscriber.next(bookmark)
  }

  /** Ends the stream at its time limit. */
  end(): void {
    if (this.wantsBookmarks) this.mark(this.#bookmark(false))
    this.#subscriber.complete()
  }

  /** Ends the stream because events are missing. */
  lose(): void {
    this.#subscriber.error(expired('The resourceVersion for the provided watch is too old.'))
  }

  /** Ends the stream because the collection is dropped. */
  complete(): void {
    this.#subscriber.complete()
  }

  #openAt(revision: number, open: () => void): void {
    const { view } = this.#host
    if (this.#subscriber.closed) return
    if (revision <= view.revision) open()
    else this.#subscriber.add(view.gate.wait(revision, open))
  }

  #open(withState: boolean): void {
    const { state, view } = this.#host
    this.#startAfter(view.revision)
    if (withState) this.#sendState(state.current())
    else this.#catchUp()
  }

  #openAfter(revision: number): void {
    this.#startAfter(revision)
    this.#catchUp()
  }

  /** From here on no change is missed: changes before the start is complete are read from the history. */
  #startAfter(revision: number): void {
    this.#since = revision
    this.#forgetReader = this.#host.state.addReader(this)
    this.#subscriber.add(this.#forgetReader)
  }

  /** Delivers events for the state at the watcher's pace, then the changes since. */
  #sendState(rows: Tree<StoredRow>, start?: string): void {
    const rest = scan(
      { tree: rows, candidates: this.#host.state.candidates(this.matcher, this.#since) },
      this.matcher,
      start,
      (row) => {
        if (!this.#pace.hasRoom) return 'later'
        this.#send(Object.freeze({ type: 'ADDED', row, revision: row.revision }))
        return !this.#subscriber.closed
      },
      this.#follows ? Number.POSITIVE_INFINITY : ROWS_PER_TURN,
    )
    if (rest !== undefined) {
      this.#later(() => this.#sendState(rows, rest))
      return
    }
    if (this.wantsBookmarks) this.#subscriber.next(this.#bookmark(true))
    this.#catchUp()
  }

  /** Delivers the changes since at the watcher's pace, then goes live. */
  #catchUp(): void {
    let left = ROWS_PER_TURN
    while (left > 0 && !this.#subscriber.closed) {
      const changes = this.#changesSince(left)
      if (changes?.length === 0) {
        this.#goLive()
        return
      }
      if (!changes || !this.#deliverAll(changes)) break
      left -= changes.length
    }
    this.#later(() => this.#catchUp())
  }

  #changesSince(most: number): readonly Change[] | undefined {
    try {
      return this.#host.state.changesAfter(this.#since, most)
    } catch (error) {
      this.#subscriber.error(toApiError(error))
      return undefined
    }
  }

  /** Delivers changes from the history. Returns whether there was room for all. */
  #deliverAll(changes: readonly Change[]): boolean {
    for (const change of changes) {
      // Changes of one revision are not split, as the revision is the only record of the position.
      if (change.revision > this.#since && !this.#pace.hasRoom) return false
      this.#since = change.revision
      // The log has no namespaces, unlike the dispatcher.
      if (!this.matcher.covers(change.key)) continue
      this.#deliver(change)
      change.forgetEvents()
    }
    return true
  }

  #goLive(): void {
    this.#forgetReader()
    this.#since = Math.max(this.#since, this.#host.view.revision)
    this.#isLive = true
    this.#subscriber.add(this.#host.state.dispatcher.add(this))
    this.#onStarted?.()
  }

  #later(goOn: () => void): void {
    if (this.#subscriber.closed) return
    this.#pace.whenRoom(() => {
      if (!this.#subscriber.closed) goOn()
    })
  }

  #deliver(change: Change): void {
    const event = this.#subscriber.closed ? undefined : change.eventFor(this.matcher)
    if (event) this.#send(event)
  }

  /** An unreadable row ends the watch here rather than where an observer reads it, unless the observer takes such rows. */
  #send(event: RowEvent): void {
    const { fault } = event.row
    if (fault && !this.#follows) this.#subscriber.error(fault)
    else this.#subscriber.next(event)
  }

  #bookmark(initialEventsEnd: boolean): BookmarkEvent {
    const revision = initialEventsEnd ? this.#since : this.#host.view.revision
    return Object.freeze({ type: 'BOOKMARK', revision, initialEventsEnd })
  }
}
