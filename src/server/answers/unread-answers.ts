/**
 * Large answers that their clients have not read yet.
 *
 * A short request may have a long answer, which is held until the client has read it. A client with many connections that reads
 * nothing could make a plane hold one for each of them: the total is bounded, and shared by users. Where many requests share
 * one connection (HTTP/2), short answers count as well.
 *
 * @module
 */

import { SharedBytes } from '../../endpoints/index.js'
import { afterThisTurn, type Clock, tooManyRequests } from '../../meta/index.js'
import type { BodySink, ServerResponse, StreamBody } from '../http.js'
import { HeldStream } from './held-stream.js'

/** Shorter answers are not counted on a connection of their own, which takes as much memory without any. */
const SMALL_BYTES = 64 * 1024
/** Memory of a list that is encoded while it is sent, as measured: its buffers, and its largest objects. */
const LIST_BYTES = 512 * 1024
/** Memory of one of many requests of a connection, beside its answer, as measured. */
const STREAM_BYTES = 8 * 1024
/** Longest part of an answer that a host gets at once: encryption takes 7 ms for each MiB, and a document may have fifty. */
const PIECE_BYTES = 4 * 1024 * 1024
/** Shorter answers are sent before they are compressed. */
const SHORTEST_COMPRESSED = 128 * 1024

/** Options of {@link UnreadAnswers}. */
export interface UnreadAnswersOptions {
  /** Of all large ones together, of large lists, and of all that share connections. No user has more than half of any. */
  readonly maxBytes: number
  /** Milliseconds in which a client has to read one. */
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Counts the memory of unread answers. */
export class UnreadAnswers {
  readonly #options: UnreadAnswersOptions
  readonly #bytes: SharedBytes
  readonly #lists: SharedBytes
  readonly #streams: SharedBytes

  /** @param options - See {@link UnreadAnswersOptions}. */
  constructor(options: UnreadAnswersOptions) {
    this.#options = options
    this.#bytes = new SharedBytes(options.maxBytes)
    this.#lists = new SharedBytes(options.maxBytes)
    this.#streams = new SharedBytes(options.maxBytes)
  }

  /**
   * Counts an answer that shares its connection with others, until its client has read it.
   *
   * @param response - The answer.
   * @param user - Name of the user.
   * @returns The answer to send; without room one that is broken off, as any error would wait as well.
   */
  holdStream(response: ServerResponse, user: string): ServerResponse {
    const { body } = response
    const isWhole = body instanceof Uint8Array
    // Watches and connections are counted elsewhere.
    if (!isWhole && !body.isLarge) return response
    const bytes = STREAM_BYTES + (isWhole ? body.length : SMALL_BYTES)
    if (!this.#streams.take(user, bytes)) return { ...response, body: BROKEN_BODY }
    return { ...response, onOver: () => this.#streams.giveBack(user, bytes) }
  }

  /**
   * Refuses a read of an object before it is encoded for nothing, once for each of a crowd of requests.
   *
   * @param user - Name of the user.
   * @param bytes - Size of the answer as JSON.
   * @throws {@link ApiError} 429 when there is no room for it.
   */
  requireRoom(user: string, bytes: number): void {
    if (bytes > SMALL_BYTES && !this.#bytes.hasRoomFor(user, bytes)) throw tooManyAnswers()
  }

  /**
   * Counts an answer until its client has read it.
   *
   * @param response - The answer.
   * @param user - Name of the user.
   * @param isRead - Whether the request is a read, and can be refused now.
   * @param onSent - Called once with its size, where it is made while it is sent.
   * @returns The answer to send. That of a write without room is broken off, as when a connection breaks.
   * @throws {@link ApiError} 429 when there is no room for the answer of a read.
   */
  hold(response: ServerResponse, user: string, isRead: boolean, onSent?: (bytes: number) => void): ServerResponse {
    const held = this.#held(response.body, user, onSent)
    if (held === response.body) return response
    if (!held && isRead) throw tooManyAnswers()
    return { ...response, body: held ?? BROKEN_BODY }
  }

  /** The body, counted if it has to be; undefined when there is no room for it. */
  #held(body: ServerResponse['body'], user: string, onSent?: (bytes: number) => void): ServerResponse['body'] | undefined {
    const { clock, timeoutMs } = this.#options
    if (body instanceof Uint8Array) {
      const { length } = body
      if (length <= SMALL_BYTES) return body
      if (!this.#bytes.take(user, length)) return undefined
      const held = new HeldBody(body, () => this.#bytes.giveBack(user, length))
      // Also where its host has dropped it without notice.
      held.endTimer = clock.setTimeout(() => held.breakOff(), timeoutMs)
      return held
    }
    if (!body.isLarge) return body
    const bytes = Math.min(body.length ?? LIST_BYTES, LIST_BYTES)
    if (!this.#lists.take(user, bytes)) return undefined
    return new HeldStream(body, { giveBack: () => this.#lists.giveBack(user, bytes), onSent, timeoutMs, clock })
  }
}

const tooManyAnswers = () => tooManyRequests('too many large answers wait to be read, please try again later', 1)

/** A whole body that reports when it was sent. */
class HeldBody implements StreamBody {
  readonly isLarge: boolean
  readonly length: number
  /** Ends the time limit of its client. */
  endTimer: (() => void) | undefined
  readonly #bytes: Uint8Array
  #giveBack: (() => void) | undefined
  #sink: BodySink | undefined

  constructor(bytes: Uint8Array, giveBack: () => void) {
    this.#bytes = bytes
    this.length = bytes.length
    this.isLarge = bytes.length > SHORTEST_COMPRESSED
    this.#giveBack = giveBack
  }

  start(sink: BodySink): () => void {
    this.#sink = sink
    this.#writeFrom(0)
    return () => this.#release()
  }

  #writeFrom(start: number): void {
    const sink = this.#sink
    if (!sink) return
    const end = start + PIECE_BYTES
    const isLast = end >= this.length
    const waiting = sink.write(start === 0 && isLast ? this.#bytes : this.#bytes.subarray(start, end), () => {})
    const goOn = () => (isLast ? sink.end() : this.#writeFrom(end))
    if (waiting > 0) sink.onDrained(goOn)
    else if (isLast) goOn()
    else afterThisTurn(goOn)
  }

  /** The time of its client is over. */
  breakOff(): void {
    const sink = this.#sink
    this.#release()
    sink?.abort()
  }

  #release(): void {
    this.endTimer?.()
    this.#giveBack?.()
    this.#giveBack = undefined
    this.#sink = undefined
  }
}

const BROKEN_BODY: StreamBody = Object.freeze({
  start(sink: BodySink) {
    sink.abort()
    return () => {}
  },
})
