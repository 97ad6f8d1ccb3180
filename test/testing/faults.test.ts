import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { type Client, ConnectionError, connectWithFetch, informer } from '../../src/client/index.js'
import { ApiError } from '../../src/meta/index.js'
import { type Fault, type FaultRule, type TestPlane, testPlane } from '../../src/testing/index.js'
import { until } from '../adapters/until.js'
import { CONFIG_MAPS, Widget, widget } from './widget.js'

let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget], objects: [widget('lamp')] })
})
afterEach(() => plane.close())

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? `${error.status.code} ${error.status.reason}` : (error as Error).name),
  )

/** The same client on both ways: at the registry's door, and through the handler. */
const ways: readonly [string, (user?: string) => Client][] = [
  ['in process', (user) => plane.client(user === undefined ? {} : { user })],
  [
    'over HTTP',
    () =>
      connectWithFetch({
        server: 'http://plane',
        clock: plane.clock,
        fetch: (url, init) => fetchHandler(plane)(new Request(url, init)),
      }),
  ],
]

describe.each(ways)('a fault %s', (way, clientOf) => {
  const widgets = () => clientOf().resource(Widget).namespace('default')

  test.each([
    [{ status: 409 }, '409 Conflict'],
    [{ status: 410 }, '410 Expired'],
    [{ status: 500 }, '500 InternalError'],
    [{ status: 403, reason: 'Forbidden', message: 'not you' }, '403 Forbidden'],
    [{ refuseConnection: true }, 'ConnectionError'],
  ] as const)('refuses a request once: %p', async (fault: Fault, outcome) => {
    const added = plane.faults.add({ verb: 'update', resource: 'widgets', name: 'lamp' }, fault)
    const lamp = await widgets().get('lamp')
    const before = plane.revision
    expect(await outcomeOf(widgets().update({ ...lamp, spec: { color: 'green', size: 1 } }))).toBe(outcome)
    expect([plane.revision, added.count, added.remaining, plane.faults.count]).toEqual([before, 1, 0, 1])
    expect(await outcomeOf(widgets().update({ ...lamp, spec: { color: 'green', size: 1 } }))).toBe('done')
    plane.faults.expectAllUsed()
  })

  test('may lose the answer to a completed request', async () => {
    plane.faults.add({ verb: 'create' }, { loseAnswer: true })
    const create = () => outcomeOf(widgets().create({ metadata: { name: 'new' }, spec: { color: 'red' } }))
    expect([await create(), await create()]).toEqual(['ConnectionError', '409 AlreadyExists'])
  })

  test('delays a request by the clock', async () => {
    plane.faults.add({ verb: 'get' }, { delayMs: 2_000 })
    let done = false
    const work = widgets()
      .get('lamp')
      .then(() => {
        done = true
      })
    await plane.advance(1_999)
    expect(done).toBe(false)
    await plane.advance(1)
    await work
  })

  test('closes a watch after a number of events, and an informer continues where it was', async () => {
    plane.faults.add({ verb: 'watch', resource: 'configmaps' }, { cutAfterEvents: 3 })
    const held = informer(clientOf().resource(CONFIG_MAPS))
    await held.synced // the bookmark that ends the initial events is the first
    const maps = plane.client().resource(CONFIG_MAPS).namespace('default')
    for (const name of ['a', 'b', 'c', 'd']) await maps.create({ metadata: { name } })
    await plane.advance(0)
    expect(held.size).toBe(2)
    await plane.advance(1_000)
    await plane.advance(1_000)
    // Over HTTP what was missed takes more turns on a busy machine, which nobody here counts.
    await until(() => held.size === 4)
    const versions = plane.history({ verb: 'watch' }).length
    expect(versions).toBe(2)
    held.stop()
  })

  test('refuses a watch with 410, and an informer lists again', async () => {
    const held = informer(clientOf().resource(Widget))
    await held.synced
    plane.faults.add({ verb: 'watch', times: 2 }, { status: 410 })
    await plane.rewind(plane.revision)
    await plane.advance(10_000)
    await plane.advance(10_000)
    await plane.client().resource(Widget).namespace('default').delete('lamp')
    await plane.advance(10_000)
    expect([held.size, plane.faults.remaining]).toEqual([0, 0])
    held.stop()
  })

  test('drops bookmarks, except the one at the end of initial events', async () => {
    const rule: FaultRule = { verb: 'watch', times: Number.POSITIVE_INFINITY }
    const bookmarks = async () => {
      let seen = 0
      const client = clientOf()
      const subscription = client
        .resource(Widget)
        .watch({ initial: 'stream' })
        .subscribe(({ type }) => {
          if (type === 'SYNCED' || type === 'BOOKMARK') seen += 1
        })
      for (let minute = 0; minute < 4; minute++) await plane.advance(60_000)
      subscription.unsubscribe()
      return seen
    }
    expect(await bookmarks()).toBeGreaterThan(3)
    const added = plane.faults.add(rule, { dropBookmarks: true })
    expect(await bookmarks()).toBe(1)
    expect(added.remaining).toBe(Number.POSITIVE_INFINITY)
    plane.faults.expectAllUsed()
  })

  test('makes events late, in their order', async () => {
    plane.faults.add({ verb: 'watch' }, { delayMs: 500 })
    const held = informer(clientOf().resource(Widget))
    await plane.advance(0)
    expect(held.size).toBe(0)
    await plane.advance(500)
    await held.synced
    await plane
      .client()
      .resource(Widget)
      .namespace('default')
      .patch('lamp', { merge: { spec: { size: 8 } } })
    await plane.advance(499)
    expect(held.get('default/lamp')?.spec.size).toBe(3)
    await plane.advance(1)
    await plane.advance(0)
    expect(held.get('default/lamp')?.spec.size).toBe(8)
    held.stop()
  })

  test('is for the requests that its rule says', async () => {
    plane.faults.add({ verb: 'get', namespace: 'default', name: 'lamp', resource: 'widgets', subresource: '' }, { status: 500 })
    plane.faults.add({ when: ({ via }) => via === (way === 'in process' ? 'handler' : 'client') }, { status: 500 })
    const maps = clientOf().resource(CONFIG_MAPS).namespace('default')
    expect(await outcomeOf(maps.get('lamp'))).toBe('404 NotFound')
    expect(await outcomeOf(widgets().list())).toBe('done')
    expect(await outcomeOf(widgets().get('sofa'))).toBe('404 NotFound')
    expect(await outcomeOf(widgets().get('lamp'))).toBe('500 InternalError')
  })
})

describe('faults', () => {
  const widgets = (user: string) => plane.client({ user }).resource(Widget).namespace('default')

  test('can be limited to one user, and only the first matching one is applied', async () => {
    const first = plane.faults.add({ user: 'ada' }, { status: 503 })
    const second = plane.faults.add({ verb: 'list', times: 2 }, { status: 500 })
    expect(await outcomeOf(widgets('bob').list())).toBe('500 InternalError')
    expect(await outcomeOf(widgets('ada').list())).toBe('503 ServiceUnavailable')
    expect(await outcomeOf(widgets('ada').list())).toBe('500 InternalError')
    expect([first.count, second.count, plane.faults.count]).toEqual([1, 2, 3])
  })

  test('429 has Retry-After', async () => {
    plane.faults.add({ verb: 'get' }, { status: 429, retryAfterSeconds: 7 })
    await expect(widgets('ada').get('lamp')).rejects.toMatchObject({ status: { code: 429, details: { retryAfterSeconds: 7 } } })
    plane.faults.add({ verb: 'get' }, { status: 429, retryAfterSeconds: 7 })
    const answer = await fetchHandler(plane)(new Request('http://plane/api/v1/namespaces/default'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('that were not applied are listed', async () => {
    plane.faults.add({ verb: 'get', times: 2 }, { status: 500 })
    plane.faults.add({ verb: 'list', times: Number.POSITIVE_INFINITY, when: () => true }, { refuseConnection: true })
    plane.faults.add({ verb: 'watch' }, { status: 500 }).remove()
    await outcomeOf(widgets('ada').get('lamp'))
    expect(() => plane.faults.expectAllUsed()).toThrow(
      [
        'faults that were not met as often as they should have been:',
        '{"verb":"get","times":2} → {"status":500} (met 1 of 2)',
        '{"verb":"list","times":"Infinity","when":"(function)"} → {"refuseConnection":true} (met 0 of Infinity)',
      ].join('\n'),
    )
    plane.faults.clear()
    plane.faults.expectAllUsed()
    expect([plane.faults.count, plane.faults.remaining]).toEqual([1, 0])
  })

  test('a broken connection is not a response of the plane', async () => {
    plane.faults.add({ verb: 'get' }, { refuseConnection: true })
    await expect(widgets('ada').get('lamp')).rejects.toBeInstanceOf(ConnectionError)
    expect(plane.history({ verb: 'get' })).toMatchObject([{ code: 0, reason: 'ConnectionError' }])
  })

  test.each([
    [{ verbs: 'get' }, { status: 500 }, 'faults.add: rule.verbs is unknown: did you mean verb?'],
    [
      { kind: 'ConfigMap' },
      { status: 500 },
      'faults.add: rule.kind is "ConfigMap": expected resource instead, the plural name in URLs, such as "configmaps"',
    ],
    [
      { resource: 'ConfigMap' },
      { status: 500 },
      'faults.add: rule.resource is "ConfigMap": expected the plural name in URLs, such as "configmaps"',
    ],
    [{ verb: 'get', times: 0 }, { status: 500 }, 'faults.add: rule.times is 0: expected a number from 1'],
    [{}, { code: 500 }, 'faults.add: fault.code is unknown: expected one of status'],
    [{}, { status: 200 }, 'faults.add: fault.status is 200: expected one from 400 to 599'],
    [{}, {}, 'faults.add: fault has no effect'],
    [{}, { dropBookmarks: false }, 'faults.add: fault has no effect'],
  ])('%p → %p is refused', (rule, fault, message) => {
    expect(() => plane.faults.add(rule as FaultRule, fault as Fault)).toThrow(message)
  })

  test('a delayed watch that is unsubscribed leaves no timer', async () => {
    plane.faults.add({ verb: 'watch' }, { delayMs: 60_000 })
    const timers = plane.clock.pending
    const subscription = plane
      .client()
      .resource(Widget)
      .watch({ resourceVersion: '1' })
      .subscribe({ error: () => {} })
    await plane.advance(0)
    subscription.unsubscribe()
    expect(plane.clock.pending).toBe(timers)
  })
})
