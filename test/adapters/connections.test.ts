import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import { describe, expect, test } from '@jest/globals'
import type { ControlPlane } from '../../src/plane/index.js'
import type { Host } from './hosts.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const isQuiet = ({ stats }: ControlPlane) => stats.requestsInFlight === 0 && stats.openWatches === 0

/** The answer to bytes as they are, up to the end of the connection. */
async function answerTo(host: Host, ...parts: string[]): Promise<string> {
  const socket = net.connect(host.port, '127.0.0.1')
  for (const part of parts) socket.write(part)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) chunks.push(chunk as Buffer)
  } catch {
    // Reset: the rest of what was sent is not read.
  }
  return Buffer.concat(chunks).toString('latin1')
}

const head = (line: string, ...lines: string[]) => `${[`${line} HTTP/1.1`, 'host: plane', ...lines].join('\r\n')}\r\n\r\n`
const post = (name: string, ...lines: string[]) => {
  const body = `{"metadata":{"name":"${name}"}}`
  return `${head(`POST ${CONFIG_MAPS}`, `content-length: ${body.length}`, ...lines)}${body}`
}

describe('one connection with many requests', () => {
  test('that arrive at once are all answered, in order, within the limit of concurrent requests', async () => {
    const count = 300
    let working = 0
    let most = 0
    const authorize = async () => {
      working += 1
      most = Math.max(most, working)
      await new Promise((resolve) => setImmediate(resolve))
      working -= 1
      return { decision: 'allow' as const }
    }
    const { host, plane } = await mounted('http', { authorizer: { authorize }, limits: { maxReadsInFlight: 20 } })
    const requests = Array.from({ length: count }, (_, index) => head(`GET ${CONFIG_MAPS}/c${index}`))
    const text = await answerTo(host, requests.join(''), head('GET /livez', 'connection: close'))
    const names = [...text.matchAll(/configmaps \\"(c\d+)\\" not found/g)].map(([, name]) => name)
    expect(names).toEqual(Array.from({ length: count }, (_, index) => `c${index}`))
    expect(most).toBeLessThanOrEqual(20)
    expect(isQuiet(plane)).toBe(true)
  })

  test('beyond the limit of waiting requests are answered with 429, the others are served', async () => {
    const authorize = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return { decision: 'allow' as const }
    }
    const limits = { maxReadsInFlight: 2, maxQueuedRequests: 20 }
    const { host, plane } = await mounted('http', { authorizer: { authorize }, limits })
    const text = await answerTo(host, head(`GET ${CONFIG_MAPS}`).repeat(100), head('GET /livez', 'connection: close'))
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code)
    expect(statuses).toHaveLength(101)
    expect(new Set(statuses)).toEqual(new Set(['200', '429']))
    expect(statuses.at(-1)).toBe('200')
    expect(isQuiet(plane)).toBe(true)
  })

  const watch = head(`GET ${CONFIG_MAPS}?watch=1`)
  test.each<[string, readonly string[]]>([
    ['watches', Array(40).fill(watch)],
    ['a watch behind a request that waits', [head(`GET ${CONFIG_MAPS}/slow`), watch]],
    ['requests that wait behind a watch', [watch, ...Array(40).fill(head(`GET ${CONFIG_MAPS}/slow`))]],
  ])('all end when it closes: %s', async (_, requests) => {
    let asked = 0
    let answerSlowOnes = () => {}
    const slow = new Promise<void>((resolve) => {
      answerSlowOnes = resolve
    })
    const authorize = async ({ name }: { readonly name?: string | undefined }) => {
      asked += 1
      if (name === 'slow') await slow
      return { decision: 'allow' as const }
    }
    const { host, plane } = await mounted('http', { authorizer: { authorize } })
    const socket = net.connect(host.port, '127.0.0.1')
    socket.write(requests.join(''))
    await until(() => asked >= Math.min(requests.length, 32) && plane.stats.openWatches > 0)
    socket.destroy()
    await until(() => plane.stats.openWatches === 0)
    answerSlowOnes()
    await until(() => isQuiet(plane))
  })
})

describe('what is not a plain request', () => {
  test('CONNECT over HTTP/1 is closed', async () => {
    const { host, plane } = await mounted('http')
    expect(await answerTo(host, head('CONNECT plane:443'))).toBe('')
    expect(isQuiet(plane)).toBe(true)
  })

  test('CONNECT over HTTP/2 is 405', async () => {
    const { host } = await mounted('http2 in clear text')
    const session = http2.connect(`http://127.0.0.1:${host.port}`)
    const stream = session.request({ ':method': 'CONNECT', ':authority': 'plane:443' })
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 405 })
    session.destroy()
  })

  test.each(['websocket', 'h2c', 'SPDY/3.1', 'TLS/1.0'])(
    'an upgrade to %s is not made: the request is answered as it is',
    async (name) => {
      const { host } = await mounted('http')
      const lines = ['connection: upgrade, close', `upgrade: ${name}`, 'http2-settings: AAMAAABkAAQAAP__', 'sec-websocket-key: x']
      expect(await answerTo(host, head(`GET ${CONFIG_MAPS}`, ...lines))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  test('an unknown expectation is 417', async () => {
    const { host } = await mounted('http')
    expect(await answerTo(host, post('a', 'expect: the-unexpected', 'connection: close'))).toMatch(/^HTTP\/1\.1 417 /)
  })
})

describe('chunks', () => {
  const chunked = head(`POST ${CONFIG_MAPS}`, 'transfer-encoding: chunked', 'connection: close')
  const body = '{"metadata":{"name":"a"}}'

  test('with extensions and trailers are a body and nothing else', async () => {
    const { host } = await mounted('http', { anonymous: true })
    const trailers = 'impersonate-user: eve\r\nauthorization: Bearer x\r\n'
    const text = await answerTo(host, `${chunked}${body.length.toString(16)};name=value\r\n${body}\r\n0\r\n${trailers}\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 201 /)
  })

  test('with unbounded extensions close the connection and release its resources', async () => {
    const { host, plane } = await mounted('http')
    const text = await answerTo(host, chunked, `1;${'x'.repeat(100_000)}`)
    expect(text).not.toMatch(/^HTTP\/1\.1 2/)
    await until(() => isQuiet(plane))
  })
})

describe('streams that are taken back at once', () => {
  /** Opens streams and resets them, a few at a time so that the connection is not closed for it. */
  async function resets(session: http2.ClientHttp2Session, count: number, method: string, body?: string): Promise<void> {
    for (let sent = 0; sent < count && !session.destroyed && !session.closed; sent += 1) {
      const stream = session.request({ ':method': method, ':path': CONFIG_MAPS })
      stream.on('error', () => {})
      if (body) stream.write(body)
      stream.close(http2.constants.NGHTTP2_CANCEL)
      if (sent % 50 === 49) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test.each([
    { method: 'GET', body: undefined },
    { method: 'POST', body: '{"metadata":{"name":"a"}}' },
  ])('leave nothing behind: $method', async ({ method, body }) => {
    const { host, plane } = await mounted('http2 in clear text')
    for (let connection = 0; connection < 2; connection += 1) {
      const session = http2.connect(`http://127.0.0.1:${host.port}`)
      session.on('error', () => {})
      await resets(session, 200, method, body)
      session.destroy()
    }
    await until(() => isQuiet(plane))
    const session = http2.connect(`http://127.0.0.1:${host.port}`)
    const stream = session.request({ ':path': CONFIG_MAPS })
    expect((await once(stream, 'response'))[0]).toMatchObject({ ':status': 200 })
    session.destroy()
  })

  test('with their headers are not worked on at all', async () => {
    let asked = 0
    const authenticators = [
      {
        authenticate: () => {
          asked += 1
          return { outcome: 'noOpinion' as const }
        },
      },
    ]
    const { host, plane } = await mounted('http2 in clear text', { authenticators, anonymous: true })
    const frames = [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0, Buffer.alloc(0))]
    // GET http / with :path as a literal without a name from the table (RFC 7541 §6.2.2).
    const path = Buffer.from(CONFIG_MAPS)
    const block = Buffer.concat([Buffer.from([0x82, 0x86, 0x04, path.length]), path, Buffer.from([0x01, 1, 0x61])])
    const resets = 200
    for (let index = 0; index < resets; index += 1) {
      const id = 2 * index + 1
      frames.push(frame(1, 0x5, id, block), frame(3, 0, id, Buffer.from([0, 0, 0, 8])))
    }
    const last = 2 * resets + 1
    frames.push(frame(1, 0x5, last, block))
    const socket = net.connect(host.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(Buffer.concat(frames))
    // The last one, which is not taken back, is answered.
    await until(() => asked > 0)
    await until(() => isQuiet(plane))
    expect(asked).toBe(1)
    socket.destroy()
  })
})

/** A frame of HTTP/2 (RFC 9113 §4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(9)
  header.writeUIntBE(payload.length, 0, 3)
  header.writeUInt8(type, 3)
  header.writeUInt8(flags, 4)
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}
