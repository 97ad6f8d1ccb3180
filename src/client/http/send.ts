/**
 * HTTP as an interface of our own, implemented by `fetch` and by Node's `http` and `https`.
 *
 * @module
 */

import { onAbort } from '../../meta/index.js'
import { ConnectionError } from '../errors.js'

/** A request. */
export interface HttpRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
  /** Cancels the request, and the body of its answer. */
  readonly signal: AbortSignal
}

/** An answer whose body is not read yet. */
export interface HttpResponse {
  readonly status: number
  /** The value of a header, by its name in lower case; several lines of one name are joined by commas. */
  header(name: string): string | undefined
  /** All headers. */
  headers(): Headers
  /** The body as a stream. A reader that stops early has to end the iteration, which discards the rest. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends requests to one server. */
export interface HttpSender {
  /** @throws {@link ConnectionError} when the server is not reached; the signal's reason when it was aborted. */
  send(request: HttpRequest): Promise<HttpResponse>
  /** Closes kept-alive connections. */
  close(): void
}

/** The part of `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends by `fetch`.
 *
 * @param server - Base address, such as `https://plane.example.com`.
 * @param fetch - The platform's, or a wrapper.
 */
export function fetchSender(server: string, fetch: Fetch): HttpSender {
  const base = server.replace(/\/+$/, '')
  return {
    async send({ method, url, headers, body, signal }) {
      const init: RequestInit = {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        signal,
        // A redirect could send the credential to another server.
        redirect: 'error',
        cache: 'no-store',
      }
      const response = await fetch(base + url, init).catch((error: unknown) => {
        throw notReached({ method, url, signal }, error)
      })
      return httpResponseOf(response, signal)
    },
    close() {},
  }
}

/**
 * Wraps an answer of `fetch`.
 *
 * @param response - The answer.
 * @param signal - Cancels its body. `fetch` heeds it too, but Deno stops doing so after a garbage collection.
 */
export const httpResponseOf = (response: Response, signal?: AbortSignal): HttpResponse => ({
  status: response.status,
  header: (name) => response.headers.get(name) ?? undefined,
  headers: () => response.headers,
  body: chunksOf(response.body, signal),
})

/**
 * The error of a request without an answer.
 *
 * @param request - The request. Its query stays out of the message: continue tokens are of no use there.
 * @param error - The error of the platform.
 * @param hint - The reason, where it is known better than by the text of the error.
 */
export function notReached(
  { method, url, signal }: Pick<HttpRequest, 'method' | 'url' | 'signal'>,
  error: unknown,
  hint?: string,
): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ConnectionError) return error
  // Platforms keep the actual reason in the cause.
  const { cause, message = String(error) } = (error ?? {}) as {
    readonly cause?: { readonly message?: string }
    readonly message?: string
  }
  const reason = hint ?? (cause?.message || message)
  return new ConnectionError(`${method} ${url.split('?', 1)[0]} failed: ${reason}`, error)
}

/** Streams of some platforms are not async iterable. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array> | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!stream) return
  const reader = stream.getReader()
  const giveUp = () => reader.cancel().catch(() => {})
  const stop = signal && onAbort(signal, giveUp)
  let whole = false
  try {
    signal?.throwIfAborted()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    signal?.throwIfAborted()
    whole = true
  } finally {
    stop?.()
    if (!whole) await giveUp()
  }
}
