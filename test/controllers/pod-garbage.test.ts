import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createPodGarbageCollector } from '../../src/controllers/library/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { NAMESPACES, namesOf } from './support.js'

const kinds = packagedKinds()
const resources = [kinds.Pod, kinds.Node, kinds.ResourceQuota]
const SECOND_MS = 1000
const OUT_OF_SERVICE = { key: 'node.platform.io/out-of-service', value: 'shutdown', effect: 'NoExecute' } as const

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane({ resources, controllers: ['pod-garbage-collector', 'namespace'] })
})
afterEach(() => lab.close())

const nodes = () => lab.client().resource(kinds.Node)
const pods = (namespace = 'default') => lab.client().resource(kinds.Pod).namespace(namespace)

interface Wanted {
  readonly nodeName?: string
  readonly namespace?: string
  readonly finalizers?: string[]
  readonly phase?: 'Running' | 'Succeeded' | 'Failed'
  readonly reason?: string
}
async function pod(name: string, { nodeName = 'n', namespace, finalizers = [], phase = 'Running', reason }: Wanted = {}) {
  const spec = { containers: [{ name: 'c', image: 'a:1' }], ...(nodeName !== '' && { nodeName }) }
  await pods(namespace).create({ metadata: { name, finalizers }, spec })
  await pods(namespace).status.patch(name, { merge: { status: { phase, ...(reason !== undefined && { reason }) } } })
}

describe('pods of a node that does not exist', () => {
  test('are removed when it has been missing for 40 seconds, terminating or not', async () => {
    await nodes().create({ metadata: { name: 'there' } })
    for (const name of ['terminating', 'running']) await pod(name)
    await pod('elsewhere', { nodeName: 'there' })
    await pod('unscheduled', { nodeName: '' })
    await pods().delete('terminating')
    await lab.advance(39 * SECOND_MS)
    expect(await namesOf(pods())).toEqual(['elsewhere', 'running', 'terminating', 'unscheduled'])
    await lab.advance(SECOND_MS)
    expect(await namesOf(pods())).toEqual(['elsewhere', 'unscheduled'])
  })

  test('are removed when it is deleted, after they have failed', async () => {
    const { metadata } = await nodes().create({ metadata: { name: 'n' } })
    await pod('a', { finalizers: ['example.com/hold'] })
    await pod('b', { finalizers: ['example.com/hold'], phase: 'Succeeded' })
    await lab.advance(100 * SECOND_MS)
    await nodes().delete('n', { preconditions: { uid: metadata.uid } })
    await lab.advance(39 * SECOND_MS)
    expect((await pods().get('a')).status?.phase).toBe('Running')
    await lab.advance(SECOND_MS)
    const { metadata: marks, status } = await pods().get('a')
    expect(marks).toMatchObject({ deletionGracePeriodSeconds: 0, deletionTimestamp: expect.any(String) })
    expect(status).toMatchObject({ phase: 'Failed' })
    const message = 'PodGC: node no longer exists'
    expect(status?.conditions).toMatchObject([{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC', message }])
    const finished = await pods().get('b')
    expect(finished).toMatchObject({ metadata: { deletionGracePeriodSeconds: 0 }, status: { phase: 'Succeeded' } })
    const before = lab.revision
    await lab.advance(200 * SECOND_MS)
    expect(lab.revision).toBe(before)
  })

  test('stay when it comes back, and wait again when it goes again', async () => {
    await pod('a')
    await lab.advance(30 * SECOND_MS)
    await nodes().create({ metadata: { name: 'n' } })
    await lab.advance(100 * SECOND_MS)
    await nodes().delete('n')
    await lab.advance(39 * SECOND_MS)
    expect(await namesOf(pods())).toEqual(['a'])
    await lab.advance(SECOND_MS)
    expect(await namesOf(pods())).toEqual([])
  })

  test('are removed however many such nodes there are', async () => {
    const spec = (i: number) => ({ nodeName: `n-${i}`, containers: [{ name: 'c', image: 'a:1' }] })
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p-${from + i}`, namespace: 'default' } },
        spec: spec(from + i),
      }))
    await lab.seed(many(0, 900))
    await lab.advance(40 * SECOND_MS)
    expect(await namesOf(pods())).toEqual([])
    await lab.seed(many(900, 2100))
    await lab.advance(39 * SECOND_MS)
    expect(await namesOf(pods())).toHaveLength(1200)
    await lab.advance(SECOND_MS)
    expect(await namesOf(pods())).toEqual([])
  }, 30_000)

  test('do not hold their namespace for longer', async () => {
    const namespaces = lab.client().resource(NAMESPACES)
    await namespaces.create({ metadata: { name: 'ends' } })
    await pod('a', { namespace: 'ends' })
    await namespaces.delete('ends')
    await lab.advance(30 * SECOND_MS)
    expect(await namesOf(pods('ends'))).toEqual(['a'])
    expect((await namespaces.get('ends')).metadata.deletionTimestamp).toBeDefined()
    await lab.advance(30 * SECOND_MS)
    expect(await namesOf(namespaces)).not.toContain('ends')
  })
})

describe('terminating pods', () => {
  test.each([
    { about: 'is out of service', taints: [OUT_OF_SERVICE], ready: 'False', left: ['b'] },
    { about: 'is ready', taints: [OUT_OF_SERVICE], ready: 'True', left: ['a', 'b'] },
    { about: 'is not ready, which is all that is known', taints: [], ready: 'False', left: ['a', 'b'] },
  ])('of a node that $about leave $left', async ({ taints, ready, left }) => {
    await nodes().create({ metadata: { name: 'n' } })
    for (const name of ['a', 'b']) await pod(name)
    await pods().delete('a')
    await nodes().status.patch('n', { merge: { status: { conditions: [{ type: 'Ready', status: ready }] } } })
    await nodes().patch('n', { merge: { spec: { taints } } })
    await lab.settled()
    expect(await namesOf(pods())).toEqual(left)
  })

  test('without a node fail, and wait for their finalizers alone', async () => {
    await pod('a', { nodeName: '', finalizers: ['example.com/hold'] })
    await pods().delete('a')
    await lab.settled()
    const { metadata, status } = await pods().get('a')
    expect([metadata.deletionGracePeriodSeconds, status?.phase, status?.conditions ?? []]).toEqual([0, 'Failed', []])
    await pods().patch('a', { merge: { metadata: { finalizers: null } } })
    expect(await namesOf(pods())).toEqual([])
  })
})

test('an owner that is deleted in the foreground waits for its pods in their grace period', async () => {
  const own = await testPlane({ resources, controllers: ['garbagecollector'] })
  await lab.close()
  lab = own
  const maps = lab.client().resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
  const { apiVersion, kind, metadata } = await maps.create({ metadata: { name: 'owner' } })
  await pod('a')
  const owner = { apiVersion, kind, name: 'owner', uid: metadata.uid ?? '', blockOwnerDeletion: true }
  await pods().patch('a', { merge: { metadata: { ownerReferences: [owner] } } })
  await maps.delete('owner', { propagationPolicy: 'Foreground' })
  await lab.advance(300 * SECOND_MS)
  expect((await pods().get('a')).metadata).toMatchObject({ deletionGracePeriodSeconds: 30 })
  expect(await namesOf(maps)).toEqual(['owner'])
  await pods().delete('a', { gracePeriodSeconds: 0 })
  await lab.settled()
  expect(await namesOf(maps)).toEqual([])
})

describe('finished pods', () => {
  test('are removed above a threshold: evicted ones first, then the oldest', async () => {
    const own = await testPlane({ resources })
    await lab.close()
    lab = own
    const loop = createPodGarbageCollector(lab.client(), { terminatedPodThreshold: 2 })
    await loop.synced
    for (const name of ['oldest', 'older', 'newer']) {
      await pod(name, { nodeName: '', phase: 'Succeeded' })
      await lab.advance(SECOND_MS)
    }
    expect(await namesOf(pods())).toEqual(['newer', 'older'])
    await pod('evicted', { nodeName: '', phase: 'Failed', reason: 'Evicted' })
    await pod('running', { nodeName: '' })
    await lab.settled()
    expect(await namesOf(pods())).toEqual(['newer', 'older', 'running'])
    await loop.stop()
  })

  test('that were there before the loop are removed as well', async () => {
    const own = await testPlane({ resources })
    await lab.close()
    lab = own
    for (let i = 0; i < 60; i++) await pod(`p-${String(i).padStart(2, '0')}`, { nodeName: '', phase: 'Succeeded' })
    const loop = createPodGarbageCollector(lab.client(), { terminatedPodThreshold: 3 })
    await loop.synced
    await lab.settled()
    expect(await namesOf(pods())).toEqual(['p-57', 'p-58', 'p-59'])
    await loop.stop()
  })
})
