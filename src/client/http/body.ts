/**
 * Bodies of answers: read whole, or line by line, and never without bounds.
 *
 * @module
 */

import { joinBytes } from '../../meta/index.js'
import { ConnectionError } from '../errors.js'

/** Most that is read of one answer. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024
/** Longest line of a watch; Kubernetes stores no object that is nearly as large. */
const MAX_LINE_BYTES = 32 * 1024 * 1024

const LINE_FEED = 10

/**
 * Reads a body to its end.
 *
 * @param body - The body.
 * @param maxBytes - Most that is read.
 * @throws {@link ConnectionError} when there is more.
 */
export async function readWhole(body: AsyncIterable<Uint8Array>, maxBytes = MAX_ANSWER_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of guarded(body)) {
    length += chunk.length
    if (length > maxBytes) throw new ConnectionError(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return joinBytes(chunks)
}

/**
 * Reads a body line by line. Empty lines are left out, and so is the end of a line that never came whole.
 *
 * @param body - The body.
 * @param maxBytes - Longest line.
 * @throws {@link ConnectionError} for a longer one.
 */
export async function* readLines(
  body: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of guarded(body)) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, end))
      length += end - start
      start = end + 1
      if (length > maxBytes) break
      if (length > 0) yield joinBytes(parts)
      parts = []
      length = 0
    }
    length += chunk.length - start
    if (length > maxBytes) throw new ConnectionError(`a line of the watch is longer than ${maxBytes} bytes`)
    // Kept beyond this turn, so it is copied: the sender may use its buffer again.
    if (start < chunk.length) parts.push(chunk.slice(start))
  }
  if (length > 0) throw new ConnectionError('the watch broke off in the midst of an event')
}

/** Whatever breaks a body, it is the connection that broke. */
async function* guarded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body
  } catch (error) {
    throw error instanceof ConnectionError ? error : new ConnectionError('the connection broke in the midst of the answer', error)
  }
}
