/**
 * A watch that recovers from failures: it reconnects and resumes, and restarts when history is lost.
 *
 * @module
 */

import { Observable } from 'rxjs/internal/Observable'
import { takeWhile } from 'rxjs/internal/operators/takeWhile'
import { type ApiObject, BackOff, type Clock, fraction, notify, onAbort, pause, type Random, steadyClock } from '../meta/index.js'
import { ConnectionError, isAhead, isExpired, isRefusedQuery, isTransient } from './errors.js'
import { queryOf } from './options.js'
import { TokenTrail } from './pages.js'
import { hasName } from './read-list.js'
import { retryAfterMs } from './retry-after.js'
import type { TransportEvent } from './transport.js'
import type { WatchEvent, WatchOptions } from './watch-event.js'
import { type Backlog, WatchIterator } from './watch-iterator.js'

/** Objects per page of the initial state. */
const PAGE_SIZE = 500
/** A stream that ends sooner than this without an event counts as a failure. */
const SHORT_STREAM_MS = 1_000
/** A version that expires twice within this time causes a delay. */
const CALM_MS = 60_000
/** Watches are renewed from time to time, with jitter. */
const MIN_STREAM_SECONDS = 300

/** One page of the state that a watch starts from. */
export interface InitialPage {
  readonly items: readonly ApiObject[]
  readonly resourceVersion: string
  readonly continue: string | undefined
}

/** Source of a watch's state and events. */
export interface WatchSource {
  readonly clock: Clock
  readonly random: Random
  /** Aborted when no more events will arrive. */
  readonly closed: AbortSignal
  /** @param isRepeated - The caller repeats the request where it fails. Default false. */
  page(query: ReadonlyMap<string, string>, signal: AbortSignal, isRepeated?: boolean): Promise<InitialPage>
  events(query: ReadonlyMap<string, string>): Observable<TransportEvent>
}

/**
 * Watches, and recovers from failures.
 *
 * @param source - Source of state and events.
 * @param options - Selectors and start.
 * @returns Events without end. Each subscription and each iteration opens its own watch. It completes when the client is closed,
 *   and fails with permanent errors, such as 403.
 */
export const watchForever = <T extends ApiObject>(source: WatchSource, options: WatchOptions): WatchEvents<T> =>
  new WatchEvents<T>(source, options)

/** An Observable of events, which `for await` reads as well. */
class WatchEvents<T extends ApiObject> extends Observable<WatchEvent<T>> implements AsyncIterable<WatchEvent<T>> {
  readonly #source: WatchSource
  readonly #options: WatchOptions

  constructor(source: WatchSource, options: WatchOptions) {
    super((subscriber) => {
      const receiver = {
        receive: (event: WatchEvent<T>) => subscriber.next(event),
        fail: (error: unknown) => subscriber.error(error),
        end: () => subscriber.complete(),
      }
      subscriber.add(startWatch(source, options, receiver))
    })
    this.#source = source
    this.#options = options
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchEvent<T>, undefined> {
    return new WatchIterator<WatchEvent<T>>((iterator) => startWatch(this.#source, this.#options, iterator, iterator))
  }
}

/** Takes the events of a watch. */
interface Receiver<T extends ApiObject> {
  receive(event: WatchEvent<T>): void
  fail(error: unknown): void
  end(): void
}

function startWatch<T extends ApiObject>(source: WatchSource, options: WatchOptions, receiver: Receiver<T>, backlog?: Backlog) {
  const loop = new WatchLoop(source, options, receiver as Receiver<ApiObject>, backlog)
  void loop.run()
  return () => loop.stop()
}

class WatchLoop {
  readonly #source: WatchSource
  readonly #clock: Clock
  readonly #options: WatchOptions
  readonly #receiver: Receiver<ApiObject>
  readonly #backlog: Backlog | undefined
  readonly #ended = new AbortController()
  readonly #backOff: BackOff
  readonly #restarts: BackOff
  /** When the version to resume from last expired. */
  #expiredMs: number | undefined
  /** Events up to here were delivered; undefined when the state has to be delivered first. */
  #revision: string | undefined
  #streamsState: boolean
  /** A failure since the last stream was opened: the plane that answers next may be another one. */
  #isDoubtful = false
  #stopWaiting: (() => void) | undefined

  constructor(source: WatchSource, options: WatchOptions, receiver: Receiver<ApiObject>, backlog: Backlog | undefined) {
    this.#source = source
    this.#clock = steadyClock(source.clock)
    this.#options = options
    this.#receiver = receiver
    this.#backlog = backlog
    this.#backOff = new BackOff({ random: source.random })
    this.#restarts = new BackOff({ random: source.random })
    this.#revision = options.resourceVersion
    // Only pages can wait until their objects are taken: a stream that was left during the initial state has to begin again.
    this.#streamsState = options.initial === 'stream' && backlog === undefined
  }

  stop(): void {
    this.#stopWaiting?.()
    this.#ended.abort()
  }

  readonly #complete = (): void => {
    this.#ended.abort()
    this.#receiver.end()
  }

  async run(): Promise<void> {
    const { closed } = this.#source
    if (closed.aborted) return this.#complete()
    this.#stopWaiting = onAbort(closed, this.#complete)
    while (!this.#ended.signal.aborted) {
      try {
        if (this.#backlog?.isFull) await this.#backlog.taken()
        if (this.#ended.signal.aborted) return
        if (this.#revision === undefined && !this.#streamsState) await this.#tellState()
        else {
          if (this.#isDoubtful) await this.#confirmVersion()
          await this.#follow()
        }
      } catch (error) {
        if (!this.#ended.signal.aborted) await this.#recover(error)
      }
    }
  }

  async #recover(error: unknown): Promise<void> {
    if (this.#revision === undefined && this.#streamsState && isRefusedQuery(error)) {
      this.#streamsState = false
      return
    }
    // A plane that was restored, or lost its state, may never reach the version. Where it lags behind, its newest state is right too.
    const expired = isExpired(error) || (isAhead(error) && this.#revision !== undefined)
    if (!expired && !isTransient(error)) {
      this.stop()
      return this.#receiver.fail(error)
    }
    notify('onRetry', this.#options.onRetry, error)
    if (expired) this.#backlog?.widen()
    this.#isDoubtful = !expired && this.#revision !== undefined
    if (!expired || this.#revision === undefined) return this.#wait(error)
    this.#revision = undefined
    await this.#beforeRestart()
  }

  /** The first restart is immediate; later ones back off, for a plane whose history is too short. */
  async #beforeRestart(): Promise<void> {
    const lastMs = this.#expiredMs
    this.#expiredMs = this.#clock.now()
    if (lastMs === undefined || this.#expiredMs - lastMs >= CALM_MS) this.#restarts.reset()
    else await pause(this.#clock, this.#restarts.nextMs(), this.#ended.signal)
  }

  #wait(error?: unknown): Promise<void> {
    const delayMs = retryAfterMs(error) ?? this.#backOff.nextMs()
    return pause(this.#clock, delayMs, this.#ended.signal)
  }

  /** Reads the whole state page by page. */
  async #tellState(): Promise<void> {
    const { labelSelector, fieldSelector } = this.#options
    let started = false
    const trail = new TokenTrail()
    let token: string | undefined
    do {
      const query = queryOf({ labelSelector, fieldSelector, limit: PAGE_SIZE, continue: token })
      const page = await this.#source.page(query, this.#ended.signal)
      if (this.#ended.signal.aborted) return
      if (!started) this.#tell({ type: 'RESTARTED' })
      started = true
      if (!page.items.every(hasName)) throw new ConnectionError('the list has items without a name')
      for (const object of page.items) this.#tell({ type: 'ADDED', object })
      if (this.#backlog?.isFull) await this.#backlog.taken()
      if (this.#ended.signal.aborted) return
      token = trail.next(page)
      if (token === undefined) this.#synced(page.resourceVersion)
    } while (token !== undefined)
  }

  #synced(resourceVersion: string): void {
    this.#revision = resourceVersion
    this.#backOff.reset()
    this.#tell({ type: 'SYNCED', resourceVersion })
  }

  /**
   * Asks whether the plane has reached the version to resume from. A watch from a later one would stay silent until the plane
   * reaches it, without what happened before.
   *
   * @throws {@link ApiError} 504 when it has not.
   */
  async #confirmVersion(): Promise<void> {
    const { labelSelector, fieldSelector } = this.#options
    const resourceVersionMatch = 'NotOlderThan'
    const query = queryOf({ labelSelector, fieldSelector, limit: 1, resourceVersion: this.#revision, resourceVersionMatch })
    try {
      await this.#source.page(query, this.#ended.signal, true)
    } catch (error) {
      // Who may watch and not list is refused here, and not by the watch.
      if (isTransient(error)) throw error
    }
    this.#isDoubtful = false
  }

  /** Follows one stream to its end. */
  async #follow(): Promise<void> {
    const startedMs = this.#clock.now()
    const before = this.#revision
    let events = 0
    await this.#stream((event) => {
      if (events === 0 && this.#revision === undefined) this.#tell({ type: 'RESTARTED' })
      events += 1
      if (event.type === 'BOOKMARK') this.#mark(event.resourceVersion, event.initialEventsEnd)
      else {
        this.#tell(event)
        if (this.#revision !== undefined) this.#moveOn(event.object.metadata.resourceVersion)
      }
    })
    if (this.#ended.signal.aborted || this.#revision !== before || this.#clock.now() - startedMs >= SHORT_STREAM_MS) return
    notify('onRetry', this.#options.onRetry, new ConnectionError('the watch ended before it had told anything new'))
    await this.#wait()
  }

  #mark(resourceVersion: string, initialEventsEnd: boolean): void {
    if (this.#revision !== undefined) {
      this.#moveOn(resourceVersion)
      this.#tell({ type: 'BOOKMARK', resourceVersion })
    } else if (initialEventsEnd) this.#synced(resourceVersion)
  }

  #moveOn(resourceVersion: string | undefined): void {
    // From an empty version, the next watch would begin with the state of then, without the deletions before.
    this.#revision = resourceVersion || this.#revision
    this.#backOff.reset()
  }

  #stream(next: (event: TransportEvent) => void): Promise<void> {
    const { labelSelector, fieldSelector } = this.#options
    const initial = this.#revision === undefined
    const query = queryOf({
      labelSelector,
      fieldSelector,
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#revision,
      sendInitialEvents: initial ? 'true' : undefined,
      resourceVersionMatch: initial ? 'NotOlderThan' : undefined,
      timeoutSeconds: Math.round(MIN_STREAM_SECONDS * (1 + fraction(this.#source.random))),
    })
    const backlog = this.#backlog
    const events = this.#source.events(query)
    const wanted = backlog === undefined ? events : events.pipe(takeWhile(() => !backlog.isFull, true))
    return new Promise((resolve, reject) => {
      const subscription = wanted.subscribe({ next, error: reject, complete: resolve })
      const leave = () => {
        subscription.unsubscribe()
        resolve()
      }
      if (this.#ended.signal.aborted) leave()
      else this.#ended.signal.addEventListener('abort', leave, { once: true })
      subscription.add(() => this.#ended.signal.removeEventListener('abort', leave))
    })
  }

  #tell(event: WatchEvent<ApiObject>): void {
    this.#receiver.receive(event)
  }
}
