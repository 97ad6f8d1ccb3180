import { once } from 'node:events'
import http2 from 'node:http2'
import tls from 'node:tls'
import { describe, expect, test } from '@jest/globals'
import { send } from '../adapters/clients.js'
import { mounted } from '../adapters/mounted.js'
import { until } from '../adapters/until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const [DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION] = [0, 1, 2, 3, 4, 6, 8, 9]
const [END_STREAM, END_HEADERS] = [1, 4]
const MANY = 5000

function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
/** Header lines as literals of HPACK (RFC 7541 §6.2.2); none here is longer than 126 characters. */
const block = (lines: readonly (readonly [string, string])[]) =>
  Buffer.concat(
    lines.flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  )
const request = (method: string, path: string) =>
  block([
    [':method', method],
    [':scheme', 'https'],
    [':authority', 'plane'],
    [':path', path],
    ['content-type', 'application/json'],
  ])
const streams = (make: (stream: number) => Buffer, count = MANY) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index * 2 + 1)))
const cancel = Buffer.from([0, 0, 0, 8])
const oneByte = Buffer.from([0, 0, 0, 1])
/** SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113 §6.5.2). */
const tinyWindow = Buffer.concat([Buffer.from([0, 4]), oneByte])

/** Sends frames after the preface, and reads nothing but the end. */
async function flood(port: number, frames: Buffer) {
  const socket = tls.connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  socket.resume()
  await new Promise<void>((resolve) => socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0), frames]), () => resolve()))
  return socket
}

describe('one connection that floods', () => {
  test.each([
    {
      what: 'requests that it resets at once',
      frames: streams((stream) =>
        Buffer.concat([
          frame(HEADERS, END_HEADERS | END_STREAM, stream, request('GET', CONFIG_MAPS)),
          frame(RESET, 0, stream, cancel),
        ]),
      ),
    },
    {
      what: 'watches that it resets at once',
      frames: streams((stream) =>
        Buffer.concat([
          frame(HEADERS, END_HEADERS | END_STREAM, stream, request('GET', `${CONFIG_MAPS}?watch=1`)),
          frame(RESET, 0, stream, cancel),
        ]),
      ),
    },
    {
      what: 'writes that it resets at once',
      frames: streams((stream) =>
        Buffer.concat([
          frame(HEADERS, END_HEADERS, stream, request('POST', CONFIG_MAPS)),
          frame(DATA, 0, stream, Buffer.from('{')),
          frame(RESET, 0, stream, cancel),
        ]),
      ),
    },
    {
      what: 'header frames without an end',
      frames: Buffer.concat([
        frame(HEADERS, 0, 1, Buffer.from([0x82])),
        ...Array.from({ length: MANY * 4 }, () => frame(CONTINUATION, 0, 1, block([['x', 'y']]))),
      ]),
    },
    { what: 'pings', frames: Buffer.concat(Array.from({ length: MANY * 4 }, () => frame(PING, 0, 0, Buffer.alloc(8)))) },
    { what: 'settings', frames: Buffer.concat(Array.from({ length: MANY }, () => frame(SETTINGS, 0, 0))) },
    {
      what: 'frames without data',
      frames: Buffer.concat([
        frame(HEADERS, END_HEADERS, 1, request('POST', CONFIG_MAPS)),
        ...Array.from({ length: MANY * 4 }, () => frame(DATA, 0, 1)),
      ]),
    },
    {
      what: 'windows that grow by a byte, of a connection that asks for nothing',
      frames: Buffer.concat(Array.from({ length: MANY * 4 }, () => frame(WINDOW_UPDATE, 0, 0, oneByte))),
    },
    {
      what: 'windows that grow by a byte, for a large answer',
      frames: Buffer.concat([
        frame(SETTINGS, 0, 0, tinyWindow),
        frame(HEADERS, END_HEADERS | END_STREAM, 1, request('GET', '/openapi/v2')),
        ...Array.from({ length: MANY * 4 }, () => frame(WINDOW_UPDATE, 0, 1, oneByte)),
      ]),
    },
    {
      what: 'priorities of streams that do not exist',
      frames: streams((stream) => frame(PRIORITY, 0, stream, Buffer.alloc(5, 1)), MANY * 4),
    },
    {
      what: 'a header that a table repeats',
      frames: streams(
        (stream) =>
          frame(
            HEADERS,
            END_HEADERS | END_STREAM,
            stream,
            Buffer.concat([
              request('GET', CONFIG_MAPS),
              stream === 1
                ? Buffer.concat([Buffer.from([0x40, 1]), Buffer.from('x'), Buffer.from([126]), Buffer.alloc(126, 'y')])
                : Buffer.alloc(15_000, 0xbe),
            ]),
          ),
        20,
      ),
    },
  ])('with $what leaves nothing behind, and others are served', async ({ frames }) => {
    const logged: unknown[] = []
    const { host, plane } = await mounted('http2', { logger: { error: (...line) => logged.push(line), info() {} } })
    const socket = await flood(host.port, frames)
    const others = await Promise.all([1, 2, 3].map(() => send(host, { path: CONFIG_MAPS })))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    socket.destroy()
    await until(() => plane.stats.requestsInFlight === 0 && plane.stats.openWatches === 0)
    expect((await send(host, { path: CONFIG_MAPS })).status).toBe(200)
    // Nor does it fill the log.
    expect(logged).toEqual([])
  })

  test('with requests that are reset before they are answered stores none of them', async () => {
    const { host, plane } = await mounted('http2')
    const session = http2.connect(`https://127.0.0.1:${host.port}`, { rejectUnauthorized: false })
    session.on('error', () => {})
    for (let number = 0; number < 50; number += 1) {
      const stream = session.request({ ':method': 'POST', ':path': CONFIG_MAPS, 'content-type': 'application/json' })
      stream.on('error', () => {})
      stream.write(`{"metadata":{"name":"c${number}"}`)
      stream.close(http2.constants.NGHTTP2_CANCEL)
    }
    expect(JSON.parse((await send(host, { path: CONFIG_MAPS })).text).items).toEqual([])
    session.destroy()
    await until(() => plane.stats.requestsInFlight === 0)
  })
})
