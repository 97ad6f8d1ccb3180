import { describe, expect, test } from '@jest/globals'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createStore } from '../../src/store/index.js'
import { openStore, shown, watch, writer } from './support.js'

const collectionOf = (store: Awaited<ReturnType<typeof createStore>>) => store.collection({ prefix: 'things', namespaced: true })

/** A memory engine whose entries are read while `meanwhile` runs. */
function slowlyRead(meanwhile: () => Promise<unknown>): Storage {
  const storage = createMemoryStorage()
  const load = storage.load.bind(storage)
  storage.load = async () => {
    const { revision, entries } = await load()
    async function* slowly() {
      await meanwhile()
      yield* entries
    }
    return { revision, entries: slowly() }
  }
  return storage
}

describe('a store that starts while another one writes', () => {
  test('has all commits, also as history and for watches', async () => {
    let meanwhile = async () => {}
    const storage = slowlyRead(() => meanwhile())
    const { things, put, remove } = await openStore({ storage })
    await put('a/kept', 'one')
    await put('a/gone', 'one')
    meanwhile = async () => {
      for (let i = 0; i < 1_000; i++) await put('a/kept', i)
      await remove('a/gone')
      await put('a/new', 'one')
    }
    const second = await createStore({ storage })
    const other = collectionOf(second)
    expect(second.revision).toBe(1005)
    const page = await other.list({})
    expect(shown(page.rows)).toEqual(shown((await things.list({})).rows))
    expect(shown(page.rows)).toEqual(['a/kept=999@1003', 'a/new=one@1005'])
    const live = watch(other, { resourceVersion: '1005' })
    await put('a/new', 'two')
    expect(live.seen).toEqual(['MODIFIED a/new=two@1006'])
  })

  test('loads again when the next commits are forgotten before it can follow', async () => {
    const storage = createMemoryStorage()
    const { put } = await openStore({ storage })
    const load = storage.load.bind(storage)
    let loads = 0
    storage.load = async () => {
      const state = await load()
      loads += 1
      if (loads === 1) for (let i = 0; i < 500; i++) await put('a/x', i)
      return state
    }
    const second = await createStore({ storage })
    expect([second.revision, loads]).toEqual([501, 2])
  })

  test('gives up after a few attempts, and the first store goes on', async () => {
    const storage = createMemoryStorage()
    const { put } = await openStore({ storage })
    const load = storage.load.bind(storage)
    let loads = 0
    storage.load = async () => {
      const state = await load()
      loads += 1
      for (let i = 0; i < 500; i++) await put('a/x', i)
      return state
    }
    await expect(createStore({ storage })).rejects.toThrow('forgotten')
    expect(loads).toBe(5)
    await put('a/x', 'goes on')
  })
})

describe('an engine that several stores share', () => {
  test('is closed by the last of them', async () => {
    const storage = createMemoryStorage()
    const [first, second] = [await createStore({ storage }), await createStore({ storage })]
    await first.close()
    await first.close()
    await writer(collectionOf(second)).put('a/x')
    await second.close()
    await expect(storage.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array() })).rejects.toThrow('closed')
  })

  test('stays open when one cannot start', async () => {
    const storage = createMemoryStorage()
    const events = createMemoryStorage()
    const { put } = await openStore({ storage })
    const load = storage.load.bind(storage)
    storage.load = () => Promise.reject(new Error('not now'))
    await expect(createStore({ storage })).rejects.toThrow('not now')
    const routes = [{ resources: ['events'], storage: events }]
    await expect(createStore({ storage, routes })).rejects.toThrow('not now')
    await expect(createStore({ storage, routes: [{ resources: ['A B'], storage: events }] })).rejects.toThrow('A B')
    await put('a/x')
    await expect(events.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array() })).rejects.toThrow('closed')
    storage.load = load
    await (await createStore({ storage })).close()
    await put('a/x')
  })
})
