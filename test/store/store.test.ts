import { describe, expect, jest, test } from '@jest/globals'
import type { ApiObject } from '../../src/meta/index.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createStore } from '../../src/store/index.js'
import { SlabAllocator } from '../../src/store/rows/slab-allocator.js'
import { ManualClock } from '../support/manual-clock.js'
import { object, openStore, select, shown, statusOf, watch, writer } from './support.js'

describe('writes', () => {
  test('succeed only at the revision that the object has', async () => {
    const { things } = await openStore()
    expect(await things.put('a/x', 1, object('a/x'))).toEqual({ outcome: 'conflict' })
    expect(await things.put('a/x', 0, object('a/x'))).toMatchObject({ outcome: 'committed', row: { revision: 2 } })
    expect(await things.put('a/x', 0, object('a/x'))).toEqual({ outcome: 'conflict' })
    expect(await things.put('a/x', 2, object('a/x', 'w'))).toMatchObject({ outcome: 'committed', row: { revision: 3 } })
    expect(await things.remove('a/x', 2)).toEqual({ outcome: 'conflict' })
    expect(await things.remove('a/y', 0)).toEqual({ outcome: 'conflict' })
    expect(await things.remove('a/x', 3)).toMatchObject({ outcome: 'committed', row: { revision: 4, key: 'a/x' } })
    expect(await things.get('a/x')).toBeUndefined()
    expect(things.size).toBe(0)
  })

  test('of many concurrent ones one wins, and the resourceVersion in the object is ignored', async () => {
    const { things, store } = await openStore()
    const stale = { ...object('a/x'), metadata: { ...object('a/x').metadata, resourceVersion: '99' } }
    const results = await Promise.all(Array.from({ length: 10 }, () => things.put('a/x', 0, stale)))
    expect(results.filter(({ outcome }) => outcome === 'committed')).toHaveLength(1)
    expect(things.peek('a/x')?.object.metadata.resourceVersion).toBe('2')
    expect(store.revision).toBe(2)
  })

  test('of keys outside the collection throw', async () => {
    const { things, store } = await openStore()
    const nodes = store.collection({ prefix: 'nodes', namespaced: false })
    await expect(things.put('x', 0, object('x'))).rejects.toThrow(TypeError)
    await expect(things.put('a/b/c', 0, object('x'))).rejects.toThrow(TypeError)
    await expect(nodes.put('a/x', 0, object('x'))).rejects.toThrow(TypeError)
  })

  test('are refused when the engine fails, and leave no trace', async () => {
    const { things, storage, store } = await openStore()
    storage.commit = async () => {
      throw new Error('disk full')
    }
    await expect(things.put('a/x', 0, object('a/x'))).rejects.toThrow('disk full')
    expect(await things.get('a/x')).toBeUndefined()
    expect(store.revision).toBe(1)
  })

  test('are shown by reads and watches before they are answered', async () => {
    const { things } = await openStore()
    const { seen } = watch(things)
    const write = things.put('a/x', 0, object('a/x')).then(() => [things.peek('a/x')?.revision, seen.length])
    expect(await write).toEqual([2, 1])
  })

  test('resolve with the row where the engine hands other bytes to followers', async () => {
    const { storage, things } = await openStore()
    const { commit } = storage
    storage.commit = (request) => commit.call(storage, { ...request, value: request.value && Uint8Array.from(request.value) })
    const result = await things.put('a/x', 0, object('a/x'))
    expect(result).toMatchObject({ outcome: 'committed', row: { revision: 2, key: 'a/x' } })
    expect(things.peek('a/x')?.object).toEqual((result as { row: { object: unknown } }).row.object)
  })

  test('read again for a removal if the view may be behind', async () => {
    const { storage, things, put } = await openStore()
    await put('a/x')
    const asked: string[] = []
    Object.defineProperty(storage, 'followersAreCurrent', { value: false })
    storage.revision = async () => {
      asked.push('revision')
      return 2
    }
    expect(await things.remove('a/x', 7)).toEqual({ outcome: 'conflict' })
    expect(asked).toEqual(['revision'])
    expect(await things.remove('a/x', 2)).toMatchObject({ outcome: 'committed' })
    expect(asked).toHaveLength(1)
  })
})

describe('collections', () => {
  test('find what the storage holds, whenever they are registered', async () => {
    const storage = createMemoryStorage()
    const first = await createStore({ storage })
    const { put } = writer(first.collection({ prefix: 'things', namespaced: true }))
    await put('a/x', 'one', { app: 'web' })
    await put('b/y', 'two')
    await storage.commit({ key: 'not ours', expectedRevision: 0, value: new Uint8Array([1]) })
    const second = await createStore({ storage })
    expect(second.revision).toBe(4)
    await put('a/z', 'three')
    await writer(first.collection({ prefix: 'nodes', namespaced: false })).put('n1')
    const things = second.collection({ prefix: 'things', namespaced: true })
    expect(shown((await things.list({})).rows)).toEqual(['a/x=one@2', 'a/z=three@5', 'b/y=two@3'])
    expect((await things.list(select({ labels: 'app=web' }))).rows).toHaveLength(1)
    expect(await things.list({ namespace: 'a', limit: 1 })).toMatchObject({ remainingItemCount: 1 })
    expect(second.collection({ prefix: 'nodes', namespaced: false }).size).toBe(1)
  })

  test('can be loaded from an engine that reads its entries bit by bit', async () => {
    const memory = createMemoryStorage()
    const value = new TextEncoder().encode('{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x"}}')
    await memory.commit({ key: '/nodes//n1', expectedRevision: 0, value })
    const loaded = await memory.load()
    memory.load = async () => ({
      revision: loaded.revision,
      entries: (async function* () {
        yield* loaded.entries
        // A commit while the entries are read: followed, not lost.
        await memory.commit({ key: '/nodes//n2', expectedRevision: 0, value })
      })(),
    })
    const store = await createStore({ storage: memory })
    expect(store.revision).toBe(3)
    expect(store.collection({ prefix: 'nodes', namespaced: false }).size).toBe(2)
  })

  test('have no history before the newest change at their registration', async () => {
    const { store, put, things, remove } = await openStore()
    await put('a/x')
    await put('a/y')
    store.drop('things')
    const late = store.collection({ prefix: 'late', namespaced: true })
    const again = store.collection({ prefix: 'things', namespaced: true })
    expect(await statusOf(things.list({}))).toMatchObject({ code: 404 })
    expect(await statusOf(things.get('a/x'))).toMatchObject({ code: 404 })
    expect(await statusOf(things.put('a/x', 2, object('a/x')))).toMatchObject({ code: 404 })
    await expect(remove('a/x')).rejects.toMatchObject({ status: { code: 404 } })
    const exact = { resourceVersionMatch: 'Exact' }
    expect(await late.list({ resourceVersion: '1', ...exact })).toMatchObject({ rows: [], revision: 1 })
    expect(await statusOf(again.list({ resourceVersion: '2', ...exact }))).toMatchObject({ code: 410 })
    expect((await again.list({ resourceVersion: '3', ...exact })).rows).toHaveLength(2)
    store.forgetHistory()
    const later = store.collection({ prefix: 'later', namespaced: true })
    expect(await statusOf(later.list({ resourceVersion: '2', ...exact }))).toMatchObject({ code: 410 })
  })

  test('that are dropped leave the bytes of their objects where they are', async () => {
    const { store, put } = await openStore()
    for (let i = 0; i < 200; i++) await put(`a/${i}`, 'x'.repeat(500))
    const copies = jest.spyOn(SlabAllocator.prototype, 'copy')
    store.drop('things')
    const again = store.collection({ prefix: 'things', namespaced: true })
    expect(copies).not.toHaveBeenCalled()
    copies.mockRestore()
    expect(again.peek('a/199')?.object.value).toBe('x'.repeat(500))
  })

  test('whose fields are read again keep their rows, and show no earlier revision', async () => {
    const store = await createStore({ storage: createMemoryStorage() })
    const told: unknown[] = []
    let value = 'old'
    const selectableFields = (_: ApiObject, isOwn: boolean) => {
      told.push(isOwn)
      return { value }
    }
    const things = store.collection({ prefix: 'things', namespaced: true, selectableFields })
    const { put } = writer(things)
    const [row, seen] = [await put('a/x', 1, { app: 'web' }), watch(things)]
    value = 'new'
    things.reselect()
    expect(things.peek('a/x')).toBe(row)
    expect(row).toMatchObject({ fields: { value: 'new' }, labels: { app: 'web' }, isOwn: false })
    expect(told).toEqual([true, false])
    expect(seen.ends).toEqual(['complete'])
    await put('a/y')
    expect((await things.list(select({ fields: 'value=new' }))).rows.map(({ key }) => key)).toEqual(['a/x', 'a/y'])
    expect(await statusOf(things.list({ resourceVersion: '1', resourceVersionMatch: 'Exact' }))).toMatchObject({ code: 410 })
  })

  test('that are dropped leave their objects, and changes made meanwhile, for the next', async () => {
    const { store, put, storage } = await openStore()
    await put('a/x')
    await put('a/y')
    store.drop('things')
    store.drop('things')
    await storage.commit({ key: '/things/a/x', expectedRevision: 2, value: undefined })
    const again = store.collection({ prefix: 'things', namespaced: true })
    expect((await again.list({})).rows.map((row) => row.key)).toEqual(['a/y'])
    expect(await statusOf(again.list({ resourceVersion: '3', resourceVersionMatch: 'Exact' }))).toMatchObject({ code: 410 })
  })

  test('have prefixes of their own', async () => {
    const { store } = await openStore()
    for (const prefix of ['things', '', '/a', 'a/', 'a//b']) {
      expect(() => store.collection({ prefix, namespaced: true })).toThrow()
    }
    store.collection({ prefix: 'things/sub', namespaced: true })
  })
})

describe('a closed store', () => {
  test('refuses everything, waiting reads included, and leaves no timers', async () => {
    const { store, things, clock, put } = await openStore()
    await put('a/x')
    const waiting = statusOf(things.get('a/x', { resourceVersion: '99' }))
    await store.close()
    await store.close()
    expect(await waiting).toMatchObject({ code: 503, reason: 'ServiceUnavailable' })
    for (const attempt of [things.get('a/x'), things.list({}), things.put('a/y', 0, object('a/y')), things.remove('a/x', 2)]) {
      expect(await statusOf(attempt)).toMatchObject({ code: 503 })
    }
    expect(clock.pending).toBe(0)
  })
})

test('the engine may compact what is outside the history window', async () => {
  const clock = new ManualClock()
  const storage: Storage = createMemoryStorage()
  const compacted: number[] = []
  storage.compact = async (revision) => {
    compacted.push(revision)
    throw new Error('not now')
  }
  const store = await createStore({ storage, clock, history: { windowSeconds: 60 } })
  const { put } = writer(store.collection({ prefix: 'things', namespaced: true }))
  for (let i = 0; i < 2_500; i++) await put('a/x', i)
  expect(compacted).toEqual([])
  clock.advance(60_000)
  for (let i = 0; i < 1_000; i++) await put('a/x', i)
  expect(compacted).toEqual([2001])
})

test('compactions go on after the clock was set back', async () => {
  const clock = new ManualClock()
  let setBack = 0
  const storage: Storage = createMemoryStorage()
  const compacted: number[] = []
  storage.compact = async (revision) => void compacted.push(revision)
  const shifted = { now: () => clock.now() - setBack, setTimeout: () => () => {} }
  const store = await createStore({ storage, clock: shifted, history: { windowSeconds: 60 } })
  const { put } = writer(store.collection({ prefix: 'things', namespaced: true }))
  for (let hour = 0; hour < 4; hour++) {
    if (hour === 2) setBack = 365 * 24 * 3_600_000
    for (let i = 0; i < 1_000; i++) await put('a/x', i)
    clock.advance(3_600_000)
  }
  // What was written just before the step counts as written then.
  expect(compacted).toEqual([1001, 3001])
})
