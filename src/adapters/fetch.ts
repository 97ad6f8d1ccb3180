/**
 * A control plane behind Web `Request` and `Response`.
 *
 * @module
 */

import { ByteBuffer, SINGLE_HEADERS } from '../meta/index.js'
import type { BodySink, RequestHandler, ServerRequest, StreamBody } from '../server/index.js'
import { checkHandler } from './check-handler.js'

/**
 * Makes a function that answers a Web `Request` with a `Response`, as hosts built on the Fetch standard expect.
 *
 * Those join repeated header lines, so several lines of one header (`Impersonate-Group`, say) arrive as one. Where only one may
 * come (`Authorization`, `Impersonate-User`), a value with a comma and a space in it is taken for several, and refused.
 *
 * @param handler - A control plane.
 * @throws TypeError for what is no plane, such as one that was not awaited.
 */
export function fetchHandler(handler: RequestHandler): (request: Request) => Promise<Response> {
  checkHandler('fetchHandler', handler)
  return async (request) => {
    const { status, headers, body, contentCoding } = await handler.handle(new AdaptedFetchRequest(request))
    const lines = new Headers()
    for (const [name, value] of headers) lines.append(name, value)
    const hasNoBody = BODILESS.has(status) || request.method === 'HEAD'
    if (body instanceof Uint8Array) {
      return new Response(hasNoBody ? null : (body as Uint8Array<ArrayBuffer>), { status, headers: lines })
    }
    const stream = readableStream(body)
    return new Response(contentCoding && !hasNoBody ? stream.pipeThrough(gzip()) : stream, { status, headers: lines })
  }
}

/** Answers that may not have a body, be it empty. */
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

/** A header line, or the several that were joined of one that may come only once. */
function apart([name, value]: [string, string]): [string, string][] {
  if (!SINGLE_HEADERS.has(name) || !value.includes(', ')) return [[name, value]]
  return value.split(', ').map((line) => [name, line])
}

/** Bytes that a stream takes before it asks its writer to wait. */
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
      drained = callback
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
