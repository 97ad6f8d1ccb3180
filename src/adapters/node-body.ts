/**
 * Bodies of requests of Node servers.
 *
 * @module
 */

import { ApiError, ByteBuffer, byteStream } from '../meta/index.js'
import type { NodeRequest } from './node-messages.js'

const EMPTY = new Uint8Array(0)
/** Bytes of a refused body that are still read, so that the client receives the refusal. */
const MAX_DISCARDED = 32 * 1024 * 1024

/** Options of reading a body. */
export interface BodyOptions {
  /** Longest body. */
  readonly maxBytes: number
  /** Called with the number of bytes that arrived. An error that it throws ends the reading. */
  readonly onBytes: ((count: number) => void) | undefined
  /** Called once, before waiting for bytes. */
  readonly begin: () => void
  /** Called with a function that cancels the reading. */
  readonly onBegun: (giveUp: () => void) => void
}

/**
 * Reads the body of a request, once.
 *
 * A host's body parser may have read the body into `request.body`: bytes and text are used unchanged, an object of a JSON request
 * is serialized again (duplicate fields are lost then).
 *
 * @param request - The request.
 * @param options - See {@link BodyOptions}.
 * @returns The bytes, or `too-large`.
 * @throws {@link ApiError} 500 when the host has read the body without keeping it.
 * @throws Error when the client disconnects before the end, or the body is abandoned.
 */
export function readNodeBody(request: NodeRequest, options: BodyOptions): Promise<Uint8Array | 'too-large'> {
  const { maxBytes } = options
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared === 0 || !hasBody(request)) return Promise.resolve(EMPTY)
  // A reset stream looks like one that was read already; the client has disconnected.
  if ('stream' in request && (request.stream?.destroyed ?? true))
    return Promise.reject(new Error('the client went away before the body was complete'))
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(parsedBody(request, maxBytes))
  if (declared > maxBytes) {
    discard(request)
    return Promise.resolve('too-large')
  }
  options.begin()
  return collect(request, options)
}

/**
 * The body of a request as a stream.
 *
 * @param request - The request.
 * @param begin - Called once, before anything is read.
 * @returns Undefined for a request without a body. Cancelling the stream keeps the connection for the answer.
 */
export function openNodeBody(request: NodeRequest, begin: () => void): ReadableStream<Uint8Array> | undefined {
  if (!hasBody(request)) return undefined
  return byteStream(chunksOf(request, begin))
}

async function* chunksOf(request: NodeRequest, begin: () => void): AsyncGenerator<Uint8Array> {
  if (request.readableDidRead || request.readableEnded) {
    const parsed = parsedBody(request, Number.POSITIVE_INFINITY)
    if (parsed !== 'too-large') yield parsed
    return
  }
  begin()
  try {
    // Destroying the request with its body would also end its answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  } finally {
    discard(request)
    request.resume()
  }
}

/** Whether a body follows the headers (RFC 9112 §6.3; in HTTP/2 the stream has a flag). */
function hasBody(request: NodeRequest): boolean {
  if ('stream' in request) return !request.stream?.endAfterHeaders
  return request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
}

function collect(request: NodeRequest, { maxBytes, onBytes, onBegun }: BodyOptions): Promise<Uint8Array | 'too-large'> {
  return new Promise((resolve, reject) => {
    let bytes = new ByteBuffer()
    // Listeners stay, as removing them costs more than they do afterwards, and an unhandled error event would end the process.
    let isSettled = false
    const letGo = () => {
      isSettled = true
      discard(request, bytes.length)
      bytes = new ByteBuffer()
    }
    const onData = (chunk: Uint8Array) => {
      if (isSettled) return
      bytes.add(chunk)
      if (bytes.length > maxBytes) {
        letGo()
        resolve('too-large')
        return
      }
      try {
        onBytes?.(chunk.length)
      } catch (error) {
        letGo()
        reject(error)
      }
    }
    const onEnd = () => {
      isSettled = true
      resolve(bytes.take())
    }
    const onGone = () => {
      if (!isSettled) reject(new Error('the client went away before the body was complete'))
    }
    // A disconnect before this point emits no further event.
    if (request.destroyed) onGone()
    onBegun(() => {
      if (isSettled) return
      letGo()
      reject(new Error('the body of the request was given up'))
    })
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('close', onGone)
    request.on('error', onGone)
  })
}

/** Reads and discards some more bytes, then closes the connection. */
function discard(request: NodeRequest, alreadyRead = 0): void {
  let length = alreadyRead
  request.on('error', () => {})
  request.on('data', (chunk: Uint8Array) => {
    length += chunk.length
    if (length > MAX_DISCARDED) request.destroy()
  })
}

function parsedBody(request: NodeRequest, maxBytes: number): Uint8Array | 'too-large' {
  const body = 'body' in request ? request.body : undefined
  const bytes = bytesOf(body, request.headers['content-type'])
  if (!bytes) {
    throw new ApiError({
      code: 500,
      reason: 'InternalError',
      message:
        'the host has read the body of the request and left nothing of it; mount the plane before its body parsers, in Fastify in a hook onRequest',
    })
  }
  return bytes.length > maxBytes ? 'too-large' : bytes
}

function bytesOf(body: unknown, contentType: string | undefined): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string') return new TextEncoder().encode(body)
  const isJson = contentType === undefined || /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)
  return typeof body === 'object' && body !== null && isJson ? new TextEncoder().encode(JSON.stringify(body)) : undefined
}
