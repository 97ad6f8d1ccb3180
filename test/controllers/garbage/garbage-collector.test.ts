import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import type { Client, ResourceClient } from '../../../src/public/client.js'
import { createGarbageCollector } from '../../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { WIDGET_DEFINITION } from '../../registry/support.js'
import { CONFIG_MAPS, configMaps, type DataFields, letGo, NAMESPACES, namesOf, ownerOf } from '../support.js'

const HOLD = { finalizers: ['example.com/hold'] }
const NOBODY = { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid: '00000000-0000-4000-8000-000000000000' }

let lab: TestPlane
let client: Client
let maps: ResourceClient<DataFields>
beforeEach(async () => {
  lab = await testPlane({ controllers: ['garbagecollector'], logger: { error() {}, info() {} } })
  client = lab.client({ user: 'tester' })
  maps = configMaps(client)
})
afterEach(() => lab.close())

const create = (name: string, ownerReferences: readonly object[] = [], rest: object = {}) =>
  maps.create({ metadata: { name, ownerReferences, ...rest } as ApiObject['metadata'] })
const left = () => namesOf(maps)
const refsOf = async (name: string) => (await maps.get(name)).metadata.ownerReferences?.map((reference) => reference.name)

describe('the owner is deleted in the background', () => {
  test.each([undefined, 'Background'] as const)(
    'policy %s: with an owner its dependents are deleted, and theirs',
    async (propagationPolicy) => {
      const a = await create('a')
      const b = await create('b', [ownerOf(a)])
      await create('c', [ownerOf(b, { controller: true, blockOwnerDeletion: true })])
      await create('free')
      await lab.settled()
      expect(await left()).toEqual(['a', 'b', 'c', 'free'])
      await maps.delete('a', propagationPolicy && { propagationPolicy })
      await lab.settled()
      expect(await left()).toEqual(['free'])
    },
  )

  test('a dependent with another owner stays, and loses the reference to the deleted one', async () => {
    const [a, b] = [await create('a'), await create('b')]
    await create('c', [ownerOf(a), ownerOf(b)])
    await maps.delete('a')
    await lab.settled()
    expect(await refsOf('c')).toEqual(['b'])
    await maps.delete('b')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('a dependent with a finalizer is marked, and waits for its finalizer', async () => {
    const a = await create('a')
    await create('b', [ownerOf(a)], HOLD)
    await maps.delete('a')
    await lab.settled()
    expect((await maps.get('b')).metadata.deletionTimestamp).toBeDefined()
    await letGo(maps, 'b')
    expect(await left()).toEqual([])
  })

  test('an owner that is only marked keeps its dependents', async () => {
    const a = await create('a', [], HOLD)
    await create('b', [ownerOf(a)])
    await maps.delete('a')
    await lab.settled()
    expect(await left()).toEqual(['a', 'b'])
    await letGo(maps, 'a')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('two objects that own each other stay until one is deleted', async () => {
    const a = await create('a')
    const b = await create('b', [ownerOf(a)])
    await maps.patch('a', { merge: { metadata: { ownerReferences: [ownerOf(b)] } } })
    await lab.settled()
    expect(await left()).toEqual(['a', 'b'])
    await maps.delete('a')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('an object that owns itself stays until it is deleted', async () => {
    const a = await create('a')
    await maps.patch('a', { merge: { metadata: { ownerReferences: [ownerOf(a, { blockOwnerDeletion: true })] } } })
    await lab.settled()
    expect(await left()).toEqual(['a'])
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    expect(await left()).toEqual([])
  })
})

describe('the owner is deleted in the foreground', () => {
  test('it waits for dependents that block it, and those for theirs', async () => {
    const a = await create('a')
    const b = await create('b', [ownerOf(a, { blockOwnerDeletion: true })])
    await create('c', [ownerOf(b, { blockOwnerDeletion: true })], HOLD)
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    const marks = (await maps.list()).items.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp !== undefined])
    expect(marks).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ])
    expect((await maps.get('b')).metadata.finalizers).toEqual(['foregroundDeletion'])
    await letGo(maps, 'c')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test.each([undefined, false])('it does not wait for one with blockOwnerDeletion %s, which is deleted too', async (block) => {
    const a = await create('a')
    await create('b', [ownerOf(a, block === undefined ? {} : { blockOwnerDeletion: block })], HOLD)
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    expect(await left()).toEqual(['b'])
    expect((await maps.get('b')).metadata.deletionTimestamp).toBeDefined()
  })

  test('it continues when a dependent stops blocking', async () => {
    const a = await create('a')
    await create('b', [ownerOf(a, { blockOwnerDeletion: true })], HOLD)
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    expect(await left()).toEqual(['a', 'b'])
    await maps.patch('b', { merge: { metadata: { ownerReferences: [ownerOf(a, { blockOwnerDeletion: false })] } } })
    await lab.settled()
    expect(await left()).toEqual(['b'])
  })

  test('a cycle of owners does not block itself', async () => {
    const a = await create('a')
    const b = await create('b', [ownerOf(a, { blockOwnerDeletion: true })])
    await maps.patch('a', { merge: { metadata: { ownerReferences: [ownerOf(b, { blockOwnerDeletion: true })] } } })
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('other finalizers of the owner stay', async () => {
    await create('a', [], HOLD)
    await maps.delete('a', { propagationPolicy: 'Foreground' })
    await lab.settled()
    expect((await maps.get('a')).metadata.finalizers).toEqual(['example.com/hold'])
  })
})

describe('the dependents are orphaned', () => {
  test('they stay, without the reference to that owner', async () => {
    const [a, other] = [await create('a'), await create('other')]
    const b = await create('b', [ownerOf(a, { blockOwnerDeletion: true }), ownerOf(other)])
    await create('c', [ownerOf(b)])
    await create('d', [ownerOf(a)])
    await lab.settled()
    await maps.delete('a', { propagationPolicy: 'Orphan' })
    await lab.settled()
    expect(await left()).toEqual(['b', 'c', 'd', 'other'])
    expect([await refsOf('b'), await refsOf('c'), await refsOf('d')]).toEqual([['other'], ['b'], undefined])
  })
})

describe('an owner', () => {
  test.each([
    { who: 'no object', reference: () => NOBODY },
    { who: 'one of another name', reference: (a: ApiObject) => ({ ...ownerOf(a), name: 'other' }) },
    { who: 'one of another uid', reference: (a: ApiObject) => ({ ...ownerOf(a), uid: NOBODY.uid }) },
    { who: 'one of another kind', reference: (a: ApiObject) => ({ ...ownerOf(a), kind: 'Secret' }) },
  ])('$who is not: the dependent is deleted', async ({ reference }) => {
    const a = await create('a')
    await create('b', [reference(a)])
    await create('c')
    await lab.settled()
    await maps.patch('c', { merge: { metadata: { ownerReferences: [reference(a)] } } })
    await lab.settled()
    expect(await left()).toEqual(['a'])
  })

  test.each([
    { apiVersion: 'v1', kind: 'Nothing' },
    { apiVersion: 'v2', kind: 'ConfigMap' },
    { apiVersion: 'nothing.example.com/v1', kind: 'ConfigMap' },
  ])('it is unknown whether one of $apiVersion $kind exists: the dependent stays', async (type) => {
    const a = await create('a')
    await create('b', [{ ...ownerOf(a), ...type }])
    await create('c', [{ ...NOBODY, ...type }])
    await lab.settled()
    expect(await left()).toEqual(['a', 'b', 'c'])
  })

  test('a kind that is registered later is collected', async () => {
    await create('c', [{ ...NOBODY, apiVersion: 'example.com/v1', kind: 'Widget' }])
    await lab.settled()
    expect(await left()).toEqual(['c'])
    await client
      .resource({ group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' })
      .create(WIDGET_DEFINITION)
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('one in another namespace is not, and an Event reports it', async () => {
    await client.resource(NAMESPACES).create({ metadata: { name: 'other' } })
    const a = await configMaps(client, 'other').create({ metadata: { name: 'a' } })
    await create('b', [ownerOf(a)])
    await lab.settled()
    expect(await left()).toEqual([])
    const { items } = await client.resource({ group: '', version: 'v1', resource: 'events' }).namespace('default').list()
    expect(items).toMatchObject([
      { type: 'Warning', reason: 'OwnerRefInvalidNamespace', involvedObject: { name: 'b', namespace: 'default' } },
    ])
    expect(await namesOf(configMaps(client, 'other'))).toEqual(['a'])
  })

  test('a cluster-scoped object is never deleted because a namespaced owner is missing', async () => {
    const a = await create('a')
    const spaces = client.resource(NAMESPACES)
    await spaces.create({ metadata: { name: 'owned', ownerReferences: [ownerOf(a)] } })
    await maps.delete('a')
    await lab.settled()
    expect((await spaces.get('owned')).metadata.deletionTimestamp).toBeUndefined()
  })

  test('a cluster-scoped object owns objects in all namespaces', async () => {
    const roles = client.resource({ group: 'rbac.authorization.platform.io', version: 'v1', resource: 'clusterroles' })
    const role = await roles.create({ metadata: { name: 'owner' } })
    await create('b', [ownerOf(role)])
    await lab.settled()
    expect(await left()).toEqual(['b'])
    await roles.delete('owner')
    await lab.settled()
    expect(await left()).toEqual([])
  })
})

describe('types that come and go', () => {
  const definitions = () =>
    client.resource({ group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' })
  const widgets = () => client.resource({ group: 'example.com', version: 'v1', resource: 'widgets' }).namespace('default')

  test('custom objects own and are owned', async () => {
    await definitions().create(WIDGET_DEFINITION)
    const a = await widgets().create({ metadata: { name: 'a' } })
    await create('b', [ownerOf(a)])
    const c = await create('c')
    await widgets().create({ metadata: { name: 'd', ownerReferences: [ownerOf(c)] } })
    await lab.settled()
    await widgets().delete('a')
    await maps.delete('c')
    await lab.settled()
    expect([await left(), await namesOf(widgets())]).toEqual([[], []])
  })

  test('with a type its objects and their dependents are deleted', async () => {
    await definitions().create(WIDGET_DEFINITION)
    const a = await widgets().create({ metadata: { name: 'a' } })
    await create('b', [ownerOf(a)])
    await lab.settled()
    await definitions().delete('widgets.example.com')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('Events are not deleted', async () => {
    const events = client.resource({ group: '', version: 'v1', resource: 'events' }).namespace('default')
    const about = {
      involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'x' },
      reason: 'R',
      message: 'm',
      type: 'Normal',
    }
    await events.create({ metadata: { name: 'e', ownerReferences: [NOBODY] }, ...about })
    await lab.settled()
    expect(await namesOf(events)).toEqual(['e'])
  })
})

describe('when things go wrong', () => {
  test('conflicts and broken connections delay the work, and do not change its result', async () => {
    const a = await create('a')
    const kept = await create('kept')
    for (let i = 0; i < 10; i++) await create(`b${i}`, [ownerOf(a)])
    await create('c', [ownerOf(a), ownerOf(kept)])
    await lab.settled()
    const user = 'system:apiserver'
    lab.faults.add({ user, verb: 'delete', times: 5 }, { status: 409 })
    lab.faults.add({ user, verb: 'get', resource: 'configmaps', times: 5 }, { refuseConnection: true })
    lab.faults.add({ user, verb: 'delete', times: 3 }, { loseAnswer: true })
    await maps.delete('a')
    await lab.advance(60_000)
    lab.faults.expectAllUsed()
    expect(await left()).toEqual(['c', 'kept'])
    expect(await refsOf('c')).toEqual(['kept'])
  })

  test('watches that break again and again miss nothing', async () => {
    const other = await testPlane()
    const objects = other.client({ user: 'tester' }).resource(CONFIG_MAPS).namespace('default')
    const a = await objects.create({ metadata: { name: 'a' } })
    for (let i = 0; i < 5; i++) await objects.create({ metadata: { name: `b${i}`, ownerReferences: [ownerOf(a)] } })
    const cut = other.faults.add(
      { user: 'system:apiserver', verb: 'watch', resource: 'configmaps', times: 6 },
      { cutAfterEvents: 3 },
    )
    const collector = createGarbageCollector(other.client())
    await other.advance(1_000)
    await objects.delete('a')
    await other.advance(300_000)
    expect(cut.remaining).toBe(0)
    expect(await namesOf(objects)).toEqual([])
    await collector.stop()
    await other.close()
  })

  test('after a restore of an older state all objects are examined again', async () => {
    const a = await create('a')
    await create('b', [ownerOf(a)])
    await lab.settled()
    const before = lab.revision
    await maps.delete('a')
    await lab.settled()
    expect(await left()).toEqual([])
    await lab.rewind(before)
    await lab.advance(60_000)
    expect(await left()).toEqual(['a', 'b'])
    await maps.delete('a')
    await lab.settled()
    expect(await left()).toEqual([])
  })

  test('of two replicas one works, and the other takes over when it ends', async () => {
    const other = await testPlane()
    const leases = other.client().resource({ group: 'coordination.platform.io', version: 'v1', resource: 'leases' })
    const start = (identity: string) =>
      createGarbageCollector(other.client(), {
        leaderElection: { leases: leases.namespace('default'), name: 'gc', identity },
      })
    const first = start('first')
    await first.synced
    const second = start('second')
    const objects = other.client().resource(CONFIG_MAPS).namespace('default')
    await objects.create({ metadata: { name: 'x', ownerReferences: [NOBODY] } })
    await other.settled()
    expect(await namesOf(objects)).toEqual([])
    await first.stop()
    await objects.create({ metadata: { name: 'y', ownerReferences: [NOBODY] } })
    await other.advance(20_000)
    expect(await namesOf(objects)).toEqual([])
    await second.stop()
    await other.close()
  })
})
