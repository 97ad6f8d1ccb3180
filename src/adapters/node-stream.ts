/**
 * Streamed bodies through Node servers.
 *
 * @module
 */

import type { ServerResponse as HttpResponse } from 'node:http'
import type { BodySink, StreamBody } from '../server/index.js'
import { flushInTime, Gathering } from './flushes.js'
import { joinedWrites } from './joined-writes.js'
import type { NodeResponse } from './node-messages.js'

/** Whether a response is one of the compatibility API of `node:http2`. */
export const isHttp2 = (target: NodeResponse): target is Exclude<NodeResponse, HttpResponse> => 'stream' in target

/** Maximum bytes buffered for the next flush: beyond that, another write costs less than the wait. */
const MOST_GATHERED = 64 * 1024

/** Lifetime of a body. */
export interface Life {
  readonly over: boolean
  /** Ends it, once. */
  finish(): void
  /** Sets the callback for the end, called once. */
  releaseBy(release: () => void): void
}

/**
 * Sends a body as it is produced. Chunks before a flush are sent in one write.
 *
 * @param target - The response, whose headers were sent.
 * @param body - The body.
 */
export function stream(target: NodeResponse, body: StreamBody): void {
  const life = lifeOf(target)
  life.releaseBy(body.start(new GatheringSink(target, life)))
}

/** Buffers writes to a response until the next flush. */
class GatheringSink implements BodySink {
  readonly #target: NodeResponse
  readonly #life: Life
  /** Chunks for the next flush, and their size in bytes. */
  #chunks: Uint8Array[] = []
  #length = 0
  #drained: (() => void) | undefined
  #isPlanned = false
  readonly #gathering = new Gathering(() => {
    this.#isPlanned = false
    this.#flush()
  })

  constructor(target: NodeResponse, life: Life) {
    this.#target = target
    this.#life = life
  }

  write(chunk: Uint8Array, onSent?: () => void): number {
    if (this.#life.over) return 0
    if (onSent) {
      this.#flush()
      // A single chunk is passed to TLS as it is; several are copied to one first.
      this.#corked(() => writeTo(this.#target, chunk, unlessFailed(onSent)))
      return this.#out.writableLength
    }
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < MOST_GATHERED) this.#planFlush()
    else this.#flush()
    return this.#length + this.#out.writableLength
  }

  onDrained(callback: () => void): void {
    if (this.#chunks.length > 0) this.#drained = callback
    else this.#whenDrained(callback)
  }

  end(): void {
    this.#flush()
    this.#target.end()
    this.#life.finish()
  }

  abort(): void {
    this.#life.finish()
    breakOff(this.#target)
  }

  get #out() {
    return isHttp2(this.#target) ? this.#target.stream : this.#target
  }

  #planFlush(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    flushInTime(this.#gathering)
  }

  #flush(): void {
    if (this.#life.over || this.#chunks.length === 0) return
    const writes = joinedWrites(this.#chunks)
    this.#chunks = []
    this.#length = 0
    this.#corked(() => {
      for (const bytes of writes) writeTo(this.#target, bytes)
    })
    if (this.#drained) this.#whenDrained(this.#drained)
    this.#drained = undefined
  }

  /**
   * Corks the connection, so that it is written to within the flush and not in a later turn. The response is not corked: recent
   * versions of Node omit `drain` events after that.
   */
  #corked(write: () => void): void {
    const connection = isHttp2(this.#target) ? this.#target.stream : this.#target.socket
    connection?.cork()
    write()
    connection?.uncork()
  }

  #whenDrained(callback: () => void): void {
    const goOn = () => {
      if (!this.#life.over) callback()
    }
    if (this.#out.writableNeedDrain) this.#target.once('drain', goOn)
    else process.nextTick(goOn)
  }
}

/** Starts the lifetime of a body, which ends with its response at the latest. */
export function lifeOf(target: NodeResponse): Life {
  let release: (() => void) | undefined
  const life = {
    over: false,
    finish() {
      if (life.over) return
      life.over = true
      release?.()
    },
    releaseBy(callback: () => void) {
      release = callback
      if (life.over) callback()
    },
  }
  target.once('close', life.finish)
  return life
}

/** Breaks a connection off, so that the client sees an incomplete body. */
export function breakOff(target: NodeResponse): void {
  if (isHttp2(target)) target.stream.destroy()
  else {
    // A pipelined response that is not first has no connection yet.
    if (!target.socket) target.req.socket.destroy()
    target.destroy()
  }
}

/** The two kinds of responses have the same method with incompatible signatures. */
const writeTo = (target: NodeResponse, chunk: Uint8Array, done: WriteDone = ignore): boolean =>
  isHttp2(target) ? target.write(chunk, done) : target.write(chunk, done)

type WriteDone = (error?: Error | null) => void

const ignore: WriteDone = () => {}

/** Calls back when bytes are written. After a failed connection it is unknown whether they are still being read. */
export const unlessFailed =
  (onSent: (() => void) | undefined): WriteDone =>
  (error) => {
    if (!error) onSent?.()
  }
