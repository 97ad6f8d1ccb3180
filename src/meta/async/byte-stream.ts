/**
 * Bytes as they are produced, as a stream that its reader pulls.
 *
 * @module
 */

const encoder = new TextEncoder()

/**
 * Makes a byte stream of chunks. The next chunk is requested when the previous one was read; none is buffered.
 *
 * `ReadableStream.from` is not in every browser, and takes no text.
 *
 * @param chunks - Bytes, or text, which is sent as UTF-8. `return()` is called when the reader cancels.
 */
export function byteStream(chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
