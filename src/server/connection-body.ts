/**
 * A forwarded stream, read no faster than the client reads.
 *
 * @module
 */

import type { StreamRoom } from './answers/stream-room.js'
import type { BodySink, StreamBody } from './http.js'

/**
 * Makes a body of a stream. A chunk is read when the host has room for it; when the client disconnects, the stream is cancelled.
 *
 * @param stream - The stream; one that fails breaks the body off.
 * @param room - For what waits in the host.
 */
export const connectionBody = (stream: ReadableStream<Uint8Array>, room: StreamRoom): StreamBody => ({
  start(sink) {
    const reader = stream.getReader()
    pump(reader, sink, room).catch(() => sink.abort())
    return () => {
      room.release()
      // Cancelling a closed or failed stream rejects, which does not matter here.
      reader.cancel().catch(() => {})
    }
  },
})

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, sink: BodySink, room: StreamRoom): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return sink.end()
    for (let rest = value; rest.length > 0; ) {
      // A handler may return a whole file as one chunk, which TLS would encrypt in one go.
      const piece = rest.subarray(0, room.bytes)
      rest = rest.subarray(piece.length)
      const waiting = sink.write(piece)
      if (waiting <= room.bytes) continue
      room.hold(waiting)
      await new Promise<void>((resolve) => sink.onDrained(resolve))
      room.release()
    }
  }
}
