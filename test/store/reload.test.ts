import { describe, expect, test } from '@jest/globals'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createStore } from '../../src/store/index.js'
import { ManualClock } from '../support/manual-clock.js'
import { object, openStore, show, shown, statusOf, watch, writer } from './support.js'

/** A memory engine whose followers hear late, or lose their place. */
function looseStorage() {
  const engine = createMemoryStorage()
  let lose = () => {}
  let isBroken = false
  let loads = 0
  const storage: Storage = {
    ...{
      followersAreCurrent: true,
      revision: () => engine.revision(),
      compact: (at) => engine.compact(at),
      close: () => engine.close(),
    },
    load() {
      loads += 1
      return isBroken ? Promise.reject(new Error('not now')) : engine.load()
    },
    commit: (request) => engine.commit(request),
    follow(from, listener, onLost) {
      let isOver = false
      const end = engine.follow(from, (change) => {
        if (!isOver) listener(change)
      })
      lose = () => {
        isOver = true
        end()
        onLost?.()
      }
      return end
    },
  }
  return {
    engine,
    storage,
    get loads() {
      return loads
    },
    break: (broken: boolean) => {
      isBroken = broken
    },
    /** Ends the reports; what `meanwhile` does is not reported. */
    async lose(meanwhile: () => Promise<unknown>) {
      const end = lose
      let over = () => {}
      const held = new Promise<void>((resolve) => {
        over = resolve
      })
      const { load } = storage
      storage.load = () => held.then(() => load())
      end()
      await meanwhile()
      storage.load = load
      over()
      await settled()
    },
  }
}

/** Lets everything that is under way come to rest: a load on a busy machine takes several turns. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

const raw = (key: string, value: unknown) => new TextEncoder().encode(JSON.stringify(object(key, value)))

async function lostStore() {
  const loose = looseStorage()
  const { store, things, put, clock } = await openStore({ storage: loose.storage })
  await put('a/kept', 'one')
  await put('a/changed', 'one')
  await put('a/gone', 'one')
  const behindItsBack = async () => {
    const { engine } = loose
    await engine.commit({ key: '/things/a/changed', expectedRevision: 3, value: raw('a/changed', 'two') })
    await engine.commit({ key: '/things/a/gone', expectedRevision: 4, value: undefined })
    await engine.commit({ key: '/things/a/new', expectedRevision: 0, value: raw('a/new', 'one') })
    await engine.commit({ key: '/others/a/x', expectedRevision: 0, value: raw('a/x', 'one') })
  }
  return { loose, store, things, put, clock, behindItsBack }
}

describe('a store whose engine has to reload', () => {
  test('shows the current state, at its revision', async () => {
    const { loose, store, things, behindItsBack } = await lostStore()
    await loose.lose(behindItsBack)
    expect(store.revision).toBe(8)
    const page = await things.list({})
    expect(shown(page.rows)).toEqual(['a/changed=two@5', 'a/kept=one@2', 'a/new=one@7'])
    const others = store.collection({ prefix: 'others', namespaced: true })
    expect(shown((await others.list({})).rows)).toEqual(['a/x=one@8'])
  })

  test('ends watches with 410, and has no earlier history', async () => {
    const { loose, things, behindItsBack } = await lostStore()
    const live = watch(things, { resourceVersion: '4' })
    await loose.lose(behindItsBack)
    expect(live.ends).toMatchObject([{ code: 410, reason: 'Expired' }])
    expect(watch(things, { resourceVersion: '4' }).ends).toMatchObject([{ code: 410 }])
    expect(await statusOf(things.list({ resourceVersion: '4', resourceVersionMatch: 'Exact' }))).toMatchObject({ code: 410 })
    expect(watch(things, { resourceVersion: '8' }).ends).toEqual([])
  })

  test('sends the differences to followers, and continues', async () => {
    const { loose, things, put, behindItsBack } = await lostStore()
    const heard: string[] = []
    const follow = things.follow().subscribe((event) => heard.push(show(event)))
    expect(heard.splice(0)).toHaveLength(3)
    await loose.lose(behindItsBack)
    expect(heard.splice(0)).toEqual(['DELETED a/gone=one@8', 'MODIFIED a/changed=two@5', 'ADDED a/new=one@7'])
    await put('a/kept', 'two')
    expect(heard.splice(0)).toEqual(['MODIFIED a/kept=two@9'])
    await loose.lose(async () => {})
    expect(heard).toEqual([])
    follow.unsubscribe()
    await put('a/kept', 'three')
    expect(heard).toEqual([])
  })

  test('writes as before', async () => {
    const { loose, things, behindItsBack } = await lostStore()
    await loose.lose(behindItsBack)
    expect(await things.put('a/changed', 3, object('a/changed', 'late'))).toEqual({ outcome: 'conflict' })
    expect(await things.put('a/changed', 5, object('a/changed', 'three'))).toMatchObject({ outcome: 'committed' })
  })

  test('retries with pauses while the engine cannot be read', async () => {
    const { loose, store, clock, behindItsBack } = await lostStore()
    loose.break(true)
    await loose.lose(behindItsBack)
    expect([store.revision, loose.loads]).toEqual([4, 2])
    clock.advance(200)
    await settled()
    clock.advance(200)
    await settled()
    expect(loose.loads).toBe(3)
    loose.break(false)
    clock.advance(5_000)
    await settled()
    expect(store.revision).toBe(8)
  })

  test('stops retrying when it is closed', async () => {
    const { loose, store, clock, behindItsBack } = await lostStore()
    loose.break(true)
    await loose.lose(behindItsBack)
    await store.close()
    clock.advance(60_000)
    await settled()
    expect([loose.loads, clock.pending]).toEqual([2, 0])
  })

  test('sends no event for unchanged objects, however many there are', async () => {
    const loose = looseStorage()
    const { things } = await openStore({ storage: loose.storage })
    for (let i = 0; i < 2_500; i++) await things.put(`default/${String(i).padStart(5, '0')}`, 0, object(`${i}`))
    const heard: string[] = []
    things.follow().subscribe((event) => heard.push(event.type))
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    heard.length = 0
    await loose.lose(async () => {})
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(heard).toEqual([])
  })
})

describe('the secret of continue tokens', () => {
  const lasting = () => Object.assign(createMemoryStorage(), { outlivesProcess: true })

  test('is stored in a storage that outlives the process, so that lists continue after a restart and on other replicas', async () => {
    const storage = lasting()
    const open = () => createStore({ storage, clock: new ManualClock() })
    const [one, two] = [await open(), await open()]
    const things = [one, two].map((store) => store.collection({ prefix: 'things', namespaced: true }))
    const [first, second] = things as [(typeof things)[0], (typeof things)[0]]
    await writer(first).put('a/x')
    await writer(first).put('a/y')
    const page = await first.list({ limit: 1 })
    expect(shown((await second.list({ limit: 1, continue: page.continue ?? '' })).rows)).toEqual(['a/y=v@4'])
  })

  test('is made by one of several that start at once', async () => {
    const storage = lasting()
    await Promise.all(Array.from({ length: 5 }, () => createStore({ storage })))
    expect(await storage.revision()).toBe(2)
  })

  test('is not stored in a storage that does not outlive the process', async () => {
    const storage = createMemoryStorage()
    await createStore({ storage })
    expect(await storage.revision()).toBe(1)
  })
})

test('other work of the process gets its turns while a large state is loaded', async () => {
  const engine = createMemoryStorage()
  const ENTRIES = 200
  for (let i = 0; i < ENTRIES; i++)
    await engine.commit({ key: `/x/things/${i}`, expectedRevision: 0, value: new Uint8Array([1]) })
  /** As an engine on a disk, which has its entries without waiting, but not in no time. */
  function* slowly<T>(entries: Iterable<T>): Generator<T> {
    for (const entry of entries) {
      const begun = performance.now()
      while (performance.now() - begun < 1);
      yield entry
    }
  }
  let turns = 0
  let isLoaded = false
  const count = () => {
    turns += 1
    if (!isLoaded) setImmediate(count)
  }
  setImmediate(count)
  const load = async () => {
    const { entries, ...rest } = await engine.load()
    return { ...rest, entries: slowly(entries as Iterable<never>) }
  }
  const store = await createStore({ storage: { ...methodsOf(engine), load }, clock: new ManualClock() })
  isLoaded = true
  // In one turn, the counter would have run at most once before the entries are read.
  expect(turns).toBeGreaterThan(10)
  await store.close()
})

const methodsOf = (engine: Storage): Storage => ({
  followersAreCurrent: true,
  load: () => engine.load(),
  commit: (request) => engine.commit(request),
  follow: (...values) => engine.follow(...values),
  revision: () => engine.revision(),
  compact: (at) => engine.compact(at),
  close: () => engine.close(),
})
