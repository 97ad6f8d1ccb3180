/**
 * Bodies that are not sent.
 *
 * @module
 */

import type { BodySink, ServerResponse } from '../server/index.js'

const DISCARDING: BodySink = Object.freeze({ write: () => 0, onDrained() {}, end() {}, abort() {} })

/** Opens a body that will not be sent and ends it at once, which releases its memory, watches and timers. */
export function discardBody(body: ServerResponse['body']): void {
  if (!(body instanceof Uint8Array)) body.start(DISCARDING)()
}
