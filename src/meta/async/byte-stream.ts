/**
 * Bytes as they are produced, as a stream that its reader pulls.
 *
 * @module
 */

const encoder = new TextEncoder()

/**
 * Makes a byte stream of chunks. The next chunk is asked for when the one before was read, and nothing is kept ready.
 *
 * `ReadableStream.from` is not in every browser, and takes no text.
 *
 * @param chunks - Bytes, or text, which is sent as UTF-8. They are asked to return when the reader cancels.
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
