/**
 * A large list on its way to a client: written slice by slice, so that other requests are answered in between, and no
 * faster than the client reads.
 *
 * @module
 */

import { TurnShare } from '../../meta/index.js'
import type { BodySink, StreamBody } from '../http.js'

/** Bytes that may wait in the host before the next slice is written. */
const MOST_WAITING = 256 * 1024

/** Called with the failure of a list that has begun. */
export type OnFault = (error: unknown) => void

/** What a {@link ListStream} sends. */
export interface SlicedBody {
  /** The parts of the body, in their order. An empty one reports other slow work. */
  readonly slices: Iterator<Uint8Array>
  /** Bytes of all of them, where known. */
  readonly length?: number | undefined
  /** Frees the memory of a sent slice. */
  readonly free?: (slice: Uint8Array) => void
}

/** A body of slices, each made when the client has room for it. */
export class ListStream implements StreamBody {
  readonly isLarge = true
  readonly length: number | undefined
  readonly #slices: Iterator<Uint8Array>
  readonly #free: SlicedBody['free']
  readonly #onFault: OnFault
  readonly #share: TurnShare
  #sink: BodySink | undefined

  /**
   * @param body - The slices.
   * @param onFault - Called when making one fails. The body is broken off then.
   * @param share - How much of a turn of the event loop it may take.
   */
  constructor({ slices, length, free }: SlicedBody, onFault: OnFault, share = new TurnShare()) {
    this.length = length
    this.#slices = slices
    this.#free = free
    this.#onFault = onFault
    this.#share = share
  }

  /** Starts writing. */
  start(sink: BodySink): () => void {
    this.#sink = sink
    this.#share.begin()
    this.#write()
    return () => {
      this.#sink = undefined
      this.#slices.return?.()
    }
  }

  /** A host that sends synchronously says so in the same turn. */
  readonly #goOn = (): void => {
    if (this.#share.isSpent) this.#share.goOn(this.#write)
    else this.#write()
  }

  readonly #write = (): void => {
    for (let sink = this.#sink; sink; sink = this.#sink) {
      const slice = this.#next(sink)
      if (!slice) return
      if (slice.length > 0 && this.#send(sink, slice) > MOST_WAITING) {
        sink.onDrained(this.#goOn)
        return
      }
      // Also when nothing waits: a host may send all of it synchronously.
      if (this.#share.isSpent) {
        this.#share.goOn(this.#write)
        return
      }
    }
  }

  #send(sink: BodySink, slice: Uint8Array): number {
    const free = this.#free
    return free ? sink.write(slice, () => free(slice)) : sink.write(slice)
  }

  /** The next slice; undefined when the body is over. */
  #next(sink: BodySink): Uint8Array | undefined {
    try {
      const { done, value } = this.#slices.next()
      if (!done) return value
      sink.end()
    } catch (error) {
      this.#onFault(error)
      sink.abort()
    }
    return undefined
  }
}
