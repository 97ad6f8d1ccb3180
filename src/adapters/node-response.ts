/**
 * Responses through Node servers.
 *
 * @module
 */

import type { ServerResponse as HttpResponse } from 'node:http'
import type { BodySink, ServerResponse, StreamBody } from '../server/index.js'
import { isGone, type NodeResponse } from './node-request.js'

/** Answers that have no body, and so no length of one (RFC 9110 §8.6). */
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
    if (!(body instanceof Uint8Array)) body.start(deadSink)()
    return
  }
  // A broken connection is told as an error of the response; there is nobody to answer any more.
  target.on('error', ignore)
  if (body instanceof Uint8Array) {
    writeHead(target, response, isBodiless(response.status) ? undefined : body.length)
    if (isBodiless(response.status)) target.end()
    else target.end(body)
    return
  }
  writeHead(target, response, undefined)
  // HTTP/2 sends headers at once; HTTP/1.1 would wait for the first event.
  if (!isHttp2(target)) target.flushHeaders()
  stream(target, body)
}

const ignore = (): void => {}

function writeHead(target: NodeResponse, { status, headers }: ServerResponse, length: number | undefined): void {
  // A list of lines is the short way, but only `setHeader` keeps repeated lines whatever the host has set before.
  if (!isHttp2(target) && !hasRepeats(headers)) {
    const lines: string[] = []
    for (const [name, value] of headers) lines.push(name, value)
    if (length !== undefined) lines.push('content-length', String(length))
    target.writeHead(status, lines)
    return
  }
  const values = new Map<string, string[]>()
  for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value])
  if (length !== undefined) values.set('content-length', [String(length)])
  for (const [name, all] of values) target.setHeader(name, all.length === 1 ? (all[0] ?? '') : all)
  target.writeHead(status)
}

/** Of all headers only warnings ever repeat. */
function hasRepeats(headers: ServerResponse['headers']): boolean {
  let warnings = 0
  for (const [name] of headers) if (name === 'warning') warnings += 1
  return warnings > 1
}

const isHttp2 = (target: NodeResponse): target is Exclude<NodeResponse, HttpResponse> => 'stream' in target

/** Where a body goes whose client has left. */
const deadSink: BodySink = Object.freeze({ write: () => 0, onDrained() {}, end() {}, abort() {} })

function stream(target: NodeResponse, body: StreamBody): void {
  let over = false
  let release: (() => void) | undefined
  const finish = () => {
    if (over) return
    over = true
    release?.()
  }
  target.once('close', finish)
  const sink: BodySink = {
    write(chunk) {
      if (over) return 0
      writeTo(target, chunk)
      return waitingBytes(target)
    },
    onDrained(callback) {
      target.once('drain', () => {
        if (!over) callback()
      })
    },
    end() {
      target.end()
      finish()
    },
    abort() {
      finish()
      if (isHttp2(target)) target.stream.destroy()
      else target.destroy()
    },
  }
  release = body.start(sink)
  if (over) release()
}

/** The two kinds of responses have the same method with signatures that do not unite. */
const writeTo = (target: NodeResponse, chunk: Uint8Array): boolean =>
  isHttp2(target) ? target.write(chunk) : target.write(chunk)

const waitingBytes = (target: NodeResponse): number => (isHttp2(target) ? target.stream.writableLength : target.writableLength)
