import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { ListStream } from '../../src/server/answers/list-stream.js'
import type { RequestHandler } from '../../src/server/index.js'
import { requestOf } from '../server/requests.js'
import { open, send } from './clients.js'
import { hosts } from './hosts.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const NODE_HOSTS = ['http', 'https', 'http2', 'express']

async function fill(plane: ControlPlane, count: number, bytes: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const body = { metadata: { name: `object-${i}` }, data: { text: 'é'.repeat(bytes / 2) } }
    await plane.handle(requestOf(CONFIG_MAPS, { method: 'POST', body }))
  }
}
const namesIn = (text: string) =>
  (JSON.parse(text) as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name).sort()
const names = (count: number) => Array.from({ length: count }, (_, i) => `object-${i}`).sort()

async function bytesOf({ body }: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Serves slices without end, and counts them. */
function endless(): { handler: RequestHandler; made: () => number; isOver: () => boolean } {
  let count = 0
  let over = false
  function* slices() {
    try {
      for (;;) {
        count += 1
        yield new Uint8Array(128 * 1024).fill(0x20)
      }
    } finally {
      over = true
    }
  }
  const handler: RequestHandler = {
    handle: async () => ({ status: 200, headers: [], body: new ListStream({ slices: slices() }, () => {}) }),
  }
  return { handler, made: () => count, isOver: () => over }
}

describe.each(NODE_HOSTS)('behind %s', (name) => {
  test('a list of several mebibytes arrives whole, compressed or not', async () => {
    const { host, plane } = await mounted(name)
    await fill(plane, 60, 50_000)
    const plain = await send(host, { path: CONFIG_MAPS })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(namesIn(plain.text)).toEqual(names(60))
    const zipped = await open(host, { path: CONFIG_MAPS, headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
    expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
    const bytes = await bytesOf(zipped)
    expect(bytes.length).toBeLessThan(plain.text.length / 10)
    expect(gunzipSync(bytes).toString('utf8')).toBe(plain.text)
  })

  test('a list of some hundred kibibytes is compressed, a shorter one is not', async () => {
    const { host, plane } = await mounted(name)
    await fill(plane, 1, 50_000)
    const headers = { 'accept-encoding': 'gzip' }
    expect((await send(host, { path: CONFIG_MAPS, headers })).headers['content-encoding']).toBeUndefined()
    await fill(plane, 6, 50_000)
    // The first time it is compressed as it is written, later from the whole that is kept.
    for (let time = 0; time < 3; time += 1) {
      const zipped = await open(host, { path: CONFIG_MAPS, headers })
      const bytes = await bytesOf(zipped)
      expect(zipped.headers['content-encoding']).toBe('gzip')
      expect(namesIn(gunzipSync(bytes).toString('utf8'))).toEqual(names(6))
    }
  })

  test('a list of some hundred kibibytes has a Content-Length, and is the same in every request', async () => {
    const { host, plane } = await mounted(name)
    await fill(plane, 6, 50_000)
    const asked = await Promise.all(Array.from({ length: 9 }, () => send(host, { path: CONFIG_MAPS })))
    for (const { headers, text } of asked) {
      expect([Number(headers['content-length']), text]).toEqual([Buffer.byteLength(text), asked[0]?.text])
    }
    expect(namesIn(asked[0]?.text ?? '')).toEqual(names(6))
  })

  test('a reader that stops is waited for, and one that goes away is forgotten', async () => {
    const { handler, made, isOver } = endless()
    const host = await (hosts[name] as (typeof hosts)[string])(handler as ControlPlane)
    const stuck = await open(host, { path: '/' })
    stuck.body.pause()
    let before = -1
    // What the connection holds is full when a hundred turns bring no more.
    for (let quiet = 0; quiet < 100; quiet = made() === before ? quiet + 1 : 0) {
      before = made()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(made() * 128).toBeLessThan(64 * 1024)
    stuck.leave()
    await until(isOver)
    await host.close()
  })
})

describe('behind fetch', () => {
  test('a list of several mebibytes arrives whole, compressed or not', async () => {
    const plane = await createControlPlane()
    const fetch = fetchHandler(plane)
    await fill(plane, 60, 50_000)
    const ask = (headers: Record<string, string>) => fetch(new Request(`http://plane${CONFIG_MAPS}`, { headers }))
    const plain = await (await ask({})).text()
    expect(namesIn(plain)).toEqual(names(60))
    const zipped = await ask({ 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString('utf8')).toBe(plain)
    await plane.close()
  })

  test('slices are made as they are read, and no more when the reader is cancelled', async () => {
    const { handler, made, isOver } = endless()
    const response = await fetchHandler(handler)(new Request('http://plane/'))
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (let i = 0; i < 20; i += 1) await reader.read()
    expect(made()).toBeLessThan(40)
    await reader.cancel()
    await until(isOver)
  })
})
