import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { Readable } from 'node:stream'
import type { Host } from './hosts.js'

/** An answer whose body is still coming. */
export interface Incoming {
  readonly status: number
  /** Repeated header lines are a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Readable
  /** Breaks the connection off. */
  leave(): void
}

export interface Outgoing {
  readonly method?: string
  readonly path: string
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

/** Sends a request to a host; resolves when the headers of the answer are there. */
export async function open(host: Host, { method = 'GET', path, headers = {}, body }: Outgoing): Promise<Incoming> {
  const address = `${host.protocol.startsWith('h2') ? (host.protocol === 'h2' ? 'https' : 'http') : host.protocol}://127.0.0.1:${host.port}`
  if (host.protocol === 'h2' || host.protocol === 'h2c') {
    const session = http2.connect(address, { rejectUnauthorized: false })
    session.on('error', () => {})
    const stream = session.request({ ...headers, ':method': method, ':path': host.prefix + path })
    stream.on('error', () => {})
    stream.on('close', () => session.close())
    stream.end(body)
    const [incoming] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders & { ':status'?: number }]
    return { status: incoming[':status'] ?? 0, headers: incoming, body: stream, leave: () => session.destroy() }
  }
  const { request } = host.protocol === 'https' ? https : http
  const sent = request(`${address}${host.prefix}${path}`, { method, headers, rejectUnauthorized: false, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  response.on('error', () => {})
  const lines = { ...response.headers, warning: response.headersDistinct.warning }
  return { status: response.statusCode ?? 0, headers: lines, body: response, leave: () => sent.destroy() }
}

/** The whole body as text. */
export async function textOf({ body }: Pick<Incoming, 'body'>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends a request and reads the answer to its end. */
export async function send(host: Host, outgoing: Outgoing) {
  const incoming = await open(host, outgoing)
  return { status: incoming.status, headers: incoming.headers, text: await textOf(incoming) }
}

/** Reads lines as they come. */
export async function* linesOf(body: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + (chunk as Buffer).toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
