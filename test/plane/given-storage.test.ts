import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createControlPlane, defineResource } from '../../src/public/index.js'
import { packagedKinds } from '../../src/public/kubernetes.js'
import { createLmdbStorage } from '../../src/public/storage/lmdb.js'
import { createMemoryStorage, type Storage } from '../../src/public/storage.js'

/** What a program without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: types would keep these calls from being written
type Loose = any

const widgets = (rule: string) =>
  defineResource({
    group: 'shop.example.com',
    kind: 'Widget',
    versions: [{ name: 'v1', schema: { spec: { type: 'object', 'x-kubernetes-validations': [{ rule }] } } }],
  })

/** A storage, and how often it was closed. */
function counted(change: Partial<Storage> = {}) {
  const storage = createMemoryStorage()
  const counter = { closed: 0 }
  const close = async () => {
    counter.closed += 1
    await storage.close()
  }
  const wrapped = { ...change, close }
  return { counter, storage: new Proxy(storage, { get: (target, key) => Reflect.get(wrapped, key) ?? bound(target, key) }) }
}
const bound = (target: Loose, key: PropertyKey) => (typeof target[key] === 'function' ? target[key].bind(target) : target[key])

const unreadable = { load: () => Promise.reject(new Error('the disk is on fire')) }

describe('the storages of a plane that cannot be created are closed', () => {
  test.each([
    ['an unknown option', { logo: true }, 'logo is unknown'],
    ['an invalid option', { resources: [{}] }, 'resources[0]'],
    ['a rule that does not compile', { resources: [widgets('self.')] }, 'self.'],
    ['an unknown loop', { controllers: ['nope'] }, 'nope'],
    ['an unknown release', { release: '0.1' }, '0.1'],
    ['a plugin that does not start', { admission: [{ name: 'a', validate() {}, start: failing }] }, 'out of order'],
  ])('%s', async (_, options, message) => {
    const [main, events] = [counted(), counted()]
    const routes = [{ resources: ['events'], storage: events.storage }]
    const made = createControlPlane({ ...options, storage: main.storage, routes } as Loose)
    await expect(made).rejects.toThrow(message)
    expect([main.counter.closed > 0, events.counter.closed > 0]).toEqual([true, true])
  })

  test.each(['main', 'routed'])('the %s storage cannot be read', async (bad) => {
    const [main, events] = [counted(bad === 'main' ? unreadable : {}), counted(bad === 'routed' ? unreadable : {})]
    const routes = [{ resources: ['events'], storage: events.storage }]
    await expect(createControlPlane({ storage: main.storage, routes })).rejects.toThrow('the disk is on fire')
    expect([main.counter.closed > 0, events.counter.closed > 0]).toEqual([true, true])
  })
})

test.each([
  ['an invalid option', { logo: true }, 'logo is unknown'],
  ['a plugin that does not start', { admission: [{ name: 'a', validate() {}, start: failing }] }, 'out of order'],
])('a plane that cannot be created for %s leaves a storage open that another plane uses', async (_, options, message) => {
  const { storage, counter } = counted()
  const plane = await createControlPlane({ storage })
  await expect(createControlPlane({ ...options, storage } as Loose)).rejects.toThrow(message)
  expect(counter.closed).toBe(0)
  await plane.close()
  expect(counter.closed).toBe(1)
})

function failing(): never {
  throw new Error('out of order')
}

test('what keeps a plane from being created is thrown even when the storage cannot be closed', async () => {
  const storage = { ...unreadable, commit: failing, follow: failing, close: () => Promise.reject(new Error('still on fire')) }
  await expect(createControlPlane({ storage: storage as Loose })).rejects.toThrow('the disk is on fire')
  await expect(createControlPlane({ storage: storage as Loose, logo: true } as Loose)).rejects.toThrow('logo is unknown')
})

test('loops that have started are stopped when a later one cannot start', async () => {
  const resources = Object.values(packagedKinds())
  const kept = createMemoryStorage()
  const given = (change: Partial<Storage>) =>
    new Proxy(kept, { get: (target, key) => Reflect.get(change, key) ?? bound(target, key) })
  const before = await createControlPlane({ storage: given({ close: async () => {} }), resources })
  const involvedObject = { kind: 'Pod', name: 'a', namespace: 'default' }
  const events = before.client().resource({ group: '', version: 'v1', kind: 'Event' }).namespace('default')
  await events.create({ metadata: { name: 'a' }, involvedObject } as Loose)
  await before.close()

  const timers = new Set<number>()
  const clock = {
    now: () => Date.now(),
    setTimeout(_callback: () => void, delayMs: number) {
      timers.add(delayMs)
      return () => timers.delete(delayMs)
    },
  }
  const made = createControlPlane({ storage: given({ commit: failing }), resources, clock, controllers: ['cluster-objects'] })
  await expect(made).rejects.toThrow('out of order')
  // The Event expires in an hour.
  expect([...timers].filter((delayMs) => delayMs > 60_000)).toEqual([])
})

test('the storage is closed after a plugin that does not stop, whose error is thrown', async () => {
  const { storage, counter } = counted()
  const plane = await createControlPlane({ storage, admission: [{ name: 'a', validate() {}, start: () => failing }] })
  await expect(plane.close()).rejects.toThrow('out of order')
  expect(counter.closed).toBe(1)
})

describe('a directory', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-given-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test('can be opened again once a mistake in the options is corrected', async () => {
    const open = async (rule: string) =>
      createControlPlane({ storage: await createLmdbStorage({ directory }), resources: [widgets(rule)] })
    await expect(open('self.')).rejects.toThrow('self.')
    const plane = await open('true')
    await plane.close()
  })
})
