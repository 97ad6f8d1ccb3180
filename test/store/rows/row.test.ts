import { describe, expect, jest, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import { createMemoryStorage, type Storage, type StorageChange } from '../../../src/storage/index.js'
import { createStore, type Row } from '../../../src/store/index.js'
import { encodeObject } from '../../../src/store/rows/object-bytes.js'
import type { StoredRow } from '../../../src/store/rows/row.js'
import { object, openStore, select, shown, statusOf, watch, writer } from '../support.js'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('a row shows the object with its version, as an object and as bytes', async () => {
  const { put } = await openStore()
  const row = await put('a/x', 'v', { app: 'web' })
  expect([row.key, row.namespace, row.name, row.revision]).toEqual(['a/x', 'a', 'x', 2])
  expect(row.labels).toEqual({ app: 'web' })
  expect(row.fields).toEqual({ value: 'v' })
  const shown = {
    ...object('a/x', 'v', { app: 'web' }),
    metadata: { name: 'x', namespace: 'a', labels: { app: 'web' }, resourceVersion: '2' },
  }
  expect(row.object).toEqual(shown)
  expect(JSON.parse(text(row.json()))).toEqual(shown)
  expect(row.jsonLength).toBe(row.json().length)
  const { kind: _, apiVersion: __, ...item } = shown
  const bytes = new Uint8Array(row.itemLength)
  expect(row.writeJson(bytes, 0, { withoutType: true })).toBe(bytes.length)
  expect(JSON.parse(text(bytes))).toEqual(item)
})

test('rows without labels or fields have none', async () => {
  const { put } = await openStore()
  expect(await put('a/x', 1, {})).toMatchObject({ labels: undefined, fields: undefined })
})

test('objects are deeply frozen, those handed in and those read back', async () => {
  const { things, store } = await openStore()
  const given = { ...object('a/x'), list: [{ deep: true }] }
  await things.put('a/x', 0, given)
  expect(Object.isFrozen(given.list[0])).toBe(true)
  store.drop('things')
  const { object: read } = store.collection({ prefix: 'things', namespaced: true }).peek('a/x') as Row
  expect(read).toEqual({ ...given, metadata: { ...given.metadata, resourceVersion: '2' } })
  expect(Object.isFrozen((read.list as unknown[])[0])).toBe(true)
  expect(Object.isFrozen(read.metadata)).toBe(true)
})

test('the row of a removal shares the parsed object of the removed row', async () => {
  const { things } = await openStore()
  const list = [{ deep: true }]
  await things.put('a/x', 0, { ...object('a/x'), list })
  const removed = await things.remove('a/x', 2)
  if (removed.outcome === 'conflict') throw new Error('nothing was removed')
  expect(removed.row.object).toMatchObject({ metadata: { resourceVersion: '3' } })
  expect(removed.row.object.list).toBe(list)
})

test('a row still shows its object after many others were read', async () => {
  const { put, things } = await openStore()
  const first = await put('a/first', 'one')
  for (let i = 0; i < 100; i++) await put(`a/${i}`, 'x'.repeat(20_000))
  expect(first.object).toMatchObject({ value: 'one', metadata: { resourceVersion: '2' } })
  expect(things.peek('a/first')?.object).toBe(first.object)
})

test('the bytes that json() returns belong to the caller', async () => {
  const { put } = await openStore()
  const row = await put('a/x')
  row.json().fill(0)
  expect(JSON.parse(text(row.json()))).toMatchObject({ kind: 'Thing' })
})

test('stored bytes that are not an object are an error on read, and can be removed', async () => {
  const storage = createMemoryStorage()
  const store = await createStore({ storage })
  const things = store.collection({ prefix: 'things', namespaced: true })
  const live = watch(things)
  for (const [key, value] of [
    ['a/broken', '{"kind":'],
    ['a/other', '"text"'],
  ] as const) {
    await storage.commit({ key: `/things/${key}`, expectedRevision: 0, value: new TextEncoder().encode(value) })
    const row = things.peek(key) as Row
    const reads: (() => unknown)[] = [
      () => row.object,
      () => row.json(),
      () => row.jsonLength,
      () => row.itemLength,
      () => row.writeJson(new Uint8Array(99), 0),
    ]
    for (const read of reads) {
      expect(await statusOf((async () => read())())).toMatchObject({ code: 500, reason: 'StoreReadError' })
    }
    const started = watch(things)
    expect([started.seen, started.ends]).toEqual([[], [expect.objectContaining({ reason: 'StoreReadError' })]])
    expect(await things.remove(key, row.revision)).toMatchObject({ outcome: 'committed' })
  }
  // It ends the watch that it is an event of, and leaves the others and the writer alone.
  expect(live.ends).toEqual([expect.objectContaining({ reason: 'StoreReadError' })])
  expect(store.watcherCount).toBe(0)
  expect(things.size).toBe(0)
  await writer(things).put('a/broken')
})

describe('the objects of an earlier process', () => {
  /** A collection over a storage that had these objects before. */
  async function reopened(values: Readonly<Record<string, string>>) {
    const storage = createMemoryStorage()
    for (const [key, value] of Object.entries(values)) {
      await storage.commit({ key: `/things/${key}`, expectedRevision: 0, value: new TextEncoder().encode(value) })
    }
    const store = await createStore({ storage })
    expect(store.hasUnregistered('things')).toBe(Object.keys(values).length > 0)
    return store
  }
  const stored = (key: string, value: string, app: string) => text(encodeObject(object(key, value, { app })))

  test('are parsed when somebody asks for them, each once', async () => {
    const store = await reopened({ 'a/x': stored('a/x', 'v', 'web'), 'a/y': stored('a/y', 'v', 'db') })
    const parsed = jest.spyOn(JSON, 'parse')
    const things = store.collection({ prefix: 'things', namespaced: true })
    expect(store.hasUnregistered('things')).toBe(false)
    const row = await things.get('a/x')
    expect(parsed).not.toHaveBeenCalled()
    expect(text(row?.json() as Uint8Array)).toContain('"value":"v"')
    expect([row?.labels, row?.jsonLength]).toEqual([{ app: 'web' }, row?.json().length])
    expect(parsed).toHaveBeenCalledTimes(1)
    expect(shown((await things.list(select({ labels: 'app=db' }))).rows)).toEqual(['a/y=v@3'])
    parsed.mockRestore()
  })

  test('are an error on read where they are damaged, in each form, and match no selector', async () => {
    const store = await reopened({ 'a/x': '{"kind":', 'a/y': stored('a/y', 'v', 'web') })
    const things = store.collection({ prefix: 'things', namespaced: true })
    const row = things.peek('a/x') as StoredRow
    for (const read of [() => row.object, () => row.json(), () => row.itemLength, () => row.writeJson(new Uint8Array(99), 0)]) {
      expect(await statusOf((async () => read())())).toMatchObject({ code: 500, reason: 'StoreReadError' })
    }
    expect(row.fault).toMatchObject({ status: { reason: 'StoreReadError' } })
    expect(shown((await things.list(select({ labels: 'app=web' }))).rows)).toEqual(['a/y=v@3'])
    expect(await things.remove('a/x', row.revision)).toMatchObject({ outcome: 'committed' })
  })

  test('of which a selector has to parse a megabyte are read a few in each turn', async () => {
    const value = 'v'.repeat(100_000)
    const keys = Array.from({ length: 20 }, (_, i) => `a/${i}`)
    const store = await reopened(Object.fromEntries(keys.map((key) => [key, stored(key, value, 'web')])))
    const things = store.collection({ prefix: 'things', namespaced: true })
    const parsed = jest.spyOn(JSON, 'parse')
    let [most, before, isDone] = [0, 0, false]
    const listing = things.list(select({ labels: 'app=db' })).then(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      const now = parsed.mock.calls.length
      ;[most, before] = [Math.max(most, now - before), now]
    }
    await listing
    expect([before, most]).toEqual([20, 3])
    parsed.mockRestore()
  })
})

describe('a row of a commit of another replica', () => {
  /** A storage whose commits the test makes. */
  async function openFollower() {
    const inner = createMemoryStorage()
    let tell: ((change: StorageChange) => void) | undefined
    const storage: Storage = {
      ...{ followersAreCurrent: true, load: () => inner.load(), commit: (request) => inner.commit(request) },
      ...{ revision: () => inner.revision(), compact: async () => {}, close: () => inner.close() },
      follow: (_from, listener) => {
        tell = listener
        return () => {}
      },
    }
    const store = await createStore({ storage })
    const selectableFields = ({ value }: ApiObject) => ({ value: String(value) })
    const things = store.collection({ prefix: 'things', namespaced: true, selectableFields })
    const commit = (key: string, value: Uint8Array, isCommitted: boolean) =>
      tell?.({ key: `/things/${key}`, revision: 7, value, isCommitted })
    return { things, commit }
  }

  test('shows what one of other programs shows, although its bytes are parsed when somebody asks', async () => {
    const { things, commit } = await openFollower()
    const value = encodeObject(object('a/x', 'v', { app: 'web' }))
    commit('a/x', value, true)
    const written = things.peek('a/x') as Row
    commit('a/x', value, false)
    const read = things.peek('a/x') as Row
    expect(written).not.toBe(read)
    expect([written.labels, written.fields]).toEqual([{ app: 'web' }, { value: 'v' }])
    expect([read.labels, read.fields]).toEqual([written.labels, written.fields])
    expect(text(written.json())).toBe(text(read.json()))
    expect(written.object).toEqual(read.object)
  })

  test('is selected by its labels and fields, before and after it changed', async () => {
    const { things, commit } = await openFollower()
    const seen = watch(things, select({ labels: 'app=web', fields: 'value=v' })).seen
    const put = (value: string, app: string) => commit('a/x', encodeObject(object('a/x', value, { app })), true)
    put('v', 'web')
    put('v', 'db')
    put('w', 'web')
    put('v', 'web')
    expect(seen).toEqual(['ADDED a/x=v@7', 'DELETED a/x=v@7', 'ADDED a/x=v@7'])
    const { rows } = await things.list(select({ labels: 'app=web' }))
    expect(shown(rows)).toEqual(['a/x=v@7'])
  })

  test('does not change when the engine uses the buffer of its value again', async () => {
    const { things, commit } = await openFollower()
    const value = encodeObject(object('a/x'))
    commit('a/x', value, true)
    value.fill(0)
    expect(things.peek('a/x')?.object).toMatchObject({ value: 'v' })
  })

  test('is not parsed for a watcher who takes all', async () => {
    const { things, commit } = await openFollower()
    const types: string[] = []
    const watching = things.watch({}).subscribe(({ type }) => types.push(type))
    const parsed = jest.spyOn(JSON, 'parse')
    commit('a/x', encodeObject(object('a/x', 'v'.repeat(4_096))), true)
    expect(text((things.peek('a/x') as Row).json())).toContain('"resourceVersion":"7"')
    expect(parsed).not.toHaveBeenCalled()
    parsed.mockRestore()
    expect(types).toEqual(['ADDED'])
    watching.unsubscribe()
  })

  test('that is no object after all is an error on read', async () => {
    const { things, commit } = await openFollower()
    commit('a/x', new TextEncoder().encode('{"kind":"Thing","metadata":{}'), true)
    const row = things.peek('a/x') as Row
    expect([row.labels, row.fields]).toEqual([undefined, undefined])
    expect(await statusOf((async () => row.object)())).toMatchObject({ code: 500, reason: 'StoreReadError' })
  })
})

test('keys such as __proto__ are data', async () => {
  const { things } = await openStore()
  const given = { ...object('a/__proto__'), data: JSON.parse('{"__proto__":"x","constructor":"y"}') }
  await things.put('a/__proto__', 0, given)
  const found = await things.get('a/__proto__')
  expect(JSON.stringify(found?.object.data)).toBe('{"__proto__":"x","constructor":"y"}')
  expect(JSON.parse(text(found?.json() as Uint8Array)).data).toEqual(given.data)
})
