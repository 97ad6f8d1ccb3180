/**
 * HTTP in words of our own: `fetch` speaks it, and so do Node's `http` and `https`.
 *
 * @module
 */

/** A request. */
export interface HttpRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
  /** Gives the request up, and the answer as long as it is read. */
  readonly signal: AbortSignal
}

/** An answer whose body is still to come. */
export interface HttpResponse {
  readonly status: number
  /** The value of a header, by its name in lower case; several lines of one name are joined by commas. */
  header(name: string): string | undefined
  /** The body as it comes. Whoever stops early has to end the iteration, which gives up the rest. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends requests to one server. Rejects when it is not reached. */
export interface HttpSender {
  send(request: HttpRequest): Promise<HttpResponse>
  /** Gives up connections that are kept for later. */
  close(): void
}

/** The shape of `fetch` as far as it is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends by `fetch`.
 *
 * @param server - Base address, such as `https://plane.example.com`.
 * @param fetch - The platform's, or one that does something more.
 */
export function fetchSender(server: string, fetch: Fetch): HttpSender {
  const base = server.replace(/\/+$/, '')
  return {
    async send({ method, url, headers, body, signal }) {
      const response = await fetch(base + url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        signal,
        // A credential goes to the server that it is for, and nowhere else.
        redirect: 'error',
        cache: 'no-store',
      })
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        body: chunksOf(response.body),
      }
    },
    close() {},
  }
}

/** Streams of some platforms cannot be iterated by themselves. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  if (!stream) return
  const reader = stream.getReader()
  let whole = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    whole = true
  } finally {
    if (!whole) await reader.cancel().catch(() => {})
  }
}
