import { describe, expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import type { ServerResponse } from '../../src/server/index.js'
import { settle } from '../support/manual-clock.js'
import { CONFIG_MAPS, configMap, testPlane } from './plane.js'
import { headersOf, jsonOf, streamOf } from './requests.js'
import { Reader } from './watching.js'

describe('a watch over HTTP', () => {
  test('shows the state and then the changes', async () => {
    const { send, plane } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    const response = await send('GET', `${CONFIG_MAPS}?watch=1`)
    expect([response.status, headersOf(response, 'content-type')]).toEqual([200, ['application/json']])
    const reader = new Reader(response)
    await send('POST', CONFIG_MAPS, { body: configMap('b') })
    await send('PUT', `${CONFIG_MAPS}/a`, { body: configMap('a', { k: 'v' }) })
    await send('DELETE', `${CONFIG_MAPS}/b`)
    await reader.has(4)
    expect(reader.summary).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b'])
    expect(reader.events[0]?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
    expect(plane.stats).toEqual({ requestsInFlight: 0, openWatches: 1 })
    reader.release()
    expect(plane.stats.openWatches).toBe(0)
  })

  test('at the path of an object shows that object alone', async () => {
    const { send } = await testPlane()
    for (const name of ['a', 'b']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
    for (const url of [`${CONFIG_MAPS}/a?watch=1`, '/api/v1/watch/namespaces/default/configmaps/a']) {
      const reader = new Reader(await send('GET', url))
      await send('PUT', `${CONFIG_MAPS}/b`, { body: configMap('b', { at: url }) })
      await send('PUT', `${CONFIG_MAPS}/a`, { body: configMap('a', { at: url }) })
      await reader.has(2)
      expect(reader.summary).toEqual(['ADDED a', 'MODIFIED a'])
      reader.release()
    }
  })

  test('streams the initial state up to an annotated bookmark', async () => {
    const { send } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?${query}`))
    await reader.has(2)
    expect(reader.events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK'])
    expect(reader.events[1]?.object.metadata).toEqual({
      resourceVersion: expect.any(String),
      annotations: { 'platform.io/initial-events-end': 'true' },
    })
    reader.release()
  })

  test.each([
    { query: 'labelSelector=a%20b', code: 400 },
    { query: 'fieldSelector=data.k%3Dv', code: 400 },
    { query: 'timeoutSeconds=abc', code: 400 },
    { query: 'resourceVersion=abc', code: 400 },
    { query: 'resourceVersion=1&resourceVersionMatch=Exact', code: 422 },
    { query: 'sendInitialEvents=true', code: 422 },
  ])('with $query is refused with $code before it begins', async ({ query, code }) => {
    const { send, plane, clock } = await testPlane()
    const before = clock.pending
    const response = await send('GET', `${CONFIG_MAPS}?watch=1&${query}`)
    expect([response.status, jsonOf(response)]).toMatchObject([code, { kind: 'Status', code }])
    expect([plane.stats.openWatches, clock.pending]).toEqual([0, before])
  })

  test('of a version that is no longer held ends with an ERROR event', async () => {
    const { send, plane } = await testPlane()
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1&resourceVersion=1`))
    await reader.has(1)
    expect([reader.summary, reader.outcome]).toEqual([['ERROR 410'], 'ended'])
    expect(plane.stats.openWatches).toBe(0)
  })

  test('ends after timeoutSeconds, and without one between half an hour and an hour', async () => {
    const { send, clock, plane } = await testPlane({
      random: { uuid: () => crypto.randomUUID(), bytes: (n) => new Uint8Array(n).fill(128) },
    })
    const short = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1&timeoutSeconds=5`))
    const long = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`))
    clock.advance(5000)
    expect([short.outcome, long.outcome]).toEqual(['ended', 'open'])
    clock.advance(30 * 60_000 - 5001)
    expect(long.outcome).toBe('open')
    clock.advance(30 * 60_000)
    expect([long.outcome, plane.stats.openWatches]).toEqual(['ended', 0])
  })

  test('with a negative timeoutSeconds ends before it sends anything', async () => {
    const { send, plane } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1&timeoutSeconds=-1&allowWatchBookmarks=true`))
    await settle()
    expect(reader.lines).toEqual([])
    expect([reader.outcome, plane.stats.openWatches]).toEqual(['ended', 0])
    expect((await send('GET', `${CONFIG_MAPS}?timeoutSeconds=-1`)).status).toBe(200)
  })

  test('is released when its client disconnects, before or after the answer began', async () => {
    const { send, plane } = await testPlane()
    const leaving = new AbortController()
    await send('GET', `${CONFIG_MAPS}?watch=1`, { signal: leaving.signal })
    expect(plane.stats.openWatches).toBe(1)
    leaving.abort()
    expect(plane.stats.openWatches).toBe(0)
    await send('GET', `${CONFIG_MAPS}?watch=1`, { signal: leaving.signal })
    expect(plane.stats.openWatches).toBe(0)
  })

  test('has a limit of its own', async () => {
    const { send } = await testPlane({ limits: { maxWatches: 1 } })
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`))
    expect((await send('GET', `${CONFIG_MAPS}?watch=1`)).status).toBe(429)
    reader.release()
    new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`)).release()
  })

  test('has no seat among the requests any more once its client does not read', async () => {
    // A user has half of them at most, which is one.
    const { send, plane } = await testPlane({ limits: { maxReadsInFlight: 2 } })
    for (const name of ['a', 'b', 'c']) await send('POST', CONFIG_MAPS, { body: configMap(name, { k: 'x'.repeat(100_000) }) })
    let written = 0
    const stuck = { write: (chunk: Uint8Array) => (written += chunk.length), onDrained() {}, end() {}, abort() {} }
    const release = streamOf(await send('GET', `${CONFIG_MAPS}?watch=1`)).start(stuck)
    expect([(await send('GET', `${CONFIG_MAPS}/a`)).status, plane.stats.openWatches]).toEqual([200, 1])
    expect(written).toBeLessThan(150_000)
    release()
  })

  test('is refused with 429 to a user with most of all watches, and not to another one', async () => {
    const users = ['greedy', 'modest'].map((username) => ({ token: username, user: { username, groups: [] } }))
    const { send, plane } = await testPlane({
      limits: { maxWatches: 8 },
      authenticators: [createStaticTokenAuthenticator(users)],
      authorizer: { authorize: async () => ({ decision: 'allow' }) },
    })
    const watchAs = (user: string) => send('GET', `${CONFIG_MAPS}?watch=1`, { headers: { authorization: `Bearer ${user}` } })
    // All at once, so that none is admitted by a count from before the others came.
    const answers = await Promise.all(Array.from({ length: 20 }, () => watchAs('greedy')))
    const refused = answers.filter(({ status }) => status === 429)
    expect([plane.stats.openWatches, refused.length]).toEqual([6, 14])
    expect(headersOf(refused[0] as ServerResponse, 'retry-after')).toEqual(['1'])
    expect((await watchAs('modest')).status).toBe(200)
    expect((await watchAs('greedy')).status).toBe(429)
  })

  test('with long selectors takes the place of several', async () => {
    const { send, plane } = await testPlane({ limits: { maxWatches: 100 } })
    const watch = (labelSelector: string) => send('GET', `${CONFIG_MAPS}?watch=1&labelSelector=${labelSelector}`)
    const long = Array.from({ length: 200 }, (_, i) => `label${i}!=a`).join(',')
    const answers = await Promise.all(Array.from({ length: 20 }, () => watch(long)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(plane.stats.openWatches).toBe(7)
    expect((await watch('a=b')).status).toBe(200)
  })
})

describe('the shutdown', () => {
  test('readyz fails first, everything else continues', async () => {
    const { send, plane } = await testPlane()
    plane.startDraining()
    expect((await send('GET', '/readyz')).status).toBe(500)
    expect((await send('GET', '/livez')).status).toBe(200)
    expect((await send('POST', CONFIG_MAPS, { body: configMap('a') })).status).toBe(201)
    new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`)).release()
  })

  test('draining ends watches cleanly, and waits for what is being answered', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const authorizer = {
      authorize: async ({ name }: { name: string }) => {
        if (name === 'slow') await gate
        return { decision: 'allow' as const }
      },
    }
    const { send, plane } = await testPlane({ authorizer })
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`))
    const slow = send('GET', `${CONFIG_MAPS}/slow`)
    await settle()
    let drained = false
    const draining = plane.drain().then(() => {
      drained = true
    })
    await settle()
    expect([reader.outcome, drained, plane.stats]).toEqual(['ended', false, { requestsInFlight: 1, openWatches: 0 }])
    open()
    expect((await slow).status).toBe(404)
    await draining
    const late = await send('GET', `${CONFIG_MAPS}?watch=1`)
    expect([late.status, headersOf(late, 'retry-after')]).toEqual([503, ['1']])
  })

  test('a closed plane holds no watch and no timer, and answers 503', async () => {
    const { send, plane, clock } = await testPlane()
    const reader = new Reader(await send('GET', `${CONFIG_MAPS}?watch=1`))
    await plane.close()
    await plane.close()
    expect([reader.outcome, plane.stats.openWatches, clock.pending]).toEqual(['ended', 0, 0])
    expect((await send('GET', CONFIG_MAPS)).status).toBe(503)
  })
})
