import { describe, expect, test } from '@jest/globals'
import type { CustomStage } from '../../src/endpoints/index.js'
import { linesOf, open, send } from './clients.js'
import { hosts } from './hosts.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const post = (name: string, data: object = {}) => ({
  method: 'POST',
  path: CONFIG_MAPS,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ metadata: { name }, data }),
})

describe.each(Object.keys(hosts))('a plane behind %s', (name) => {
  test('answers requests with and without a body', async () => {
    const { host } = await mounted(name)
    const created = await send(host, post('a', { k: 'é' }))
    expect([created.status, created.headers['content-type']]).toEqual([201, 'application/json'])
    const read = await send(host, { path: `${CONFIG_MAPS}/a` })
    expect(read.text).toBe(created.text)
    expect(Number(read.headers['content-length'])).toBe(Buffer.byteLength(read.text))
    expect((await send(host, { method: 'DELETE', path: `${CONFIG_MAPS}/a` })).status).toBe(200)
    expect(JSON.parse((await send(host, { path: `${CONFIG_MAPS}/a` })).text)).toMatchObject({ kind: 'Status', code: 404 })
  })

  test('answers unsupported methods with a Status, as far as its host passes them on', async () => {
    const { host } = await mounted(name)
    const methods = [
      'OPTIONS',
      ...(name === 'fastify' ? [] : ['PROPFIND', 'PURGE']),
      ...(host.protocol.startsWith('h2') ? ['BREW'] : []),
    ]
    for (const method of methods) {
      for (const path of [CONFIG_MAPS, `${CONFIG_MAPS}/a`]) {
        const answer = await send(host, { method, path })
        expect([method, answer.status, answer.headers['content-type']]).toEqual([method, 405, 'application/json'])
        expect(JSON.parse(answer.text)).toMatchObject({ kind: 'Status', reason: 'MethodNotAllowed' })
      }
    }
  })

  test('streams a watch, event by event, and ends it when the client disconnects', async () => {
    const { host, plane } = await mounted(name)
    const watch = await open(host, { path: `${CONFIG_MAPS}?watch=1` })
    // The headers are here before any event.
    expect([watch.status, watch.headers['content-type'], watch.headers['content-length']]).toEqual([
      200,
      'application/json',
      undefined,
    ])
    const lines = linesOf(watch.body)
    const next = async () =>
      JSON.parse((await lines.next()).value ?? '') as { type: string; object: { metadata: { name: string } } }
    for (const object of ['a', 'b']) {
      await send(host, post(object))
      expect(await next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: object } } })
    }
    expect(plane.stats.openWatches).toBe(1)
    watch.leave()
    await until(() => plane.stats.openWatches === 0)
  })

  test("aborts the signal of a request whose client is gone before its answer's end, and of no other", async () => {
    const signals: AbortSignal[] = []
    const handle: CustomStage['handle'] = (exchange, next) => {
      if (exchange.door.signal) signals.push(exchange.door.signal)
      return next(exchange)
    }
    const { host } = await mounted(name, { stages: [{ name: 'listener', before: 'authentication', handle }] })
    expect((await send(host, post('a'))).status).toBe(201)
    const watch = await open(host, { path: `${CONFIG_MAPS}?watch=1` })
    watch.leave()
    await until(() => signals.at(-1)?.aborted === true)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  })

  test('ends a watch cleanly when the plane drains', async () => {
    const { host, plane } = await mounted(name)
    const watch = await open(host, { path: `${CONFIG_MAPS}?watch=1` })
    await plane.drain()
    expect(await linesOf(watch.body).next()).toMatchObject({ done: true })
    expect(plane.stats).toEqual({ requestsInFlight: 0, openWatches: 0 })
  })

  test('keeps repeated header lines apart, in both directions', async () => {
    const seen: (readonly string[])[] = []
    const authenticators = [
      {
        authenticate: (credentials: { header(name: string): readonly string[] }) => {
          seen.push(credentials.header('x-remote-group'))
          return { outcome: 'noOpinion' as const }
        },
      },
    ]
    const { host } = await mounted(name, { authenticators, anonymous: true })
    const body = '{"metadata":{"name":"a"},"one":1,"two":2}'
    const headers = { 'X-Remote-Group': ['a, b', 'c'] }
    const response = await send(host, { method: 'POST', path: CONFIG_MAPS, headers, body })
    expect(seen).toEqual([['a, b', 'c']])
    const warnings = String(response.headers.warning)
    expect(warnings).toContain('299 - "unknown field \\"one\\""')
    expect(warnings).toContain('299 - "unknown field \\"two\\""')
  })

  test('refuses a body that is too large, and serves the next request', async () => {
    const { host } = await mounted(name, { limits: { maxBodyBytes: 100_000 } })
    const refused = await send(host, post('a', { k: 'x'.repeat(300_000) }))
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([413, { reason: 'RequestEntityTooLarge' }])
    expect((await send(host, post('a'))).status).toBe(201)
  })

  test('answers HEAD without a body', async () => {
    const { host } = await mounted(name)
    const head = await send(host, { method: 'HEAD', path: '/version' })
    expect([head.status, head.text]).toEqual([200, ''])
  })
})
