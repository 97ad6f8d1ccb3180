/**
 * Response bodies: read whole or line by line, always with a limit.
 *
 * @module
 */

import { ByteBuffer } from '../../meta/index.js'
import { ConnectionError } from '../errors.js'

/** Maximum size of one answer. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024
/** Longest line of a watch; Kubernetes stores no object that is nearly as large. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

const LINE_FEED = 10

/**
 * Reads a body to its end.
 *
 * @param body - The body.
 * @param maxBytes - Maximum size.
 * @throws {@link ConnectionError} for a larger body.
 */
export async function readWhole(body: AsyncIterable<Uint8Array>, maxBytes = MAX_ANSWER_BYTES): Promise<Uint8Array> {
  const bytes = new ByteBuffer()
  for await (const chunk of guarded(body)) {
    bytes.add(chunk)
    if (bytes.length > maxBytes) throw new ConnectionError(`the answer is longer than ${maxBytes} bytes`)
  }
  return bytes.take()
}

/**
 * Reads a body line by line. Empty lines are skipped, and so is a last line without its end.
 *
 * @param body - The body.
 * @param maxBytes - Longest line.
 * @throws {@link ConnectionError} for a longer one.
 */
export async function* readLines(
  body: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Uint8Array, void, undefined> {
  const most = Math.min(maxBytes, MAX_LINE_BYTES)
  const line = new ByteBuffer()
  for await (const chunk of guarded(body)) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      if (end > start) line.add(chunk.subarray(start, end))
      start = end + 1
      if (line.length > most) break
      if (line.length > 0) yield line.take()
    }
    // The sender may reuse its buffer after this turn.
    if (start < chunk.length) line.add(chunk.slice(start))
    if (line.length > most) throw new ConnectionError(`a line of the watch is longer than ${most} bytes`)
  }
  if (line.length > 0) throw new ConnectionError('the watch broke off in the midst of an event')
}

/** Reports every failure of a body as a broken connection. */
async function* guarded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError('the connection broke in the midst of the answer', error)
  }
}
