/**
 * Header lines: a bounded number, and one of each that may come only once.
 *
 * A proxy may use one of two lines, and the plane the other: that is how requests
 * are smuggled. So two are none.
 *
 * @module
 */

import { ApiError, badRequest, SINGLE_HEADERS } from '../meta/index.js'
import type { ServerRequest } from './http.js'

/** One bit for each length that a name may have. */
const LENGTHS = [...SINGLE_HEADERS.keys()].reduce((bits, { length }) => bits | (1 << length), 0)
const LENGTH_BITS = (SINGLE_HEADERS.get('content-length') ?? 0) | (SINGLE_HEADERS.get('transfer-encoding') ?? 0)

/**
 * Refuses requests with ambiguous header lines.
 *
 * @param raw - The request.
 * @param maxLines - How many lines it may have.
 * @throws {@link ApiError} 431 for more lines, or for lines that the host has dropped; 400 (ours) for a second line of a header that
 *   comes once, and for two ways of framing a body (RFC 9112 §6.3).
 */
export function checkHeaderLines({ headers, lacksHeaders }: ServerRequest, maxLines: number): void {
  if (lacksHeaders || headers.length > maxLines) {
    const most = lacksHeaders ? 'its host takes' : `${maxLines}`
    throw new ApiError({ code: 431, message: `the request has more header lines than ${most}` })
  }
  let seen = 0
  for (const line of headers) {
    const name = line[0]
    // Most headers are not as long as any of these.
    if (((LENGTHS >>> name.length) & 1) === 0) continue
    const bit = SINGLE_HEADERS.get(name)
    if (bit === undefined) continue
    if (seen & bit) throw badRequest(`the request has more than one line of the header ${name}`)
    seen |= bit
  }
  if ((seen & LENGTH_BITS) === LENGTH_BITS) throw badRequest('the request has both a content-length and a transfer-encoding')
}
