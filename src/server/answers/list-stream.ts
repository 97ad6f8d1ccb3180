/**
 * A large list on its way to a client: written slice by slice, so that other requests are answered in between, and no
 * faster than the client reads.
 *
 * @module
 */

import type { BodySink, StreamBody } from '../http.js'

/** Bytes that may wait in the host before the next slice is written. */
const MOST_WAITING = 256 * 1024
/** Bytes that are written before other work gets its turn: about a millisecond's worth. */
const BYTES_PER_TURN = 1024 * 1024

/** What becomes of a list that goes wrong half-way. */
export type OnFault = (error: unknown) => void

/** A body made of slices, each of which is made when there is room for it. */
export class ListStream implements StreamBody {
  readonly isLarge = true
  readonly #slices: Iterator<Uint8Array>
  readonly #onFault: OnFault
  #sink: BodySink | undefined
  #left = BYTES_PER_TURN

  /**
   * @param slices - The parts of the body, in their order.
   * @param onFault - Called when making one fails. The body is broken off then.
   */
  constructor(slices: Iterator<Uint8Array>, onFault: OnFault) {
    this.#slices = slices
    this.#onFault = onFault
  }

  /** Starts writing. */
  start(sink: BodySink): () => void {
    this.#sink = sink
    this.#write()
    return () => {
      this.#sink = undefined
      this.#slices.return?.()
    }
  }

  readonly #write = (): void => {
    for (let sink = this.#sink; sink; sink = this.#sink) {
      const slice = this.#next(sink)
      if (!slice) return
      const waiting = sink.write(slice)
      this.#left -= slice.length
      if (this.#left <= 0) {
        this.#left = BYTES_PER_TURN
        // Also when nothing waits: a host may have sent it all without looking at anything else.
        setTimeout(this.#write, 0)
        return
      }
      if (waiting > MOST_WAITING) {
        sink.onDrained(this.#write)
        return
      }
    }
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
