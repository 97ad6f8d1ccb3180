/**
 * One watch stream: events in, lines out.
 *
 * The initial state is read as fast as the client reads it, and is not buffered. Later events
 * are buffered as lines that all watches of the same form share, within bounds.
 *
 * @module
 */

import type { Observable, Subscription } from 'rxjs'
import { type ApiError, type Clock, systemClock, TurnShare, toApiError } from '../meta/index.js'
import type { StoreEvent, WatchPace } from '../store/index.js'
import type { StreamRoom } from './answers/stream-room.js'
import type { WatchEncoder } from './answers/watch-encoder.js'
import type { BodySink, StreamBody } from './http.js'

/** Options of a watch stream. */
export interface WatchStreamOptions {
  readonly encoder: WatchEncoder
  /** Bytes that may wait, beyond the initial state, before the stream is broken off. */
  readonly maxBacklogBytes: number
  /** Milliseconds in which a client has to read the rest once the watch is over. */
  readonly lingerMs: number
  /** For what waits in the host. */
  readonly room: StreamRoom
  readonly clock: Clock
  /** Called with each event that is handed to the host. */
  readonly onSent: () => void
  /** Called whenever the client reads slower than events come: the next one is made when it has caught up. */
  readonly onFull?: () => void
  /** Called once, when the watch is over. */
  readonly onEnd: () => void
  /** Called with an internal failure. */
  readonly onFault: (error: ApiError) => void
  /** How much of a turn of the event loop the initial state takes. */
  readonly share?: TurnShare
}

/**
 * Opens the watch.
 *
 * @param onStarted - Called when the initial state, or the history replayed, was delivered.
 * @param pace - How fast that may be delivered.
 */
export type OpenWatch = (onStarted: () => void, pace: WatchPace) => Observable<StoreEvent>

/** Sent lines that are kept before they are dropped together. */
const LINES_KEPT = 256
/** In the place of a line that was sent: it may have been a megabyte. */
const SENT = new Uint8Array(0)

/**
 * Subscribes at once, so that a refusal is known before an answer begins, and writes as soon as there is a sink.
 */
export class WatchStream implements StreamBody, WatchPace {
  readonly #options: WatchStreamOptions
  readonly #share: TurnShare
  #subscription: Subscription | undefined
  #sink: BodySink | undefined
  #lines: Uint8Array[] = []
  #next = 0
  /** Bytes of the next line that were written already. */
  #offset = 0
  #waitingBytes = 0
  #hostIsFull = false
  /** Other watches have used up this turn: writing continues in a later one. */
  #isQueued = false
  /** Continues the start once there is room. */
  #goOn: (() => void) | undefined
  /** The start continues in the next turn. */
  #isPlanned = false
  /** Room was not asked for yet in this turn. */
  #isFreshTurn = true
  /** True while events of the initial state arrive, or of the history replayed. */
  #starting = true
  #begun = false
  #completed = false
  #failure: ApiError | undefined
  #over = false
  #cancelLinger: (() => void) | undefined

  constructor(open: OpenWatch, options: WatchStreamOptions) {
    this.#options = options
    // Under a clock of a test, what the watch starts with does not depend on the speed of the machine.
    this.#share = options.share ?? new TurnShare(options.clock === systemClock ? {} : { now: () => 0 })
    const onStarted = () => {
      this.#starting = false
    }
    const subscription = open(onStarted, this).subscribe({
      next: (event) => this.#take(event),
      error: (error: unknown) => this.#finish(toApiError(error)),
      complete: () => this.#finish(undefined),
    })
    if (this.#over || this.#completed) subscription.unsubscribe()
    else this.#subscription = subscription
  }

  /** Why the watch was refused, if it was before its first event. */
  get refusal(): ApiError | undefined {
    return this.#begun ? undefined : this.#failure
  }

  get hasRoom(): boolean {
    // The time until the first event is not the watch's own.
    if (this.#isFreshTurn) this.#share.begin()
    this.#isFreshTurn = false
    return this.#takesMore && !this.#share.isSpent
  }

  whenRoom(goOn: () => void): void {
    this.#goOn = goOn
    this.#plan()
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

  /** Releases everything: the client has disconnected, or the stream has ended. */
  stop(): void {
    if (this.#over) return
    this.#over = true
    this.#subscription?.unsubscribe()
    this.#cancelLinger?.()
    this.#options.room.release()
    this.#lines = []
    this.#goOn = undefined
    this.#sink = undefined
    this.#options.onEnd()
  }

  /** Breaks the stream off: the client sees that it is not complete. */
  abort(): void {
    const sink = this.#sink
    this.stop()
    sink?.abort()
  }

  /** Bytes that may wait in the host; the initial state is read on when there are fewer. */
  get #hostBufferBytes(): number {
    const { room, maxBacklogBytes } = this.#options
    return Math.min(room.bytes, maxBacklogBytes / 2)
  }

  get #takesMore(): boolean {
    return !this.#hostIsFull && this.#waitingBytes < this.#hostBufferBytes
  }

  #take(event: StoreEvent): void {
    if (this.#over || this.#completed) return
    const line = this.#lineOf(event)
    if (!line) return
    this.#begun = true
    const { room } = this.#options
    const isNext = this.#isFree && this.#next === this.#lines.length
    if (isNext && line.length <= room.bytes && room.mayWrite(line.length)) {
      this.#write(this.#sink as BodySink, line)
      this.#options.onSent()
      return
    }
    this.#lines.push(line)
    this.#waitingBytes += line.length
    if (isNext) this.#flush()
    if (!this.#starting && this.#waitingBytes > this.#options.maxBacklogBytes) this.abort()
  }

  /** The line of an event. Lines of initial events are not shared with other watches, and are not cached. */
  #lineOf(event: StoreEvent): Uint8Array | undefined {
    const { encoder, onFault } = this.#options
    try {
      return event.type === 'BOOKMARK' ? encoder.bookmark(event) : encoder.object(event, !this.#starting)
    } catch (error) {
      // A throw into the watch would end the process: no request waits for it.
      const failure = toApiError(error)
      if (!this.#sink) this.#finish(failure)
      else {
        onFault(failure)
        this.abort()
      }
      return undefined
    }
  }

  #finish(failure: ApiError | undefined): void {
    if (this.#over || this.#completed) return
    this.#completed = true
    this.#failure = failure
    this.#goOn = undefined
    if (failure && failure.status.code >= 500) this.#options.onFault(failure)
    this.#subscription?.unsubscribe()
    if (this.#sink) this.#flush()
    // A client that has stopped reading would keep its backlog in memory while the connection lasts.
    if (!this.#over) this.#cancelLinger = this.#options.clock.setTimeout(() => this.abort(), this.#options.lingerMs)
  }

  /** The initial state is read in turns of the event loop that are shared with other such work. */
  #plan(): void {
    if (!this.#goOn || this.#isPlanned || !this.#takesMore) return
    this.#isPlanned = true
    this.#share.goOn(() => {
      this.#isPlanned = false
      this.#isFreshTurn = true
      const goOn = this.#goOn
      this.#goOn = undefined
      goOn?.()
    })
  }

  /** Whether it can be written to. */
  get #isFree(): boolean {
    return this.#sink !== undefined && !this.#hostIsFull && !this.#isQueued
  }

  #flush(): void {
    const { room } = this.#options
    while (this.#sink && this.#isFree) {
      const line = this.#lines[this.#next]
      if (line === undefined) break
      // As TLS copies it, no more is handed to the host at once.
      const { bytes } = room
      if (!room.mayWrite(Math.min(line.length - this.#offset, bytes))) {
        this.#queue()
        return
      }
      const piece = this.#offset > 0 || line.length > bytes ? line.subarray(this.#offset, this.#offset + bytes) : line
      this.#offset += piece.length
      this.#waitingBytes -= piece.length
      const isWhole = this.#offset === line.length
      if (isWhole) this.#stepOn()
      this.#write(this.#sink, piece)
      if (isWhole) this.#options.onSent()
    }
    if (this.#over || this.#next < this.#lines.length) return
    this.#lines = []
    this.#next = 0
    if (this.#completed) this.#close()
    else this.#plan()
  }

  #queue(): void {
    this.#isQueued = true
    this.#options.room.whenMayWrite(() => {
      this.#isQueued = false
      this.#flush()
    })
  }

  #stepOn(): void {
    this.#offset = 0
    this.#lines[this.#next] = SENT
    this.#next += 1
    if (this.#next < LINES_KEPT) return
    // A client that never catches up must not keep all that it has read in memory.
    this.#lines = this.#lines.slice(this.#next)
    this.#next = 0
  }

  #close(): void {
    const sink = this.#sink
    if (this.#failure) sink?.write(this.#options.encoder.error(this.#failure))
    this.stop()
    sink?.end()
  }

  #write(sink: BodySink, bytes: Uint8Array): void {
    const waiting = sink.write(bytes)
    if (waiting <= this.#hostBufferBytes || this.#over) return
    this.#hostIsFull = true
    this.#options.room.hold(waiting)
    this.#options.onFull?.()
    sink.onDrained(() => {
      this.#options.room.release()
      this.#hostIsFull = false
      this.#flush()
    })
  }
}
