import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { storageObjectInUseProtection } from '../../src/admission/index.js'
import { createClaimProtection, createVolumeProtection } from '../../src/controllers/library/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { namesOf } from './support.js'

const kinds = packagedKinds()
const held = (kind: 'pv' | 'pvc') => [`platform.io/${kind}-protection`]

const parts = {
  resources: [kinds.PersistentVolume, kinds.PersistentVolumeClaim, kinds.Pod],
  admission: [storageObjectInUseProtection()],
}

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane({ ...parts, controllers: ['pvc-protection', 'pv-protection'] })
})
afterEach(() => lab.close())

const claims = () => lab.client().resource(kinds.PersistentVolumeClaim).namespace('default')
const volumes = () => lab.client().resource(kinds.PersistentVolume)
const pods = () => lab.client().resource(kinds.Pod).namespace('default')

const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } as const
const claim = (name: string) => claims().create({ metadata: { name }, spec: CLAIM })
const volume = (name: string) =>
  volumes().create({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } },
  })
const pod = (name: string, source: object, nodeName = '') =>
  pods().create({
    metadata: { name },
    spec: {
      containers: [{ name: 'c', image: 'example.com/c:1' }],
      volumes: [{ name: 'data', ...source }],
      ...(nodeName !== '' && { nodeName }),
    },
  })
const using = (claimName: string) => ({ persistentVolumeClaim: { claimName } })

describe('a claim that is deleted', () => {
  test('is deleted at once when unused, and one that is not being deleted keeps its finalizer', async () => {
    expect((await claim('a')).metadata.finalizers).toEqual(held('pvc'))
    await claim('b')
    await claims().delete('a')
    await lab.settled()
    expect(await namesOf(claims())).toEqual(['b'])
    expect((await claims().get('b')).metadata.finalizers).toEqual(held('pvc'))
  })

  test.each([
    { about: 'by name', source: using('a'), name: 'a' },
    { about: 'as one of its own', source: { ephemeral: { volumeClaimTemplate: { spec: CLAIM } } }, name: 'p-data' },
  ])('waits for a pod on a node that uses it $about', async ({ source, name }) => {
    await claim(name)
    await pod('p', source, 'n')
    await pod('other', using('b'), 'n')
    await claims().delete(name)
    await lab.settled()
    expect(await namesOf(claims())).toEqual([name])
    await pods().delete('p', { gracePeriodSeconds: 0 })
    await lab.settled()
    expect(await namesOf(claims())).toEqual([])
  })

  test('does not wait for a pod that is on no node yet, nor for one in another namespace', async () => {
    await lab
      .client()
      .resource({ group: '', version: 'v1', kind: 'Namespace' })
      .create({ metadata: { name: 'elsewhere' } })
    await claim('a')
    await pod('waiting', using('a'))
    await lab
      .client()
      .resource(kinds.Pod)
      .namespace('elsewhere')
      .create({
        metadata: { name: 'p' },
        spec: {
          nodeName: 'n',
          containers: [{ name: 'c', image: 'example.com/c:1' }],
          volumes: [{ name: 'data', ...using('a') }],
        },
      })
    await claims().delete('a')
    await lab.settled()
    expect(await namesOf(claims())).toEqual([])
  })
})

describe('how often pods are read', () => {
  const listsOfPods = () => lab.history({ verb: 'list', resource: 'pods' }).length
  const names = Array.from({ length: 20 }, (_, i) => `c${i}`)

  test('never for claims that are known to be used', async () => {
    for (const name of names) await claim(name)
    for (const name of names) await pod(`p-${name}`, using(name), 'n')
    await lab.settled()
    await Promise.all(names.map((name) => claims().delete(name)))
    await lab.settled()
    expect(await namesOf(claims())).toHaveLength(names.length)
    expect(listsOfPods()).toBe(0)
  })

  test('once for many claims of a namespace that are deleted together', async () => {
    for (const name of names) await claim(name)
    await lab.settled()
    await claims().deleteCollection()
    await lab.settled()
    expect(await namesOf(claims())).toEqual([])
    expect(listsOfPods()).toBeLessThan(names.length / 2)
  })

  test('with rests of nine times as long as the last list of the namespace took', async () => {
    for (const name of names) await claim(name)
    await lab.settled()
    lab.faults.add({ verb: 'list', resource: 'pods' }, { delayMs: 100 })
    for (const name of names) {
      await claims().delete(name)
      await lab.advance(30)
    }
    expect(listsOfPods()).toBeLessThan(5)
    await lab.advance(5_000)
    expect(await namesOf(claims())).toEqual([])
    expect(listsOfPods()).toBeLessThan(8)
  })

  test('again where no use is known, as the loop may not have received the event of a pod yet', async () => {
    await lab.close()
    lab = await testPlane(parts)
    await claim('a')
    lab.faults.add({ verb: 'watch', resource: 'pods', times: 1 }, { cutAfterEvents: 1 })
    lab.faults.add({ verb: 'watch', resource: 'pods' }, { status: 503 })
    const loop = createClaimProtection(lab.client())
    await loop.synced
    await lab.settled()
    await pod('p', using('a'), 'n')
    await claims().delete('a')
    await lab.settled()
    expect(listsOfPods()).toBe(1)
    expect(await namesOf(claims())).toEqual(['a'])
    await loop.stop()
  })
})

test('a volume that is deleted stays while it is bound', async () => {
  expect((await volume('free')).metadata.finalizers).toEqual(held('pv'))
  const bound = await volume('bound')
  await volumes().status.update({ ...bound, status: { phase: 'Bound' } })
  for (const name of ['free', 'bound']) await volumes().delete(name)
  await lab.settled()
  expect(await namesOf(volumes())).toEqual(['bound'])
  await volumes().status.patch('bound', { merge: { status: { phase: 'Released' } } })
  await lab.settled()
  expect(await namesOf(volumes())).toEqual([])
})

test('finalizers of others stay', async () => {
  await claims().create({
    metadata: { name: 'a', finalizers: ['example.com/mine'] },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  })
  expect((await claims().get('a')).metadata.finalizers).toEqual(['example.com/mine', ...held('pvc')])
  await claims().delete('a')
  await lab.settled()
  expect((await claims().get('a')).metadata.finalizers).toEqual(['example.com/mine'])
})

test('the loops can run alone, and a plane without volumes does not run them', async () => {
  const other = await testPlane({ controllers: ['pvc-protection', 'pv-protection'] })
  await other.settled()
  await other.close()
  for (const loop of [createClaimProtection(lab.client()), createVolumeProtection(lab.client())]) {
    await loop.synced
    await loop.stop()
  }
})
