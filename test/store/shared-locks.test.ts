import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMemoryStorage } from '../../src/storage/index.js'
import { createStore, SharedLocks, type Store } from '../../src/store/index.js'
import { LateStorage } from '../support/late-storage.js'
import { ManualClock, settle } from '../support/manual-clock.js'
import { writer } from './support.js'

describe('a lock that processes share', () => {
  const opened: Store[] = []
  let clock: ManualClock
  let open: (own?: ManualClock) => Promise<{ readonly store: Store; readonly locks: SharedLocks }>
  beforeEach(() => {
    clock = new ManualClock()
    const storage = createMemoryStorage()
    open = async (own = clock) => {
      const store = await createStore({ storage: new LateStorage(storage), clock: own })
      opened.push(store)
      return { store, locks: new SharedLocks({ store, clock: own, guards: 'things' }) }
    }
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  test('is held by one, however many callers acquire it, until it is released', async () => {
    const processes = [await open(), await open(), await open()]
    const taken = await Promise.all(processes.map(({ locks }) => locks.acquire('a')))
    const [release, ...others] = taken.filter((one) => one !== undefined)
    expect(others).toEqual([])
    for (const { locks } of processes) expect(await locks.acquire('a')).toBeUndefined()
    release?.()
    await settle()
    expect(await processes[1]?.locks.acquire('a')).toBeDefined()
  })

  test('can be acquired again by its own process as soon as it is released', async () => {
    const { locks } = await open()
    for (let i = 0; i < 3; i++) {
      const release = await locks.acquire('a')
      expect(release).toBeDefined()
      release?.()
    }
  })

  test('does not affect locks of other names', async () => {
    const [first, second] = [await open(), await open()]
    expect(await first.locks.acquire('a')).toBeDefined()
    expect(await second.locks.acquire('b')).toBeDefined()
  })

  test('makes writes before its release visible to the next holder', async () => {
    const [first, second] = [await open(), await open()]
    const [things, seen] = [first, second].map(({ store }) => store.collection({ prefix: 'things', namespaced: false }))
    const release = await first.locks.acquire('a')
    if (things) await writer(things).put('x')
    release?.()
    await settle()
    expect(seen?.peek('x')).toBeUndefined()
    await second.locks.acquire('a')
    expect(seen?.peek('x')).toBeDefined()
  })

  test('of a process that has ended expires, and a later release by that process has no effect', async () => {
    const [first, second] = [await open(), await open()]
    const release = await first.locks.acquire('a')
    expect(await second.locks.acquire('a')).toBeUndefined()
    clock.advance(299_000)
    expect(await second.locks.acquire('a')).toBeUndefined()
    clock.advance(1_000)
    expect(await second.locks.acquire('a')).toBeDefined()
    release?.()
    await settle()
    expect(await first.locks.acquire('a')).toBeUndefined()
  })

  test.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('lasts five minutes where the clock of its holder is an hour %s', async (_, byMs) => {
    const holderClock = new ManualClock()
    holderClock.advance(2 * 3_600_000 + byMs)
    clock.advance(2 * 3_600_000)
    const [holder, other] = [await open(holderClock), await open()]
    expect(await holder.locks.acquire('a')).toBeDefined()
    expect(await other.locks.acquire('a')).toBeUndefined()
    clock.advance(299_000)
    expect(await other.locks.acquire('a')).toBeUndefined()
    clock.advance(1_000)
    expect(await other.locks.acquire('a')).toBeDefined()
  })
})

test('where no other process can write, a lock stores nothing', async () => {
  const storage = createMemoryStorage()
  const store = await createStore({ storage })
  const locks = new SharedLocks({ store, clock: new ManualClock(), guards: 'things' })
  expect(await locks.acquire('a')).toBeDefined()
  expect(await storage.revision()).toBe(store.revision)
  expect([...((await storage.load()).entries as Iterable<unknown>)]).toEqual([])
  await store.close()
})

test('locks are stored in the storage of what they guard', async () => {
  const [main, apart] = [createMemoryStorage(), createMemoryStorage()]
  const routes = [{ resources: ['things'], storage: new LateStorage(apart) }]
  const store = await createStore({ storage: new LateStorage(main), routes })
  await new SharedLocks({ store, clock: new ManualClock(), guards: 'things' }).acquire('a')
  const keysOf = async (storage: typeof main) =>
    [...((await storage.load()).entries as Iterable<{ readonly key: string }>)].map(({ key }) => key)
  expect(await keysOf(main)).toEqual([])
  expect(await keysOf(apart)).toEqual(['/locks/things//a'])
  await store.close()
})
