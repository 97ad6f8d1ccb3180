import net from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { connect } from '../../src/public/client/node.js'
import { defineResource } from '../../src/public/index.js'
import { open, send, textOf } from './clients.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const CHUNK = new Uint8Array(64 * 1024).fill(120)
const CHUNKS = 1_000
let given = 0
let isOver = false

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      subresources: {
        log: {
          async *stream() {
            given = 0
            isOver = false
            try {
              for (; given < CHUNKS; given++) yield CHUNK
            } finally {
              isOver = true
            }
          },
        },
        proxy: {
          async proxy(request) {
            if (request.method === 'POST') return new Response(request.body)
            if (request.method === 'PUT') return new Response('not read')
            return new Response(`${request.method} ${new URL(request.url).pathname}`)
          },
        },
      },
    },
  ],
})
const WIDGETS = '/apis/shop.example.com/v1/namespaces/default/widgets'
const JSON_TYPE = { 'content-type': 'application/json' }

async function hosted(name: string) {
  const { host, plane } = await mounted(name, { resources: [Widget] })
  const body = JSON.stringify({ apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'lamp' } })
  expect((await send(host, { method: 'POST', path: WIDGETS, headers: JSON_TYPE, body })).status).toBe(201)
  return { host, plane }
}

/** As much as other work needs to come to rest. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe.each(['http', 'https', 'http2', 'http2 in clear text', 'express at a path', 'fastify'])('on %s, a stream', (name) => {
  test('waits for a client that does not read, and is complete for one that does', async () => {
    const { host, plane } = await hosted(name)
    const incoming = await open(host, { path: `${WIDGETS}/lamp/log` })
    await until(() => given > 0)
    await turns(500)
    expect(given).toBeLessThan(CHUNKS / 2)
    expect((await textOf(incoming)).length).toBe(CHUNKS * CHUNK.length)
    await until(() => plane.stats.openWatches === 0)
  })

  test('ends when its client leaves', async () => {
    const { host, plane } = await hosted(name)
    const incoming = await open(host, { path: `${WIDGETS}/lamp/log` })
    await until(() => given > 0)
    incoming.leave()
    await until(() => isOver && plane.stats.openWatches === 0)
    expect(given).toBeLessThan(CHUNKS)
  })

  test('carries a body in both directions, read completely or not at all', async () => {
    const { host } = await hosted(name)
    const body = 'y'.repeat(8 * 1024 * 1024)
    const path = `${WIDGETS}/lamp/proxy/echo`
    expect((await send(host, { method: 'POST', path, body })).text).toBe(body)
    expect((await send(host, { method: 'PUT', path, body: body.slice(0, 10_000) })).text).toBe('not read')
    const { headers, text } = await send(host, { method: 'DELETE', path: `${WIDGETS}/lamp/proxy/a/` })
    expect(text).toBe('DELETE /a/')
    expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' })
    expect(await send(host, { method: 'HEAD', path })).toMatchObject({ status: 200, text: '' })
  })
})

test('an upload that its handler leaves unread does not hold its connection after the answer', async () => {
  const { host } = await hosted('http')
  const upload = (head: string) => `PUT ${WIDGETS}/lamp/proxy/x HTTP/1.1\r\nHost: plane\r\n${head}\r\n\r\n`
  const socket = net.connect(host.port, '127.0.0.1')
  // What is there whole leaves the connection to the next request; of the next no more than the beginning ever comes.
  socket.write(`${upload('Content-Length: 4')}body`)
  const answers = text(socket)
  socket.write(`${upload('Content-Length: 1000000')}begin`)
  const [first, second, ...more] = (await answers).split(/(?=HTTP\/1\.1 200 OK)/)
  expect(first).toMatch(/\r\nConnection: keep-alive\r\n/i)
  expect(second).toMatch(/\r\nConnection: close\r\n/i)
  expect(more).toEqual([])
})

test('clients of Node read streams, and hand requests on', async () => {
  const { host } = await hosted('http')
  const client = connect({ server: `http://127.0.0.1:${host.port}` })
  const widgets = client.resource(Widget).namespace('default')
  const log = await widgets.subresource('log').connect('lamp')
  expect((await log.arrayBuffer()).byteLength).toBe(CHUNKS * CHUNK.length)
  const proxy = widgets.subresource('proxy')
  expect(await (await proxy.connect('lamp', { method: 'POST', path: 'x', body: 'hello' })).text()).toBe('hello')
  expect(await (await proxy.connect('lamp', { method: 'HEAD' })).text()).toBe('')
  client.close()
})
