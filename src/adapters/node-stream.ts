/**
 * Streamed bodies through Node servers.
 *
 * @module
 */

import type { ServerResponse as HttpResponse } from 'node:http'
import type { BodySink, StreamBody } from '../server/index.js'
import { whenTimeToFlush } from './flushes.js'
import { joinedWrites } from './joined-writes.js'
import type { NodeResponse } from './node-messages.js'

/** Whether a response is one of the compatibility API of `node:http2`. */
export const isHttp2 = (target: NodeResponse): target is Exclude<NodeResponse, HttpResponse> => 'stream' in target

/** Where a body goes whose client has left. */
export const deadSink: BodySink = Object.freeze({ write: () => 0, onDrained() {}, end() {}, abort() {} })

/** What is gathered for the next flush is no more than that: beyond it, one write more costs less than the wait. */
const MOST_GATHERED = 64 * 1024

/** How long a body lasts. */
export interface Life {
  readonly over: boolean
  /** Ends it, whoever asks for that first. */
  finish(): void
  /** Says what to call once when it is over. */
  releaseBy(release: () => void): void
}

/**
 * Sends a body as it comes to be. What is written before a flush goes out in one write.
 *
 * @param target - The response, whose headers were sent.
 * @param body - The body.
 */
export function stream(target: NodeResponse, body: StreamBody): void {
  const life = lifeOf(target)
  const out = isHttp2(target) ? target.stream : target
  /** Chunks that wait for the next flush, and how many bytes they are. */
  let chunks: Uint8Array[] = []
  let length = 0
  let drained: (() => void) | undefined
  let isPlanned = false
  // Corked here, the connection is written to before a flush is over, and not in a later turn of its own. Not the response: newer
  // Nodes forget to say that one is drained which was corked.
  const corked = (write: () => void) => {
    const connection = isHttp2(target) ? target.stream : target.socket
    connection?.cork()
    write()
    connection?.uncork()
  }
  const flush = () => {
    if (life.over || chunks.length === 0) return
    const writes = joinedWrites(chunks)
    chunks = []
    length = 0
    corked(() => {
      for (const bytes of writes) writeTo(target, bytes)
    })
    if (drained) whenDrained(drained)
    drained = undefined
  }
  const planFlush = () => {
    if (isPlanned) return
    isPlanned = true
    whenTimeToFlush(() => {
      isPlanned = false
      flush()
    })
  }
  const whenDrained = (callback: () => void) => {
    const goOn = () => {
      if (!life.over) callback()
    }
    if (out.writableNeedDrain) target.once('drain', goOn)
    else process.nextTick(goOn)
  }
  const sink: BodySink = {
    write(chunk, onSent) {
      if (life.over) return 0
      if (onSent) {
        flush()
        // Alone, it is handed to TLS as it is; several are copied to one first.
        corked(() => writeTo(target, chunk, unlessFailed(onSent)))
        return out.writableLength
      }
      chunks.push(chunk)
      length += chunk.length
      if (length < MOST_GATHERED) planFlush()
      else flush()
      return length + out.writableLength
    },
    onDrained(callback) {
      if (chunks.length > 0) drained = callback
      else whenDrained(callback)
    },
    end() {
      flush()
      target.end()
      life.finish()
    },
    abort() {
      life.finish()
      breakOff(target)
    },
  }
  life.releaseBy(body.start(sink))
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

/** Calls back when bytes are written. Who is told that a connection has failed does not know whether they are still being read. */
export const unlessFailed =
  (onSent: (() => void) | undefined): WriteDone =>
  (error) => {
    if (!error) onSent?.()
  }
