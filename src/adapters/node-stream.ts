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

/** What is gathered for the next flush is no more than that: beyond it, one write more costs less than the wait. */
const MOST_GATHERED = 64 * 1024

/** How long a body lasts. */
export interface Life {
  readonly over: boolean
  /** Ends it, once. */
  finish(): void
  /** Says what to call once when it is over. */
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

/** Gathers what is written to a response until the next flush. */
class GatheringSink implements BodySink {
  readonly #target: NodeResponse
  readonly #life: Life
  /** Chunks that wait for the next flush, and how many bytes they are. */
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
      // Alone, it is handed to TLS as it is; several are copied to one first.
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
   * Corked here, the connection is written to before a flush is over, and not in a later turn of its own. Not the response: newer
   * Nodes
   * forget to say that one is drained which was corked.
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

/** Starts the life of a body, which ends with its response at the latest. */
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

/** Breaks a connection off: the client sees that the body is not complete. */
export function breakOff(target: NodeResponse): void {
  if (isHttp2(target)) target.stream.destroy()
  else {
    // One whose turn has not come has no connection yet.
    if (!target.socket) target.req.socket.destroy()
    target.destroy()
  }
}

/** The two kinds of responses have the same method with signatures that do not unite. */
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
