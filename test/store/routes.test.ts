import { describe, expect, test } from '@jest/globals'
import { createMemoryStorage } from '../../src/storage/index.js'
import { createStore, type StorageRoute } from '../../src/store/index.js'
import { watch, writer } from './support.js'

describe('types with a storage of their own', () => {
  async function open() {
    const [main, busy, apps] = [createMemoryStorage(), createMemoryStorage(), createMemoryStorage()]
    const routes: readonly StorageRoute[] = [
      { resources: ['events', 'scales.apps'], storage: busy },
      { resources: ['*.apps'], storage: apps },
    ]
    const store = await createStore({ storage: main, routes })
    return { store, main, busy, apps }
  }
  const keysOf = async (storage: ReturnType<typeof createMemoryStorage>) => {
    const { entries } = await storage.load()
    return [...(entries as Iterable<{ readonly key: string }>)].map(({ key }) => key)
  }

  test.each([
    ['events', 'busy'],
    ['pods', 'main'],
    ['apps/scales', 'busy'],
    ['apps/deployments', 'apps'],
    ['events.example.org/events', 'main'],
    ['example.org/apps', 'main'],
  ] as const)('%s is in %s', async (prefix, place) => {
    const storages = await open()
    await writer(storages.store.collection({ prefix, namespaced: false })).put('x')
    for (const name of ['main', 'busy', 'apps'] as const) {
      expect(await keysOf(storages[name])).toEqual(name === place ? [`/${prefix}//x`] : [])
    }
  })

  test('have revisions of their own', async () => {
    const { store } = await open()
    const [pods, events] = ['pods', 'events'].map((prefix) => store.collection({ prefix, namespaced: true }))
    if (!pods || !events) throw new Error('there are two')
    await writer(pods).put('a/x')
    await writer(pods).put('a/y')
    expect((await writer(events).put('a/x')).revision).toBe(2)
    expect((await pods.list({})).revision).toBe(3)
    expect(store.revision).toBe(3)
  })

  test('end with the store, and are counted with it', async () => {
    const { store, busy } = await open()
    const events = store.collection({ prefix: 'events', namespaced: true })
    const watching = watch(events)
    expect(store.watcherCount).toBe(1)
    store.drop('events')
    expect(watching.ends).toEqual(['complete'])
    await store.close()
    await expect(busy.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array() })).rejects.toThrow('closed')
  })

  test('a group without a name can be named too', async () => {
    const [main, core] = [createMemoryStorage(), createMemoryStorage()]
    const store = await createStore({ storage: main, routes: [{ resources: ['*.'], storage: core }] })
    await writer(store.collection({ prefix: 'pods', namespaced: false })).put('x')
    expect(await keysOf(core)).toEqual(['/pods//x'])
  })

  test.each([
    [['*'], 'routes: "*" is no resource'],
    [['Events'], 'routes: "Events" is no resource'],
    [['apps/deployments'], 'routes: "apps/deployments" is no resource'],
    [[''], 'routes: "" is no resource'],
    [['events', 'events'], 'routes: events is named twice'],
  ])('%j cannot be routed', async (resources, message) => {
    const [main, routed] = [createMemoryStorage(), createMemoryStorage()]
    const routes = [{ resources, storage: routed }]
    await expect(createStore({ storage: main, routes })).rejects.toThrow(message)
    for (const storage of [main, routed])
      await expect(storage.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array() })).rejects.toThrow('closed')
  })

  test('where one cannot be read, the others are closed again', async () => {
    const [main, broken] = [createMemoryStorage(), createMemoryStorage()]
    broken.load = () => Promise.reject(new Error('unreadable'))
    await expect(createStore({ storage: main, routes: [{ resources: ['events'], storage: broken }] })).rejects.toThrow(
      'unreadable',
    )
    await expect(main.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array() })).rejects.toThrow('closed')
  })
})
