/**
 * Responses through Node servers.
 *
 * @module
 */

import { validateHeaderValue } from 'node:http'
import type { ServerResponse } from '../server/index.js'
import { discardBody } from './discard-body.js'
import { streamCompressed } from './node-gzip.js'
import { isGone, type NodeResponse } from './node-messages.js'
import { isHttp2, stream } from './node-stream.js'

/** Answers without a body, which have no `content-length` either (RFC 9110 §8.6). */
const isBodiless = (status: number): boolean => status === 204 || status === 304

/**
 * Sends a response.
 *
 * @param target - The Node response.
 * @param response - What to send.
 */
export function sendNodeResponse(target: NodeResponse, response: ServerResponse): void {
  const { body } = response
  if (isGone(target) || target.headersSent) {
    discardBody(body)
    return
  }
  // A broken connection emits an error event; no answer can be sent any more.
  target.on('error', ignore)
  if (body instanceof Uint8Array) {
    sendWhole(target, response, body)
    return
  }
  writeHead(target, response, response.contentCoding ? undefined : body.length)
  // HTTP/2 sends headers at once; HTTP/1.1 would wait for the first event. A body with a length is available already.
  if (!isHttp2(target) && body.length === undefined) target.flushHeaders()
  if (response.contentCoding === 'gzip') streamCompressed(target, body)
  else stream(target, body)
}

const ignore = (): void => {}

function sendWhole(target: NodeResponse, response: ServerResponse, body: Uint8Array): void {
  writeHead(target, response, isBodiless(response.status) ? undefined : body.length)
  if (isBodiless(response.status)) target.end()
  else target.end(body)
}

function writeHead(target: NodeResponse, response: ServerResponse, length: number | undefined): void {
  const { status, headers } = response
  // A list of lines is faster, but only `setHeader` keeps repeated lines together with headers of the host.
  if (!isHttp2(target) && !hasRepeats(headers)) {
    const lines: string[] = []
    for (const header of headers) lines.push(header[0], header[1])
    if (length !== undefined) lines.push('content-length', String(length))
    target.writeHead(status, lines)
    return
  }
  // Node checks only values of HTTP/1.1; over HTTP/2, a header with an invalid one would be dropped without an error.
  if (response.onUnsendable) for (const [name, value] of headers) validateHeaderValue(name, value)
  const values = new Map<string, string[]>()
  for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value])
  if (length !== undefined) values.set('content-length', [String(length)])
  for (const [name, all] of values) target.setHeader(name, all.length === 1 ? (all[0] ?? '') : all)
  target.writeHead(status)
}

/** Of all headers only warnings ever repeat. */
function hasRepeats(headers: ServerResponse['headers']): boolean {
  let warnings = 0
  for (const header of headers) if (header[0] === 'warning') warnings += 1
  return warnings > 1
}
