import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../../src/public/adapters.js'
import { connectWithFetch } from '../../../../src/public/client.js'
import type { ApiError } from '../../../../src/public/index.js'
import { packagedKinds } from '../../../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../../../src/public/testing.js'

const kinds = packagedKinds()
const SECOND_MS = 1000

let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [kinds.Pod], logger: { error() {}, info() {} } })
})
afterEach(() => plane.close())

const at = (seconds: number) => new Date(plane.clock.now() + seconds * SECOND_MS).toISOString().replace(/\.\d+Z$/, 'Z')
const failureOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status)

describe.each(['in process', 'over HTTP'] as const)('a pod that is deleted %s', (way) => {
  const clientOf = () => {
    if (way === 'in process') return plane.client()
    const answer = fetchHandler(plane)
    return connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)), clock: plane.clock })
  }
  const pods = () => clientOf().resource(kinds.Pod).namespace('default')
  const names = async () => (await pods().list()).items.map(({ metadata }) => metadata.name)

  interface Wanted {
    readonly nodeName?: string
    readonly seconds?: number
    readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown'
    readonly finalizers?: readonly string[]
  }
  async function create(name: string, { nodeName = 'n', seconds, phase = 'Running', finalizers = [] }: Wanted = {}) {
    const terminationGracePeriodSeconds = seconds === undefined ? {} : { terminationGracePeriodSeconds: seconds }
    const own = nodeName === '' ? {} : { nodeName }
    const spec = { containers: [{ name: 'main', image: 'a:1' }], ...own, ...terminationGracePeriodSeconds }
    await pods().create({ metadata: { name, finalizers: [...finalizers] }, spec })
    return pods().status.patch(name, { merge: { status: { phase } } })
  }
  const marked = (seconds: number, left = seconds) => ({
    deletionTimestamp: at(seconds),
    deletionGracePeriodSeconds: left,
  })

  test.each([
    { about: 'for 30 seconds by default', wanted: {}, options: {}, left: 30 },
    { about: 'for its own grace period', wanted: { seconds: 7 }, options: {}, left: 7 },
    { about: 'for the grace period of the delete', wanted: { seconds: 7 }, options: { gracePeriodSeconds: 90 }, left: 90 },
    { about: 'for a second when its own period is negative', wanted: { seconds: -5 }, options: {}, left: 1 },
    { about: 'for 68 years at most', wanted: {}, options: { gracePeriodSeconds: Number.MAX_SAFE_INTEGER }, left: 2 ** 31 - 1 },
    { about: 'while it is pending', wanted: { phase: 'Pending' }, options: {}, left: 30 },
    { about: 'while its phase is not known', wanted: { phase: 'Unknown' }, options: {}, left: 30 },
  ] as const)('waits on its node $about', async ({ wanted, options, left }) => {
    const { metadata } = await create('a', wanted)
    const answer = await pods().delete('a', options)
    expect(answer).toMatchObject({ kind: 'Pod', metadata: { ...marked(left), generation: (metadata.generation ?? 0) + 1 } })
    expect((await pods().get('a')).metadata).toEqual(answer.metadata)
    // Time alone removes nothing.
    await plane.advance(100 * SECOND_MS)
    expect(await names()).toEqual(['a'])
    await pods().delete('a', { gracePeriodSeconds: 0 })
    expect(await names()).toEqual([])
  })

  test('waits on its node for a second when a request has a negative period, which clients in TypeScript refuse', async () => {
    await create('a')
    const path = 'http://plane/api/v1/namespaces/default/pods/a?gracePeriodSeconds=-5'
    const answer = await fetchHandler(plane)(new Request(path, { method: 'DELETE' }))
    expect(await answer.json()).toMatchObject({ kind: 'Pod', metadata: marked(1) })
  })

  test.each([
    { about: 'no node has it', wanted: { nodeName: '' }, options: { gracePeriodSeconds: 90 } },
    { about: 'it succeeded', wanted: { phase: 'Succeeded' }, options: {} },
    { about: 'it failed', wanted: { phase: 'Failed' }, options: { gracePeriodSeconds: 90 } },
    { about: 'the grace period is 0', wanted: {}, options: { gracePeriodSeconds: 0 } },
    { about: 'its own grace period is 0', wanted: { seconds: 0 }, options: {} },
  ] as const)('is removed at once when $about, and returned with its marks', async ({ wanted, options }) => {
    const { metadata } = await create('a', wanted)
    const answer = await pods().delete('a', options)
    expect(answer).toMatchObject({ kind: 'Pod', metadata: { ...marked(0), generation: (metadata.generation ?? 0) + 1 } })
    expect(Number(answer.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion))
    expect(await failureOf(pods().get('a'))).toMatchObject({ code: 404 })
  })

  test('at once is seen with its marks before it is gone', async () => {
    await create('a', { nodeName: '' })
    const events: [string, number | undefined][] = []
    const watch = pods()
      .watch()
      .subscribe((event) => {
        if ('object' in event && event.object) events.push([event.type, event.object.metadata.deletionGracePeriodSeconds])
      })
    await plane.settled()
    await pods().delete('a')
    await plane.settled()
    while (events.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(events).toEqual([
      ['ADDED', undefined],
      ['MODIFIED', 0],
      ['DELETED', 0],
    ])
    watch.unsubscribe()
  })

  test('a second delete may shorten its grace period, and nothing else', async () => {
    await create('a')
    const first = await pods().delete('a')
    await plane.advance(5 * SECOND_MS)
    for (const options of [
      {},
      { gracePeriodSeconds: 30 },
      { gracePeriodSeconds: 60 },
      { propagationPolicy: 'Foreground' },
    ] as const)
      expect(await pods().delete('a', options)).toEqual(first)
    const { metadata } = first
    const shortened = await pods().delete('a', { gracePeriodSeconds: 10 })
    expect(shortened.metadata).toMatchObject({ ...marked(5, 10), generation: metadata.generation, uid: metadata.uid })
    expect(shortened.metadata.resourceVersion).not.toBe(metadata.resourceVersion)
    // A pod that has finished meanwhile still waits for its node.
    await pods().status.patch('a', { merge: { status: { phase: 'Succeeded' } } })
    await pods().delete('a')
    expect(await names()).toEqual(['a'])
    expect((await pods().delete('a', { gracePeriodSeconds: 0 })).metadata).toMatchObject(marked(-5, 0))
    expect(await names()).toEqual([])
  })

  test('waits for its finalizers and for its node, whichever is later', async () => {
    for (const name of ['a', 'b']) await create(name, { finalizers: ['example.com/one'] })
    const free = (name: string) => pods().patch(name, { merge: { metadata: { finalizers: null } } })
    expect((await pods().delete('a')).metadata).toMatchObject({ ...marked(30), finalizers: ['example.com/one'] })
    await free('a')
    expect(await names()).toEqual(['a', 'b'])
    await pods().delete('a', { gracePeriodSeconds: 0 })
    expect(await names()).toEqual(['b'])
    expect((await pods().delete('b', { gracePeriodSeconds: 0 })).metadata).toMatchObject(marked(0))
    expect(await names()).toEqual(['b'])
    await free('b')
    expect(await names()).toEqual([])
  })

  test('stays as it is when a precondition fails, or the delete is a dry run, which shows the marks', async () => {
    const { metadata } = await create('a')
    for (const preconditions of [{ uid: 'another' }, { resourceVersion: '1' }])
      expect(await failureOf(pods().delete('a', { preconditions }))).toMatchObject({ code: 409 })
    const { uid = '' } = metadata
    const preconditions = { uid }
    expect((await pods().delete('a', { dryRun: true, preconditions })).metadata).toMatchObject(marked(30))
    expect((await pods().delete('a', { dryRun: true, gracePeriodSeconds: 0 })).metadata).toMatchObject(marked(0))
    expect((await pods().get('a')).metadata).toEqual(metadata)
    await pods().delete('a', { preconditions })
    expect(await failureOf(pods().delete('a', { gracePeriodSeconds: 0, preconditions: { uid: 'another' } }))).toMatchObject({
      code: 409,
    })
    expect((await pods().get('a')).metadata).toMatchObject(marked(30))
  })

  test('with all others of a selection goes as it would alone', async () => {
    await create('bound')
    await create('free', { nodeName: '' })
    await create('finished', { phase: 'Failed' })
    await pods().deleteCollection({ gracePeriodSeconds: 60 })
    expect(await names()).toEqual(['bound'])
    expect((await pods().get('bound')).metadata).toMatchObject(marked(60))
    await pods().deleteCollection({ gracePeriodSeconds: 0 })
    expect(await names()).toEqual([])
  })

  test('by an eviction has the grace period of the eviction', async () => {
    await create('a')
    const evict = (deleteOptions: object = {}) =>
      pods()
        .subresource('eviction')
        .create('a', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' }, deleteOptions })
    expect(await evict({ gracePeriodSeconds: 20 })).toMatchObject({ kind: 'Status', status: 'Success' })
    const { metadata, status } = await pods().get('a')
    expect(metadata).toMatchObject(marked(20))
    expect(status?.conditions).toMatchObject([{ type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI' }])
    await evict()
    expect((await pods().get('a')).metadata.resourceVersion).toBe(metadata.resourceVersion)
    await evict({ gracePeriodSeconds: 0 })
    expect(await names()).toEqual([])
  })

  test('can still be changed, and its status as well', async () => {
    await create('a')
    await pods().delete('a')
    await pods().patch('a', { merge: { metadata: { labels: { a: 'b' } } } })
    expect((await pods().status.patch('a', { merge: { status: { phase: 'Failed' } } })).metadata).toMatchObject(marked(30))
    expect(await names()).toEqual(['a'])
  })
})
