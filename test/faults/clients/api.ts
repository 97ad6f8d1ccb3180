/**
 * HTTP client for ConfigMaps, used by the clients of a workload.
 */

import type { Recorder, Seen, WatchRecordEvent } from '../history/history.js'

/** Address of the objects. */
export interface ApiOptions {
  /** Server of the next request, such as `http://127.0.0.1:8080`; called for each request, as the server may change. */
  readonly server: () => string
  /** Namespace of the objects; it exists, and is empty. */
  readonly namespace: string
  readonly token?: string
  /** Request timeout, in milliseconds. */
  readonly timeoutMs: number
}

export interface ConfigMap {
  readonly metadata: {
    readonly name: string
    readonly resourceVersion: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly data?: { readonly value?: string; readonly patched?: string }
}

/** Status 0 without a response, and {@link NOT_SENT} if no server was reachable. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

export const NOT_SENT = -1

/** A message of a watch: an event, the end of the initial state, or an error that ends it. */
export type WatchLine =
  | WatchRecordEvent
  | { readonly type: 'END_OF_STATE'; readonly revision: number }
  | { readonly type: 'EXPIRED' }

export class Api {
  readonly timeoutMs: number
  readonly #options: ApiOptions
  readonly #recorder: Recorder

  constructor(options: ApiOptions, recorder: Recorder) {
    this.#options = options
    this.#recorder = recorder
    this.timeoutMs = options.timeoutMs
  }

  /** Sends a request; `rest` is appended to the path of the collection. */
  async request(method: string, rest: string, content?: object, contentType = 'application/json'): Promise<Answer> {
    const body = content && JSON.stringify(content)
    try {
      const headers = this.#headers(body === undefined ? {} : { 'content-type': contentType })
      const signal = AbortSignal.timeout(this.timeoutMs)
      const response = await fetch(this.#url(rest), { method, headers, signal, ...(body !== undefined && { body }) })
      const answer = { status: response.status, body: await response.json() }
      // Whatever fails below it, a server responds with a specific status: 503, 504, or 410.
      if (answer.status === 500) this.#recorder.add({ type: 'fault', text: `${method} ${rest}: ${JSON.stringify(answer.body)}` })
      return answer
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return { status: code === 'ECONNREFUSED' ? NOT_SENT : 0, body: undefined }
    }
  }

  /**
   * Reads a watch until it ends, is aborted, or fails.
   *
   * @param onOpen - Called when the server has accepted the watch.
   * @throws Error when the stream is interrupted, or was not opened.
   */
  async *watch(query: string, signal: AbortSignal, onOpen: () => void): AsyncGenerator<WatchLine> {
    // A separate signal: fetch leaves its listeners on the signal, and one watcher opens many watches.
    const end = new AbortController()
    const leave = () => end.abort(signal.reason)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    try {
      yield* this.#read(query, end.signal, onOpen)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async *#read(query: string, signal: AbortSignal, onOpen: () => void): AsyncGenerator<WatchLine> {
    const response = await fetch(this.#url(`?watch=true&allowWatchBookmarks=true&${query}`), {
      signal,
      headers: this.#headers({}),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new Error(`a watch was answered with ${response.status}`)
    }
    onOpen()
    for await (const line of lines(response.body)) {
      const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap & { code?: number } }
      if (type === 'ERROR') {
        if (object.code === 410) yield { type: 'EXPIRED' }
        else if (object.code === 500) this.#recorder.add({ type: 'fault', text: `a watch told ${line}` })
        return
      }
      if (type === 'BOOKMARK') {
        const { resourceVersion, annotations = {} } = object.metadata
        const isEnd = Object.keys(annotations).some((name) => name.endsWith('/initial-events-end'))
        yield { type: isEnd ? 'END_OF_STATE' : 'BOOKMARK', revision: Number(resourceVersion) }
      } else yield this.#recorder.event({ type: type as 'ADDED' | 'MODIFIED' | 'DELETED', seen: readState(object) })
    }
  }

  /** The state that an object shows, deduplicated by the recorder. */
  seen(object: unknown): Seen {
    return this.#recorder.seen(readState(object as ConfigMap))
  }

  #headers(headers: Record<string, string>): Record<string, string> {
    const { token } = this.#options
    return token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` }
  }

  #url(rest: string): string {
    const { server, namespace } = this.#options
    return `${server()}/api/v1/namespaces/${namespace}/configmaps${rest}`
  }
}

/** Converts an object to a state of the history. */
export function readState({ metadata, data }: ConfigMap): Seen {
  const { value = '', patched } = data ?? {}
  return {
    key: metadata.name,
    revision: Number(metadata.resourceVersion),
    value: patched === undefined ? value : `${value}+${patched}`,
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
