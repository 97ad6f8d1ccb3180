/**
 * A control plane behind Web `Request` and `Response`.
 *
 * @module
 */

import { ByteBuffer, SINGLE_HEADERS } from '../meta/index.js'
import type { BodySink, RequestHandler, ServerRequest, ServerResponse, StreamBody } from '../server/index.js'
import { checkHandler } from './check-handler.js'
import { discardBody } from './discard-body.js'

/**
 * Makes a function that answers a Web `Request` with a `Response`, as hosts built on the Fetch standard expect.
 *
 * Such hosts join repeated header lines, so several lines of one header (`Impersonate-Group`, say) arrive as one. For a header
 * that may occur once (`Authorization`, `Impersonate-User`), a value with a comma and a space counts as several lines, and is
 * refused.
 *
 * @param handler - A control plane.
 * @throws TypeError for any other value, such as the promise of a plane.
 */
export function fetchHandler(handler: RequestHandler): (request: Request) => Promise<Response> {
  checkHandler('fetchHandler', handler)
  return async (request) => {
    const answer = await handler.handle(new AdaptedFetchRequest(request))
    try {
      return webResponse(request, answer)
    } catch (error) {
      const instead = answer.onUnsendable?.(error)
      if (!instead) throw error
      discardBody(answer.body)
      return webResponse(request, instead)
    }
  }
}

function webResponse({ method }: Request, { status, headers, body, contentCoding }: ServerResponse): Response {
  // As `Response` does, but before the body is opened.
  if (status < 200 || status > 599) throw new RangeError(`status ${status}: expected 200 to 599`)
  const lines = new Headers()
  for (const [name, value] of headers) lines.append(name, value)
  const init = { status, headers: lines }
  if (BODILESS.has(status) || method === 'HEAD') {
    discardBody(body)
    return new Response(null, init)
  }
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, init)
  const stream = readableStream(body)
  return new Response(contentCoding ? stream.pipeThrough(gzip()) : stream, init)
}

/** Statuses whose answers must not have a body, not even an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

const gzip = () => new CompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>

class AdaptedFetchRequest implements ServerRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly peerCertificates: readonly Uint8Array[] = []
  readonly #request: Request
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #isAbandoned = false

  constructor(request: Request) {
    this.method = request.method
    const path = request.url.indexOf('/', request.url.indexOf('://') + 3)
    this.url = path < 0 ? '/' : request.url.slice(path)
    this.headers = [...request.headers].flatMap(apart)
    this.#request = request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  async readBody(maxBytes: number, onBytes?: (count: number) => void): Promise<Uint8Array | 'too-large'> {
    const reader = this.#request.body?.getReader()
    if (!reader) return new Uint8Array(0)
    this.#reader = reader
    const bytes = new ByteBuffer()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (this.#isAbandoned) throw new Error('the body of the request was given up')
        if (done) break
        bytes.add(value)
        if (bytes.length > maxBytes) {
          this.abandonBody()
          return 'too-large'
        }
        onBytes?.(value.length)
      }
    } catch (error) {
      this.abandonBody()
      throw error
    }
    return bytes.take()
  }

  openBody(): ReadableStream<Uint8Array> | undefined {
    return this.#request.body ?? undefined
  }

  abandonBody(): void {
    this.#isAbandoned = true
    this.#reader?.cancel().catch(ignore)
  }
}

const ignore = (): void => {}

/** Splits a header that may occur once into the lines that were joined. */
function apart([name, value]: [string, string]): [string, string][] {
  if (!SINGLE_HEADERS.has(name) || !value.includes(', ')) return [[name, value]]
  return value.split(', ').map((line) => [name, line])
}

/** Bytes that a stream buffers before it asks its writer to wait. */
const HIGH_WATER_BYTES = 64 * 1024

function readableStream(body: StreamBody): ReadableStream<Uint8Array> {
  let over = false
  let release: (() => void) | undefined
  let drained: (() => void) | undefined
  const finish = () => {
    if (over) return
    over = true
    drained = undefined
    release?.()
  }
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      release = body.start(sinkOf(controller))
      if (over) release()
    },
    pull() {
      const callback = drained
      drained = undefined
      callback?.()
    },
    cancel: finish,
  }
  const sinkOf = (controller: ReadableStreamDefaultController<Uint8Array>): BodySink => ({
    write(chunk) {
      if (over) return 0
      controller.enqueue(chunk)
      return HIGH_WATER_BYTES - (controller.desiredSize ?? 0)
    },
    onDrained(callback) {
      // A stream asks for more when it is read. One that was read since the last write has asked, and does not ask again.
      if (controller.desiredSize === HIGH_WATER_BYTES) callback()
      else drained = callback
    },
    end() {
      if (over) return
      finish()
      controller.close()
    },
    abort() {
      if (over) return
      finish()
      controller.error(new Error('the answer was broken off before its end'))
    },
  })
  return new ReadableStream(source, { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk?.length ?? 0 })
}
