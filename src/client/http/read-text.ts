/**
 * Reads documents of a server that are not objects, such as its metrics.
 *
 * @module
 */

import { ConnectionError } from '../errors.js'
import { readWhole } from './body.js'
import { exchange } from './exchange.js'
import type { HttpOptions } from './transport.js'

/**
 * Reads a document as text.
 *
 * @param options - How to send.
 * @param path - Its path, such as `/metrics`.
 * @throws {@link ApiError} when the server refuses the request, {@link ConnectionError} when it does not answer in time.
 */
export async function readText(options: HttpOptions, path: string): Promise<string> {
  const { clock, timeoutMs, sender, credentials } = options
  const end = new AbortController()
  const cancel = clock.setTimeout(() => end.abort(new ConnectionError(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    const headers = [['accept', 'text/plain'] as const, ...options.headers]
    const { body } = await exchange(options, { method: 'GET', url: path, headers, body: undefined, signal: end.signal })
    return new TextDecoder().decode(await readWhole(body, options.maxAnswerBytes))
  } finally {
    cancel()
    sender.close()
    credentials.close?.()
  }
}
