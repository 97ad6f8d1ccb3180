import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import type { BodySink, RequestHandler, StreamBody } from '../../src/server/index.js'
import { until } from './until.js'

const BASE = 'http://plane.example:8080'
const CONFIG_MAPS = `${BASE}/api/v1/namespaces/default/configmaps`
const planes: ControlPlane[] = []
afterEach(async () => {
  for (const plane of planes.splice(0)) await plane.close()
})

async function aPlane(options: ControlPlaneOptions = {}) {
  const plane = await createControlPlane(options)
  planes.push(plane)
  return { plane, fetch: fetchHandler(plane) }
}
const post = (name: string, data: object = {}) =>
  new Request(CONFIG_MAPS, {
    method: 'POST',
    body: JSON.stringify({ metadata: { name }, data }),
    headers: { 'content-type': 'application/json' },
  })

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

describe('a plane behind fetch', () => {
  test.each(['OPTIONS', 'PROPFIND', 'BREW'])('answers the unsupported method %s with a Status', async (method) => {
    const { fetch } = await aPlane()
    for (const url of [CONFIG_MAPS, `${CONFIG_MAPS}/a`, `${BASE}/healthz`]) {
      const answer = await fetch(new Request(url, { method }))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([405, 'application/json'])
      expect(await answer.json()).toMatchObject({ kind: 'Status', reason: 'MethodNotAllowed' })
    }
  })

  test('answers requests with and without a body', async () => {
    const { fetch } = await aPlane()
    const created = await fetch(post('a', { k: 'é' }))
    expect([created.status, created.headers.get('content-type')]).toEqual([201, 'application/json'])
    expect(await (await fetch(new Request(`${CONFIG_MAPS}/a?pretty=false`))).json()).toEqual(await created.json())
    expect((await fetch(new Request(`${BASE}/nowhere`))).status).toBe(404)
  })

  test('streams a watch, and ends it when its reader is cancelled', async () => {
    const { fetch, plane } = await aPlane()
    const response = await fetch(new Request(`${CONFIG_MAPS}?watch=1`))
    const lines = linesOf(response)
    await fetch(post('a'))
    expect(JSON.parse((await lines.next()).value ?? '')).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } })
    await lines.return(undefined)
    expect(plane.stats.openWatches).toBe(0)
  })

  test('ends a watch when the request is aborted', async () => {
    const { fetch, plane } = await aPlane()
    const leaving = new AbortController()
    await fetch(new Request(`${CONFIG_MAPS}?watch=1`, { signal: leaving.signal }))
    expect(plane.stats.openWatches).toBe(1)
    leaving.abort()
    await until(() => plane.stats.openWatches === 0)
  })

  test('ends a watch cleanly when the plane drains', async () => {
    const { fetch, plane } = await aPlane()
    const lines = linesOf(await fetch(new Request(`${CONFIG_MAPS}?watch=1`)))
    await plane.drain()
    expect(await lines.next()).toMatchObject({ done: true })
  })

  test('delivers long initial events to a slow reader, and closes a watch that is not read', async () => {
    const { fetch, plane } = await aPlane({ limits: { maxWatchBacklogBytes: 400_000 } })
    for (let i = 0; i < 30; i += 1) await fetch(post(`c${i}`, { k: 'x'.repeat(50_000) }))
    const slow = linesOf(await fetch(new Request(`${CONFIG_MAPS}?watch=1`)))
    for (let i = 0; i < 30; i += 1) expect((await slow.next()).value).toContain('ADDED')
    for (let i = 30; i < 60; i += 1) await fetch(post(`c${i}`, { k: 'x'.repeat(50_000) }))
    expect(plane.stats.openWatches).toBe(0)
    const rest = async () => {
      for await (const line of slow) expect(line).toContain('ADDED')
    }
    await expect(rest()).rejects.toThrow('broken off before its end')
  })

  test('refuses a body that is too large', async () => {
    const { fetch } = await aPlane({ limits: { maxBodyBytes: 1000 } })
    expect((await fetch(post('a', { k: 'x'.repeat(1000) }))).status).toBe(413)
  })

  test('answers HEAD without a body', async () => {
    const { fetch } = await aPlane()
    const head = await fetch(new Request(`${BASE}/version`, { method: 'HEAD' }))
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('gives each warning a header line', async () => {
    const { fetch } = await aPlane()
    const body = '{"metadata":{"name":"a"},"one":1,"two":2}'
    const response = await fetch(new Request(CONFIG_MAPS, { method: 'POST', body }))
    // A text body of the Fetch standard says that it is text/plain unless told otherwise.
    expect(response.status).toBe(415)
    const headers = { 'content-type': 'application/json' }
    const warned = await fetch(new Request(CONFIG_MAPS, { method: 'POST', body, headers }))
    expect(warned.headers.get('warning')).toBe('299 - "unknown field \\"one\\"", 299 - "unknown field \\"two\\""')
  })
})

test('a callback for the moment when a body has been read is called at once when it has been already', async () => {
  let sink: BodySink | undefined
  const body: StreamBody = {
    start(given) {
      sink = given
      return () => {}
    },
  }
  const handler = { handle: async () => ({ status: 200, headers: [], body }) } as unknown as RequestHandler
  const response = await fetchHandler(handler)(new Request(BASE))
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  expect(sink?.write(new Uint8Array(5))).toBe(5)
  expect((await reader.read()).value).toHaveLength(5)
  const next = reader.read()
  sink?.onDrained(() => sink?.end())
  expect((await next).done).toBe(true)
})
