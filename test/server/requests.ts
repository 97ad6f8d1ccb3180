import type { ServerRequest, ServerResponse, StreamBody } from '../../src/server/index.js'
import { parseRequest } from '../../src/server/parse-request.js'
import type { ParsedRequest } from '../../src/server/parsed-request.js'

/** What a test says of a request; the rest is a plain GET. */
export interface RequestInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  /** Objects are sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A request as an adapter would hand it in. */
export function requestOf(url: string, { method = 'GET', headers = {}, body, signal }: RequestInit = {}): ServerRequest {
  const bytes = bytesOf(body)
  const lines = Array.isArray(headers) ? (headers as readonly (readonly [string, string])[]) : Object.entries(headers)
  return {
    method,
    url,
    headers: lines,
    readBody: async (maxBytes) => (bytes.length > maxBytes ? 'too-large' : bytes),
    peerCertificates: [],
    signal: signal ?? new AbortController().signal,
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array(0)
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

export const parsed = (url: string, init?: RequestInit): ParsedRequest => parseRequest(requestOf(url, init), 32_768)

export const textOf = ({ body }: ServerResponse): string => {
  if (!(body instanceof Uint8Array)) throw new Error('the response is a stream')
  return new TextDecoder().decode(body)
}

/** A response whose body has come whole, unless it is one without an end, such as a watch. */
export async function whole(response: ServerResponse): Promise<ServerResponse> {
  const { body } = response
  if (body instanceof Uint8Array || (!body.isLarge && body.length === undefined)) return response
  const chunks: Uint8Array[] = []
  let release: (() => void) | undefined
  await new Promise<void>((end, reject) => {
    release = body.start({
      write(chunk, onSent) {
        chunks.push(chunk.slice())
        onSent?.()
        return 0
      },
      onDrained() {},
      end,
      abort: () => reject(new Error('the list was broken off')),
    })
  })
  release?.()
  return { ...response, body: Buffer.concat(chunks) }
}

export const jsonOf = (response: ServerResponse): unknown => JSON.parse(textOf(response))

export const headersOf = (response: ServerResponse, name: string): string[] =>
  response.headers.filter(([key]) => key === name).map(([, value]) => value)

export const streamOf = ({ body }: ServerResponse): StreamBody => {
  if (body instanceof Uint8Array) throw new Error(`the response is no stream: ${new TextDecoder().decode(body)}`)
  return body
}
