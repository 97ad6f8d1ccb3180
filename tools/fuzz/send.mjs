// The client: performs the steps of an input, and returns the responses.
import http2 from 'node:http2'
import { setTimeout as pause } from 'node:timers/promises'
import tls from 'node:tls'
import { TOKENS } from './plane.mjs'

/** Maximum wait for a response; a longer delay is a fault. */
export const TIMEOUT_MS = 20_000
/** Maximum bytes of a response that are kept. */
const KEPT_BYTES = 1_000_000
const STREAMS_PER_CONNECTION = 50

const settings = { enablePush: false }

export function createSender(port) {
  const origin = `https://127.0.0.1:${port}`
  let shared
  function connect() {
    // The certificate is self-signed for this run, and trust is not tested here.
    const session = http2.connect(origin, { rejectUnauthorized: false, settings, maxSessionMemory: 1000 })
    session.on('error', () => {})
    return session
  }
  function session() {
    if (shared === undefined || shared.closed || shared.destroyed) shared = connect()
    return shared
  }

  function open(over, { user, method, path, type, headers = {}, body, endless }) {
    const lines = { ':method': method, ':path': path, accept: 'application/json', ...headers }
    if (user !== 'none' && user !== undefined && !('authorization' in headers)) lines.authorization = `Bearer ${TOKENS[user]}`
    if (type !== undefined) lines['content-type'] = type
    const stream = over.request(lines, { endStream: body === undefined })
    if (body !== undefined) endless ? stream.write(body) : stream.end(body)
    return stream
  }

  /** `{ status, headers, text, bytes }`; `{ error }` without a response; `{ unsent }` if the client refuses to send it. */
  function request(step) {
    return new Promise((resolve) => {
      const answer = { status: undefined, headers: {}, text: '', bytes: 0 }
      let stream
      try {
        stream = open(session(), step)
      } catch (error) {
        resolve({ unsent: error.message })
        return
      }
      const end = (result) => {
        clearTimeout(timer)
        resolve(result)
      }
      const timer = setTimeout(() => {
        stream.close(http2.constants.NGHTTP2_CANCEL)
        end(step.forMs === undefined ? { error: 'no answer', isLate: true } : { ...answer, isOpen: true })
      }, step.forMs ?? TIMEOUT_MS)
      const chunks = []
      stream.on('response', (headers) => {
        answer.status = headers[':status']
        answer.headers = headers
      })
      stream.on('data', (chunk) => {
        if (answer.bytes < KEPT_BYTES) chunks.push(chunk)
        answer.bytes += chunk.length
      })
      stream.on('end', () => {
        answer.text = Buffer.concat(chunks).toString('utf8')
        // A stream that is reset ends as well.
        if (answer.status !== undefined) end(answer)
      })
      stream.on('error', (error) => end(answer.status === undefined ? { error: error.message } : answer))
      stream.on('close', () => end(answer.status === undefined ? { error: `closed with code ${stream.rstCode}` } : answer))
    })
  }

  /** Sends raw bytes; `{ statuses }` of the HTTP/1.1 responses. */
  async function raw({ protocol = 'http/1.1', parts, waitMs }) {
    const socket = tls.connect({ port, host: '127.0.0.1', ALPNProtocols: [protocol], rejectUnauthorized: false })
    let text = ''
    let bytes = 0
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (protocol === 'http/1.1' && text.length < KEPT_BYTES) text += chunk.toString('latin1')
    })
    for (const part of parts) socket.write(part)
    await Promise.race([closed, pause(waitMs)])
    socket.destroy()
    return { statuses: [...text.matchAll(/(?:^|\n)HTTP\/1\.[01] (\d{3}) /g)].map((match) => Number(match[1])), bytes, text }
  }

  /** Opens many streams; `{ meanwhile }` is the response to a request that is sent while they are open. */
  async function crowd({ count, request: each, reads, forMs, meanwhile }) {
    const sessions = []
    for (let left = count; left > 0; left -= STREAMS_PER_CONNECTION) {
      const over = connect()
      sessions.push(over)
      for (let index = 0; index < Math.min(left, STREAMS_PER_CONNECTION); index += 1) {
        const stream = open(over, each)
        stream.on('error', () => {})
        if (reads) stream.resume()
      }
    }
    await pause(forMs)
    const answer = meanwhile && (await request(meanwhile))
    for (const over of sessions) over.destroy()
    return { meanwhile: answer }
  }

  return { request, raw, crowd, close: () => shared?.destroy() }
}
