/**
 * A forwarded stream, read no faster than the client reads.
 *
 * @module
 */

import type { BodySink, StreamBody } from './http.js'

/** Bytes that may wait in the host before the next chunk is asked for. */
const MOST_WAITING = 64 * 1024
/** Longest piece that is handed to the host at once, as TLS encrypts it in one go: a handler may return a whole file as one chunk. */
const PIECE_BYTES = 64 * 1024

/**
 * Makes a body of a stream. A chunk is read when the host has room for it; when the client disconnects, the stream is cancelled.
 *
 * @param stream - The stream; one that fails breaks the body off.
 */
export const connectionBody = (stream: ReadableStream<Uint8Array>): StreamBody => ({
  start(sink) {
    const reader = stream.getReader()
    pump(reader, sink).catch(() => sink.abort())
    return () => {
      // Cancelling a closed or failed stream rejects, which does not matter here.
      reader.cancel().catch(() => {})
    }
  },
})

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, sink: BodySink): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return sink.end()
    for (let at = 0; at < value.length; at += PIECE_BYTES) {
      const waiting = sink.write(value.subarray(at, at + PIECE_BYTES))
      if (waiting > MOST_WAITING) await new Promise<void>((resolve) => sink.onDrained(resolve))
    }
  }
}
