/**
 * A body that is made while it is read, counted until its client has read it or stops reading.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import type { BodySink, StreamBody } from '../http.js'

/** Options of a {@link HeldStream}. */
export interface HeldStreamOptions {
  /** Called once when the body is over. */
  readonly giveBack: () => void
  /** Called once with the bytes that were sent, when the body is over. */
  readonly onSent?: ((bytes: number) => void) | undefined
  /** Milliseconds in which a client has to continue reading. */
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Forwards a body. */
export class HeldStream implements StreamBody {
  readonly isLarge = true
  readonly length: number | undefined
  readonly #body: StreamBody
  readonly #options: HeldStreamOptions
  #giveBack: (() => void) | undefined
  #sink: BodySink | undefined
  #endTimer: () => void

  /**
   * @param body - The body.
   * @param options - See {@link HeldStreamOptions}.
   */
  constructor(body: StreamBody, options: HeldStreamOptions) {
    this.length = body.length
    this.#body = body
    this.#options = options
    this.#giveBack = options.giveBack
    // Also where the host drops it without notice.
    this.#endTimer = this.#timer()
  }

  start(sink: BodySink): () => void {
    this.#sink = sink
    this.#endTimer()
    let [waiting, sent] = [0, 0]
    const release = this.#body.start({
      write(chunk, onSent) {
        sent += chunk.length
        waiting = sink.write(chunk, onSent)
        return waiting
      },
      onDrained: (callback) => this.#whenRead(callback),
      end: () => (waiting > 0 ? this.#whenRead(() => sink.end()) : sink.end()),
      abort: () => sink.abort(),
    })
    return () => {
      release()
      this.#over()
      this.#options.onSent?.(sent)
    }
  }

  #whenRead(callback: () => void): void {
    const endTimer = this.#timer()
    this.#endTimer = endTimer
    this.#sink?.onDrained(() => {
      endTimer()
      callback()
    })
  }

  #timer(): () => void {
    const { clock, timeoutMs } = this.#options
    return clock.setTimeout(() => {
      const sink = this.#sink
      this.#over()
      sink?.abort()
    }, timeoutMs)
  }

  #over(): void {
    this.#endTimer()
    this.#giveBack?.()
    this.#giveBack = undefined
    this.#sink = undefined
  }
}
