/**
 * Compression of large answers, for clients that take it.
 *
 * @module
 * @see RFC 9110 §8.4.1 and §12.5.3
 */

import type { ServerResponse } from './http.js'
import type { ParsedRequest } from './parsed-request.js'

/**
 * Asks the adapter to compress an answer, where the answer is large and the client accepts it.
 *
 * @param request - Its method and `Accept-Encoding` decide.
 * @param response - The answer.
 * @returns The answer with the headers of a compressed one, or as it was.
 */
export function compressed(request: ParsedRequest, response: ServerResponse): ServerResponse {
  const { status, body, headers } = response
  const isLarge = !(body instanceof Uint8Array) && body.isLarge === true
  if (!isLarge || status !== 200 || request.method === 'HEAD' || !acceptsGzip(request.header('accept-encoding'))) return response
  const lines = headers.filter(([name]) => name !== 'etag' && name !== 'vary')
  const headerOf = (name: string) => headers.find(([other]) => other === name)?.[1]
  const [etag, vary] = [headerOf('etag'), headerOf('vary')]
  // Compressed bytes are another representation of the same content, so only a weak tag is true of them.
  if (etag !== undefined) lines.push(['etag', etag.startsWith('W/') ? etag : `W/${etag}`])
  lines.push(['vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`], ['content-encoding', 'gzip'])
  return { ...response, headers: lines, contentCoding: 'gzip' }
}

/** Whether an `Accept-Encoding` header lists gzip, by its name or by a star, with a weight above zero. */
function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(coding, weight === undefined ? 1 : Number(weight))
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
