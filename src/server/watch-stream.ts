/**
 * One watch on its way to a client: events in, lines out, never faster than the client reads for long.
 *
 * @module
 */

import type { Observable, Subscription } from 'rxjs'
import { type ApiError, TurnShare, toApiError } from '../meta/index.js'
import type { WatchEvent } from '../store/index.js'
import type { WatchEncoder } from './answers/watch-encoder.js'
import type { BodySink, StreamBody } from './http.js'

/** What a watch stream needs besides its events. */
export interface WatchStreamOptions {
  readonly encoder: WatchEncoder
  /** Bytes that may wait, beyond the state that the watch starts with, before the client is given up. */
  readonly maxBacklogBytes: number
  /** Called with each event that is handed to the host. */
  readonly onSent: () => void
  /** Called once, when the watch is over. */
  readonly onEnd: () => void
  /** Takes a failure that is a fault of ours. */
  readonly onFault: (error: ApiError) => void
  /** How much of a turn of the event loop is used for what waits. */
  readonly share?: TurnShare
}

/**
 * Opens the watch.
 *
 * @param onStarted - To be called when the state that it starts with, or the history replayed, was delivered.
 */
export type OpenWatch = (onStarted: () => void) => Observable<WatchEvent>

/** Bytes that are handed to the host before the rest waits here, as events: cheap, since rows are shared. */
const HOST_BUFFER_BYTES = 1024 * 1024
/** What an event without an object counts for. */
const SMALL_EVENT_BYTES = 256

/**
 * Subscribes at once, so that a refusal is known before an answer begins, and writes as soon as there is somewhere to
 * write to.
 */
export class WatchStream implements StreamBody {
  readonly #options: WatchStreamOptions
  readonly #hostBufferBytes: number
  readonly #share: TurnShare
  #subscription: Subscription | undefined
  #sink: BodySink | undefined
  #queue: WatchEvent[] = []
  #next = 0
  #backlogBytes = 0
  #hostIsFull = false
  /** What waits is written on in the next turn. */
  #isPlanned = false
  /** True while events of the state that the watch starts with arrive, or of the history replayed. */
  #starting = true
  #begun = false
  #completed = false
  #failure: ApiError | undefined
  #over = false

  constructor(open: OpenWatch, options: WatchStreamOptions) {
    this.#options = options
    this.#share = options.share ?? new TurnShare()
    this.#hostBufferBytes = Math.min(HOST_BUFFER_BYTES, options.maxBacklogBytes / 2)
    const onStarted = () => {
      this.#starting = false
    }
    const subscription = open(onStarted).subscribe({
      next: (event) => this.#take(event),
      error: (error: unknown) => this.#finish(toApiError(error)),
      complete: () => this.#finish(undefined),
    })
    if (this.#over) subscription.unsubscribe()
    else this.#subscription = subscription
  }

  /** Why the watch was refused, when it was before anything happened. */
  get refusal(): ApiError | undefined {
    return this.#begun ? undefined : this.#failure
  }

  /** Starts writing. */
  start(sink: BodySink): () => void {
    if (this.#over) {
      sink.end()
      return () => {}
    }
    this.#sink = sink
    this.#flush()
    return () => this.stop()
  }

  /** Ends the stream cleanly, after the events that wait. */
  end(): void {
    this.#finish(undefined)
  }

  /** Lets everything go: the client has left, or the stream has ended. */
  stop(): void {
    if (this.#over) return
    this.#over = true
    this.#subscription?.unsubscribe()
    this.#queue = []
    this.#sink = undefined
    this.#options.onEnd()
  }

  #take(event: WatchEvent): void {
    if (this.#over || this.#completed) return
    this.#begun = true
    if (this.#sink && !this.#starting && !this.#hostIsFull && this.#next === this.#queue.length) {
      this.#write(this.#sink, event, true)
      return
    }
    this.#queue.push(event)
    if (this.#starting) {
      this.#plan()
      return
    }
    this.#backlogBytes += event.type === 'BOOKMARK' ? SMALL_EVENT_BYTES : event.row.jsonLength
    if (this.#backlogBytes > this.#options.maxBacklogBytes) this.abort()
  }

  #finish(failure: ApiError | undefined): void {
    if (this.#over || this.#completed) return
    this.#completed = true
    this.#failure = failure
    if (failure && failure.status.code >= 500) this.#options.onFault(failure)
    this.#subscription?.unsubscribe()
    if (this.#sink) this.#flush()
  }

  /** A state of many objects comes in the turns of others: it is written in turns of its own. */
  #plan(): void {
    if (this.#isPlanned || !this.#sink || this.#hostIsFull) return
    this.#isPlanned = true
    this.#share.goOn(() => {
      this.#isPlanned = false
      this.#flush()
    })
  }

  #flush(): void {
    this.#share.begin()
    while (this.#sink && !this.#hostIsFull && !this.#isPlanned) {
      const event = this.#queue[this.#next]
      if (event === undefined) break
      this.#next += 1
      this.#write(this.#sink, event, false)
      if (this.#share.isSpent) this.#plan()
    }
    if (this.#over || this.#next < this.#queue.length) return
    this.#queue = []
    this.#next = 0
    this.#backlogBytes = 0
    if (this.#completed) this.#close()
  }

  #close(): void {
    const sink = this.#sink
    if (this.#failure) sink?.write(this.#options.encoder.error(this.#failure))
    this.stop()
    sink?.end()
  }

  /** Breaks the stream off: the client sees that it is not complete. */
  abort(): void {
    const sink = this.#sink
    this.stop()
    sink?.abort()
  }

  /** Events that waited are seldom anybody else's any more, nor are those of the start; their lines are not kept. */
  #write(sink: BodySink, event: WatchEvent, shared: boolean): void {
    const { encoder, onSent, onFault } = this.#options
    let line: Uint8Array
    try {
      line = event.type === 'BOOKMARK' ? encoder.bookmark(event) : encoder.object(event, shared)
    } catch (error) {
      // Thrown on to the watch, it would end the process: it is nobody's request.
      onFault(toApiError(error))
      this.abort()
      return
    }
    const waiting = sink.write(line)
    onSent()
    if (waiting <= this.#hostBufferBytes || this.#over) return
    this.#hostIsFull = true
    sink.onDrained(() => {
      this.#hostIsFull = false
      this.#flush()
    })
  }
}
