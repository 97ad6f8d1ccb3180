/**
 * A connection to a subresource, from the call of its handler to the end of the forwarded body.
 *
 * @module
 */

import { onAbort, serviceUnavailable, TurnShare } from '../meta/index.js'
import type { OpenStream } from './watch-register.js'

/** Options of a connection. */
export interface ConnectionOptions {
  /** Whether a body that is cut short ends as if it were complete, or is broken off. */
  readonly endsCleanly: boolean
  /** Called when the body fails: its client only sees that the connection breaks. */
  readonly onFailure: (error: unknown) => void
  /** Called once, when the connection is over. */
  readonly onEnd: () => void
}

/** One connection. It buffers no more than one chunk, so the handler is as fast as the client. */
export class Connection implements OpenStream {
  readonly #options: ConnectionOptions
  readonly #aborting = new AbortController()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #output: ReadableStreamDefaultController<Uint8Array> | undefined
  #isOver = false
  /** Yields to other work when the handler has chunks ready and the client takes them at once. */
  readonly #share = new TurnShare()

  /** @param options - See {@link ConnectionOptions}. */
  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Aborts when the connection is over before the handler is done. */
  get signal(): AbortSignal {
    return this.#aborting.signal
  }

  /**
   * Calls the handler, and waits for its answer as long as the connection lasts.
   *
   * @throws {@link ApiError} 503 when it is over before.
   */
  answered(ask: () => Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(serviceUnavailable('the connection was ended before it was answered', 1))
      if (this.#isOver) return refuse()
      onAbort(this.signal, refuse)
      ask().then((response) => {
        // A late answer is discarded.
        if (this.#isOver) response.body?.cancel().catch(ignore)
        resolve(response)
      }, reject)
    })
  }

  /** Forwards a body as it is read. An empty one ends the connection. */
  pass(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | undefined {
    if (!body) {
      this.#finish()
      return undefined
    }
    const reader = body.getReader()
    this.#reader = reader
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#output = controller
        },
        pull: (controller) => this.#pull(reader, controller),
        cancel: () => this.abort(),
      },
      { highWaterMark: 0 },
    )
  }

  end(): void {
    this.#cut(this.#options.endsCleanly)
  }

  abort(): void {
    this.#cut(false)
  }

  async #pull(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    try {
      if (this.#share.isSpent) await this.#share.next()
      const { done, value } = await reader.read()
      if (this.#isOver) return
      if (!done) return controller.enqueue(value)
      this.#finish()
      controller.close()
    } catch (error) {
      if (this.#isOver) return
      this.#finish()
      this.#options.onFailure(error)
      controller.error(error)
    }
  }

  /** Ends a connection that is still open: aborts the handler and releases its body. */
  #cut(isClean: boolean): void {
    if (this.#isOver) return
    this.#finish()
    this.#aborting.abort()
    this.#reader?.cancel().catch(ignore)
    if (isClean) this.#output?.close()
    else this.#output?.error(new Error('the connection was broken off'))
  }

  #finish(): void {
    this.#isOver = true
    this.#options.onEnd()
  }
}

const ignore = (): void => {}
