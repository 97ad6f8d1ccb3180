import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { AuditEvent } from '../../src/audit/index.js'
import type { Logger } from '../../src/endpoints/index.js'
import { fetchHandler } from '../../src/public/adapters.js'
import { type ApiError, type ControlPlane, createControlPlane, defineResource } from '../../src/public/index.js'
import { ManualClock, settle } from '../support/manual-clock.js'

const aborted: string[] = []
const logged: unknown[] = []
const logger: Logger = {
  error: (message, fields) => void logged.push([message, fields?.error instanceof Error && fields.error.message]),
  info() {},
}
let answer = (_response: Response): void => {}

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      subresources: {
        log: {
          async *stream({ signal }) {
            yield 'first\n'
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
            aborted.push('log')
          },
        },
        proxy: {
          proxy: (request) =>
            new Promise<Response>((resolve) => {
              request.signal.addEventListener('abort', () => aborted.push('proxy'))
              answer = resolve
            }),
        },
      },
    },
  ],
})
const LAMP = 'http://plane/apis/shop.example.com/v1/namespaces/default/widgets/lamp'

let clock: ManualClock
let plane: ControlPlane
beforeEach(async () => {
  aborted.length = 0
  logged.length = 0
  clock = new ManualClock()
  plane = await createControlPlane({ resources: [Widget], clock, logger, limits: { minWatchSeconds: 100, maxWatches: 4 } })
  await plane
    .client()
    .resource(Widget)
    .namespace('default')
    .create({ metadata: { name: 'lamp' } })
})
afterEach(() => plane.close())

const ask = (subresource: string, init?: RequestInit) => fetchHandler(plane)(new Request(`${LAMP}/${subresource}`, init))
const endless = (): Response =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode('x')) }, { highWaterMark: 0 }),
  )

describe('a connection', () => {
  test('lasts as long as a watch: then a stream ends, and a proxied connection is closed', async () => {
    const log = await ask('log')
    const proxying = ask('proxy')
    await settle()
    answer(endless())
    const proxied = await proxying
    expect(plane.stats.openWatches).toBe(2)
    await clock.advanceAndSettle(99_000)
    expect(plane.stats.openWatches).toBe(2)
    await clock.advanceAndSettle(101_000)
    expect(plane.stats.openWatches).toBe(0)
    expect(await log.text()).toBe('first\n')
    await expect(proxied.text()).rejects.toThrow()
    expect(aborted.sort()).toEqual(['log', 'proxy'])
  })

  test('ends when the plane drains, and no other begins', async () => {
    const { body } = await ask('log')
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first\n')
    const unanswered = ask('proxy')
    await settle()
    await plane.drain()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
    expect((await unanswered).status).toBe(503)
    expect(aborted.sort()).toEqual(['log', 'proxy'])
    expect((await ask('log')).status).toBe(503)
  })

  test('may wait for its answer for longer than other requests, and holds no seat meanwhile', async () => {
    const waiting = ask('proxy')
    await settle()
    expect(plane.stats.openWatches).toBe(1)
    await clock.advanceAndSettle(90_000)
    answer(new Response('late'))
    expect(await (await waiting).text()).toBe('late')
    expect(plane.stats.openWatches).toBe(0)
  })

  test('counts as a watch: one user cannot have all of them', async () => {
    const clients = [1, 2, 3, 4].map(() => plane.client({ user: 'eve' }).resource(Widget).namespace('default').subresource('log'))
    const answers = await Promise.allSettled(clients.map((log) => log.connect('lamp')))
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).status.code] : []))
    expect(refused).toEqual([429])
    const fresh = await plane.client({ user: 'ada' }).resource(Widget).namespace('default').subresource('log').connect('lamp')
    expect(fresh.status).toBe(200)
  })

  test('is closed when its handler fails during the response', async () => {
    const proxying = ask('proxy')
    await settle()
    answer(new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('the backend is gone')) })))
    await expect((await proxying).text()).rejects.toThrow()
    expect(plane.stats.openWatches).toBe(0)
    expect(logged).toEqual([['a connection failed', 'the backend is gone']])
  })

  test('releases an answer that arrives after its end', async () => {
    const leaving = new AbortController()
    const proxying = ask('proxy', { signal: leaving.signal }).catch(() => undefined)
    await settle()
    leaving.abort()
    await proxying
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    answer(new Response(new ReadableStream({ cancel }, { highWaterMark: 0 })))
    await settle()
    expect([isCancelled, plane.stats.openWatches]).toEqual([true, 0])
  })
})

describe('how a connection is recorded', () => {
  test('is authorized by its method, counted as CONNECT, and audited at its begin and its end', async () => {
    const events: AuditEvent[] = []
    const asked: string[] = []
    const written = await createControlPlane({
      resources: [Widget],
      audit: { policy: { rules: [{ level: 'Request' }] }, backends: [(event) => void (event.objectRef && events.push(event))] },
      authorizer: {
        authorize({ verb, resource, subresource }) {
          asked.push(`${verb} ${resource}/${subresource}`)
          return { decision: 'allow' }
        },
      },
    })
    const lamps = written.client({ user: 'ada' }).resource(Widget).namespace('default')
    await lamps.create({ metadata: { name: 'lamp' } })
    events.length = 0
    const { body } = await lamps.subresource('log').connect('lamp')
    const url = 'http://plane/metrics'
    const numbers = async () => (await fetchHandler(written)(new Request(url))).text()
    const labels = 'verb="CONNECT",group="shop.example.com",version="v1",resource="widgets",subresource="log",scope="resource"'
    expect(await numbers()).toContain(`apiserver_longrunning_requests{${labels}} 1`)
    expect(events.map(({ stage, verb }) => `${verb} ${stage}`)).toEqual(['get RequestReceived', 'get ResponseStarted'])
    await body?.cancel()
    expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete'])
    expect(events[2]?.objectRef).toMatchObject({ resource: 'widgets', subresource: 'log', name: 'lamp' })
    expect(await numbers()).toContain(`apiserver_request_total{${labels},code="200"} 1`)
    const posting = lamps.subresource('proxy').connect('lamp', { method: 'POST' })
    await settle()
    answer(new Response(null, { status: 204 }))
    expect((await posting).status).toBe(204)
    expect(asked.filter((right) => right.endsWith('log') || right.endsWith('proxy'))).toEqual([
      'get widgets/log',
      'create widgets/proxy',
    ])
    await written.close()
  })
})
