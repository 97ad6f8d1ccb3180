import { beforeEach, describe, expect, test } from '@jest/globals'
import { config, map, take } from 'rxjs'
import type { FieldSelector, LabelSelector } from '../../../src/meta/index.js'
import { createMemoryStorage } from '../../../src/storage/index.js'
import { createStore, type WatchPace } from '../../../src/store/index.js'
import { settle } from '../../support/manual-clock.js'
import { object, openStore, select, show, statusOf, watch, writer } from '../support.js'

type Opened = Awaited<ReturnType<typeof openStore>>
let { store, things, clock, put, remove }: Opened = {} as Opened
beforeEach(async () => {
  ;({ store, things, clock, put, remove } = await openStore())
})

const streamed = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true } as const

describe('a watch starts', () => {
  test.each([{}, { resourceVersion: '' }, { resourceVersion: '0' }])('%j: with the state in order of keys', async (query) => {
    await put('a/y')
    await put('a/x')
    await put('a/z')
    await remove('a/z')
    const { seen } = watch(things, query)
    expect(seen).toEqual(['ADDED a/x=v@3', 'ADDED a/y=v@2'])
    await put('a/xx')
    expect(seen.slice(2)).toEqual(['ADDED a/xx=v@6'])
  })

  test('at a version: with the changes after it and nothing else', async () => {
    await put('a/x', 'one')
    await put('a/y', 'one')
    await put('a/x', 'two')
    await remove('a/y')
    const { seen } = watch(things, { resourceVersion: '2' })
    const later = watch(things, { resourceVersion: '5' })
    expect(seen).toEqual(['ADDED a/y=one@3', 'MODIFIED a/x=two@4', 'DELETED a/y=one@5'])
    expect(later.seen).toEqual([])
    await put('a/z')
    expect(seen.slice(3)).toEqual(['ADDED a/z=v@6'])
    expect(later.seen).toEqual(['ADDED a/z=v@6'])
  })

  test('at a version: with the changes after it within its selection', async () => {
    for (const key of ['a/x', 'a/y', 'ab/x', 'b/x']) await put(key)
    const from = (text: Parameters<typeof select>[0]) => watch(things, { ...select(text), resourceVersion: '1' }).seen
    expect(from({ namespace: 'a' })).toEqual(['ADDED a/x=v@2', 'ADDED a/y=v@3'])
    expect(from({ namespace: 'a', fields: 'metadata.name=y' })).toEqual(['ADDED a/y=v@3'])
    expect(from({ fields: 'metadata.namespace=b' })).toEqual(['ADDED b/x=v@5'])
  })

  test('at a version of the future: with the changes after it', async () => {
    const { seen, ends } = watch(things, { resourceVersion: '3', timeoutSeconds: 5 })
    await put('a/x')
    await put('a/y')
    expect(seen).toEqual([])
    await put('a/z')
    expect(seen).toEqual(['ADDED a/z=v@4'])
    const never = watch(things, { resourceVersion: '9000000000000', timeoutSeconds: 1, allowWatchBookmarks: true })
    clock.advance(5_000)
    expect(never.seen).toEqual([])
    expect([never.ends, ends]).toEqual([['complete'], ['complete']])
  })

  test('at a version no longer held: not at all, but with 410', async () => {
    await put('a/x')
    await put('a/x')
    store.forgetHistory()
    expect(watch(things, { resourceVersion: '3' }).ends).toEqual([])
    expect(watch(things, { resourceVersion: '2' }).ends).toEqual([
      expect.objectContaining({ code: 410, reason: 'Expired', message: 'too old resource version: 2 (3)' }),
    ])
  })

  test('with sendInitialEvents: with the state, a bookmark that ends it, and what comes after', async () => {
    await put('a/x')
    await put('a/y')
    const { seen } = watch(things, streamed)
    await put('a/z')
    expect(seen).toEqual(['ADDED a/x=v@2', 'ADDED a/y=v@3', 'SYNCED@3', 'ADDED a/z=v@4'])
    expect(watch(things, { ...streamed, allowWatchBookmarks: false }).seen).toHaveLength(3)
    expect(watch(things, { ...streamed, resourceVersion: '2' }).seen).toEqual([
      'ADDED a/x=v@2',
      'ADDED a/y=v@3',
      'ADDED a/z=v@4',
      'SYNCED@4',
    ])
  })

  test('with sendInitialEvents at a version of the future: when it is there', async () => {
    const { seen } = watch(things, { ...streamed, resourceVersion: '3' })
    await put('a/x')
    expect(seen).toEqual([])
    await put('a/y')
    expect(seen).toEqual(['ADDED a/x=v@2', 'ADDED a/y=v@3', 'SYNCED@3'])
    await put('a/z')
    expect(seen.slice(3)).toEqual(['ADDED a/z=v@4'])
  })

  test('without initial events when they are declined', async () => {
    await put('a/x')
    await put('a/y')
    const declined = { ...streamed, sendInitialEvents: false }
    const watches = [declined, { ...declined, resourceVersion: '0' }, { ...declined, resourceVersion: '2' }].map((query) =>
      watch(things, query),
    )
    await put('a/z')
    expect(watches.map(({ seen }) => seen)).toEqual([['ADDED a/z=v@4'], ['ADDED a/z=v@4'], ['ADDED a/y=v@3', 'ADDED a/z=v@4']])
  })

  test('with bookmarks allowed and a version unset or zero: with the state and the bookmark that ends it', async () => {
    await put('a/x')
    for (const query of [{}, { resourceVersion: '0' }]) {
      expect(watch(things, { ...query, allowWatchBookmarks: true }).seen).toEqual(['ADDED a/x=v@2', 'SYNCED@2'])
    }
    expect(watch(things, { resourceVersion: '2', allowWatchBookmarks: true }).seen).toEqual([])
  })

  test('never, when its options are refused; that is said within the subscription', async () => {
    expect(watch(things, { sendInitialEvents: true }).ends).toEqual([expect.objectContaining({ code: 422 })])
    expect(watch(things, { resourceVersion: 'abc' }).ends).toEqual([expect.objectContaining({ code: 400 })])
    expect(store.watcherCount).toBe(0)
  })

  test('when the most recent state is known, where others write too', async () => {
    const { storage, things: stale } = await openStore()
    Object.defineProperty(storage, 'followersAreCurrent', { value: false })
    storage.revision = async () => 2
    const { seen } = watch(stale, { allowWatchBookmarks: true })
    const gone = watch(stale)
    await settle()
    gone.stop()
    expect(seen).toEqual([])
    const value = new TextEncoder().encode('{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x"},"value":"v"}')
    await storage.commit({ key: '/things/a/x', expectedRevision: 0, value })
    expect(seen).toEqual(['ADDED a/x=v@2', 'SYNCED@2'])
    expect(gone.seen).toEqual([])
    storage.revision = async () => {
      throw new Error('no quorum')
    }
    const failed = watch(stale)
    await settle()
    expect(failed.ends).toEqual([expect.objectContaining({ code: 500 })])
  })
})

describe('a selection', () => {
  test('shows an object entering as ADDED, and leaving as DELETED with its old content and the new version', async () => {
    await put('a/x', 'one')
    const { seen, events } = watch(things, select({ labels: 'pick=me' }))
    await put('a/x', 'one', { pick: 'me' })
    await put('a/x', 'two', { pick: 'me' })
    await put('a/x', 'three', { pick: 'other' })
    await put('a/x', 'four')
    await put('a/x', 'four', { pick: 'me' })
    await remove('a/x')
    expect(seen).toEqual(['ADDED a/x=one@3', 'MODIFIED a/x=two@4', 'DELETED a/x=two@5', 'ADDED a/x=four@7', 'DELETED a/x=four@8'])
    expect(events.map(({ revision }) => revision)).toEqual([3, 4, 5, 7, 8])
  })

  test.each([
    { namespace: 'a' },
    { fields: 'metadata.namespace=a' },
    { namespace: 'a', fields: 'metadata.name=x' },
    { fields: 'metadata.name=x,metadata.namespace=a' },
    { fields: 'metadata.name=x' },
    { fields: 'metadata.name!=y' },
    { fields: 'value=two' },
    { fields: 'value=two,metadata.namespace=a' },
    { fields: 'value!=two' },
    { labels: 'app=web' },
    { labels: 'app=web', namespace: 'b' },
    { labels: 'app=web,tier=front' },
    { labels: 'app!=web' },
    { labels: 'app in (web,db)' },
    { labels: 'app=web', fields: 'value=two' },
    { namespace: 'a', labels: 'app=web', fields: 'metadata.name=x,value=one' },
    { namespace: 'b', fields: 'metadata.namespace=a' },
    { fields: 'metadata.name=x,metadata.name=y' },
    {},
  ])('%j: a watch of it sees what lists of it show', async (text) => {
    const selection = select(text)
    const watched = watch(things, selection)
    const state = new Map<string, string>()
    const writes: [string, string, Record<string, string>?][] = [
      ['a/x', 'one'],
      ['a/x', 'two', { app: 'web' }],
      ['a/y', 'two', { app: 'web', tier: 'front' }],
      ['b/x', 'two', { app: 'db' }],
      ['a/x', 'one', { app: 'db' }],
      ['b/x', 'one', { app: 'web' }],
      ['a/y', 'one'],
      ['a/x', 'two', { app: 'web', tier: 'front' }],
    ]
    for (const [key, value, labels] of writes) {
      await put(key, value, labels)
      if (key === 'b/x' && value === 'one') await remove('a/y')
    }
    for (const event of watched.events) {
      if (event.type === 'BOOKMARK') continue
      expect(state.has(event.row.key)).toBe(event.type !== 'ADDED')
      if (event.type === 'DELETED') state.delete(event.row.key)
      else state.set(event.row.key, show(event).split(' ')[1] as string)
    }
    const { rows } = await things.list(selection)
    expect([...state.values()].sort()).toEqual(rows.map((row) => `${row.key}=${row.object.value}@${row.revision}`))
  })

  test('of a cluster-scoped type is found by name', async () => {
    const nodes = store.collection({ prefix: 'nodes', namespaced: false })
    const { put: putNode } = writer(nodes)
    const one = watch(nodes, select({ fields: 'metadata.name=n1' }))
    const all = watch(nodes, select({ fields: 'metadata.namespace=' }))
    await putNode('n1')
    await putNode('n2')
    expect(one.seen).toEqual(['ADDED n1=v@2'])
    expect(all.seen).toEqual(['ADDED n1=v@2', 'ADDED n2=v@3'])
    expect((await nodes.list(select({ fields: 'metadata.name=n2' }))).rows).toHaveLength(1)
  })

  test('is not evaluated for changes in other namespaces', async () => {
    let asked = 0
    const counting = <T extends LabelSelector | FieldSelector>(selector: T): T =>
      ({ ...selector, valueOf: (field: string) => (selector as FieldSelector).valueOf(field), matches: () => ++asked > 0 }) as T
    const { labelSelector, fieldSelector } = select({ labels: 'app=web,x!=y', fields: 'value=one,metadata.name!=z' })
    if (!labelSelector || !fieldSelector) throw new Error('two selectors')
    watch(things, { labelSelector: counting(labelSelector) })
    watch(things, { fieldSelector: counting(fieldSelector) })
    watch(things, { namespace: 'other', labelSelector: counting(labelSelector) })
    watch(things, { ...select({ namespace: 'a', fields: 'metadata.name=y' }), labelSelector: counting(labelSelector) })
    await put('a/x', 'two', { app: 'db' })
    await put('a/x', 'three')
    await remove('a/x')
    expect(asked).toBe(0)
    await put('a/x', 'one', { app: 'web' })
    expect(asked).toBeGreaterThan(0)
  })
})

describe('events', () => {
  test('are one instance for all watches that see the same', async () => {
    const watches = [
      {},
      { namespace: 'a' },
      select({ namespace: 'a', fields: 'metadata.name=x' }),
      select({ labels: 'app=web' }),
    ].map((selection) => watch(things, selection))
    await put('a/x', 'one', { app: 'web' })
    await put('a/x', 'two', { app: 'web' })
    await remove('a/x')
    for (const { events } of watches) {
      expect(events).toHaveLength(3)
      events.forEach((event, i) => {
        expect(event).toBe(watches[0]?.events[i])
      })
    }
  })

  test('have the row that the write returned; a removal has a version of its own', async () => {
    const { events } = watch(things)
    const created = await put('a/x', 'one')
    const removed = await remove('a/x')
    expect(events[0]).toMatchObject({ type: 'ADDED' })
    expect((events[0] as { row?: unknown }).row).toBe(created)
    expect(removed.revision).toBe(3)
    expect(removed.object).toMatchObject({ value: 'one', metadata: { resourceVersion: '3' } })
    expect(new TextDecoder().decode(removed.json())).toContain('"resourceVersion":"3"')
  })

  test('reach all observers in order when one of them writes', async () => {
    const orders: string[][] = [[], [], []]
    const replayed: string[] = []
    await put('a/x', 0)
    things.watch({ resourceVersion: '1' }).subscribe((event) => {
      orders[0]?.push(show(event))
      if (event.revision < 6) void put('a/x', event.revision)
      // One that starts in the middle sees everything too.
      if (event.revision === 4) things.watch({ resourceVersion: '1' }).subscribe((late) => replayed.push(show(late)))
    })
    things.watch({ resourceVersion: '1' }).subscribe((event) => orders[1]?.push(show(event)))
    things.watch({}).subscribe((event) => orders[2]?.push(show(event)))
    await put('a/y')
    const all = ['ADDED a/x=0@2', 'MODIFIED a/x=2@3', 'MODIFIED a/x=3@4', 'MODIFIED a/x=4@5', 'MODIFIED a/x=5@6', 'ADDED a/y=v@7']
    expect(orders[0]).toEqual(all)
    expect(orders[1]).toEqual(all)
    expect(orders[2]).toEqual(['ADDED a/x=5@6', 'ADDED a/y=v@7'])
    expect(replayed).toEqual(all)
  })

  test('of the initial state are those of one moment, also when an observer writes while it gets them', async () => {
    await put('a/x', 'one')
    await put('a/y', 'one')
    const seen: string[] = []
    things.watch({ allowWatchBookmarks: true }).subscribe((event) => {
      seen.push(show(event))
      if (seen.length === 1) void put('a/y', 'two')
    })
    expect(seen).toEqual(['ADDED a/x=one@2', 'ADDED a/y=one@3', 'SYNCED@3', 'MODIFIED a/y=two@4'])
  })

  test('reach the others, and the writer gets its answer, when an observer throws', async () => {
    const thrown: unknown[] = []
    config.onUnhandledError = (error) => thrown.push(error)
    try {
      const before = watch(things)
      const errors: unknown[] = []
      things.watch({}).subscribe(() => {
        throw new Error('observer')
      })
      const fail = map(() => {
        throw new Error('operator')
      })
      things
        .watch({})
        .pipe(fail)
        .subscribe({ error: (error) => errors.push(error) })
      const after = watch(things)
      expect((await put('a/x')).revision).toBe(2)
      expect((await put('a/y')).revision).toBe(3)
      expect(before.seen).toHaveLength(2)
      expect(after.seen).toHaveLength(2)
      expect(errors).toEqual([new Error('operator')])
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect(thrown).toEqual([new Error('observer'), new Error('observer')])
    } finally {
      config.onUnhandledError = null
    }
  })
})

describe('bookmarks', () => {
  test('are sent about once a minute to watches that allow them, at the newest version', async () => {
    const asked = watch(things, { resourceVersion: '1', allowWatchBookmarks: true })
    const other = watch(things, { resourceVersion: '1' })
    await put('a/x')
    const nodes = store.collection({ prefix: 'nodes', namespaced: false })
    await writer(nodes).put('n1')
    clock.advance(59_999)
    expect(asked.seen).toEqual(['ADDED a/x=v@2'])
    clock.advance(1)
    expect(asked.seen.slice(1)).toEqual(['BOOKMARK@3'])
    clock.advance(120_000)
    expect(asked.seen.slice(1)).toEqual(['BOOKMARK@3', 'BOOKMARK@3', 'BOOKMARK@3'])
    expect(other.seen).toEqual(['ADDED a/x=v@2'])
    expect(clock.pending).toBe(1)
    asked.stop()
    expect(clock.pending).toBe(0)
  })

  test('come right before the time is over', async () => {
    const { seen, ends } = watch(things, { resourceVersion: '1', allowWatchBookmarks: true, timeoutSeconds: 10 })
    await put('a/x')
    clock.advance(10_000)
    expect(seen).toEqual(['ADDED a/x=v@2', 'BOOKMARK@2'])
    expect(ends).toEqual(['complete'])
    expect(clock.pending).toBe(0)
  })

  test('do not come before the version that a watch waits for', async () => {
    const { seen } = watch(things, { resourceVersion: '3', allowWatchBookmarks: true })
    const waiting = watch(things, { ...streamed, resourceVersion: '3' })
    clock.advance(60_000)
    await put('a/x')
    clock.advance(60_000)
    expect([seen, waiting.seen]).toEqual([[], []])
    await put('a/x')
    clock.advance(60_000)
    expect(seen).toEqual(['BOOKMARK@3'])
  })
})

describe('a watch ends', () => {
  test('after timeoutSeconds, without an error', async () => {
    await put('a/x')
    const { seen, ends } = watch(things, { timeoutSeconds: 1 })
    const far = watch(things, { timeoutSeconds: 10 ** 12 })
    const unlimited = watch(things, { timeoutSeconds: 0 })
    clock.advance(999)
    expect(ends).toEqual([])
    clock.advance(1)
    await put('a/y')
    expect([seen, ends]).toEqual([['ADDED a/x=v@2'], ['complete']])
    expect(far.seen).toHaveLength(2)
    expect(unlimited.seen).toHaveLength(2)
    expect(store.watcherCount).toBe(2)
  })

  test('at once for a negative timeoutSeconds', async () => {
    await put('a/x')
    const before = store.watcherCount
    const { seen, ends } = watch(things, { timeoutSeconds: -1, allowWatchBookmarks: true })
    expect([seen, ends, store.watcherCount]).toEqual([[], ['complete'], before])
  })

  test('when its observer leaves, and leaves nothing behind', async () => {
    await put('a/x', 'v', { app: 'web' })
    const queries = [
      {},
      streamed,
      { resourceVersion: '2', allowWatchBookmarks: true, timeoutSeconds: 60 },
      { ...streamed, resourceVersion: '99', timeoutSeconds: 60 },
      { resourceVersion: '99' },
      select({ namespace: 'a' }),
      select({ namespace: 'a', fields: 'metadata.name=x' }),
      select({ labels: 'app=web' }),
      select({ fields: 'value=v' }),
    ]
    const watches = queries.map((query) => watch(things, query))
    expect(store.watcherCount).toBe(queries.length)
    expect(clock.pending).toBeGreaterThan(0)
    for (const { stop } of watches) stop()
    expect(store.watcherCount).toBe(0)
    expect(clock.pending).toBe(0)
    await put('a/x', 'w')
    expect(watches.flatMap(({ seen }) => seen.filter((event) => event.includes('=w')))).toEqual([])
  })

  test('when its observer leaves in the middle of the initial events', async () => {
    await put('a/x')
    await put('a/y')
    const seen: string[] = []
    things
      .watch({ ...streamed, timeoutSeconds: 60 })
      .pipe(take(1))
      .subscribe((event) => seen.push(show(event)))
    things
      .watch({ resourceVersion: '1' })
      .pipe(take(1))
      .subscribe((event) => seen.push(show(event)))
    expect(seen).toEqual(['ADDED a/x=v@2', 'ADDED a/x=v@2'])
    expect([store.watcherCount, clock.pending]).toEqual([0, 0])
  })

  test('when its type is dropped or the store is closed', async () => {
    const nodes = store.collection({ prefix: 'nodes', namespaced: false })
    const watches = [watch(nodes), watch(nodes, { resourceVersion: '99', timeoutSeconds: 9 }), watch(things, streamed)]
    store.drop('nodes')
    expect(watches.map(({ ends }) => ends)).toEqual([['complete'], ['complete'], []])
    expect(watch(nodes).ends).toEqual([expect.objectContaining({ code: 404 })])
    await store.close()
    expect(watches.map(({ ends }) => ends)).toEqual([['complete'], ['complete'], ['complete']])
    expect(watch(things).ends).toEqual([expect.objectContaining({ code: 503 })])
    expect([store.watcherCount, clock.pending]).toEqual([0, 0])
  })

  test('independently: each subscription is a watch of its own', async () => {
    const watches = things.watch({})
    const one: string[] = []
    watches.subscribe((event) => one.push(show(event)))
    await put('a/x')
    const two: string[] = []
    watches.subscribe((event) => two.push(show(event)))
    expect(store.watcherCount).toBe(2)
    expect([one, two]).toEqual([['ADDED a/x=v@2'], ['ADDED a/x=v@2']])
  })
})

test('two stores over one storage see the same, in the same order', async () => {
  const storage = createMemoryStorage()
  const [one, two] = [await createStore({ storage }), await createStore({ storage })]
  const options = { prefix: 'things', namespaced: true }
  const [left, right] = [one.collection(options), two.collection(options)]
  const [seenLeft, seenRight] = [watch(left), watch(right)]
  await writer(left).put('a/x', 'one', { app: 'web' })
  await writer(right).put('a/x', 'two')
  expect(await statusOf(left.put('a/x', 2, object('a/x')))).toBeUndefined()
  await writer(left).remove('a/x')
  expect(seenLeft.seen).toEqual(['ADDED a/x=one@2', 'MODIFIED a/x=two@3', 'DELETED a/x=two@4'])
  expect(seenRight.seen).toEqual(seenLeft.seen)
})

describe('a watch that is read slowly', () => {
  /** Takes so many events, and then waits until it is given room for more. */
  class Reader implements WatchPace {
    room: number
    #goOn: (() => void) | undefined
    constructor(room: number) {
      this.room = room
    }
    get hasRoom(): boolean {
      return this.room-- > 0
    }
    whenRoom(goOn: () => void): void {
      this.#goOn = goOn
    }
    take(room = Number.POSITIVE_INFINITY): void {
      this.room = room
      const goOn = this.#goOn
      this.#goOn = undefined
      goOn?.()
    }
  }
  const KEYS = ['a/1', 'a/2', 'a/3', 'a/4']

  test('has a consistent initial state, and then all later changes, before it is live', async () => {
    for (const key of KEYS) await put(key)
    const pace = new Reader(2)
    let started = 0
    const { seen } = watch(things, {
      ...streamed,
      pace,
      onStarted: () => {
        started += 1
      },
    })
    await put('a/4', 'later')
    await remove('a/3')
    expect([seen, started]).toEqual([['ADDED a/1=v@2', 'ADDED a/2=v@3'], 0])
    pace.take(3)
    await put('a/1', 'last')
    expect(seen.slice(2)).toEqual(['ADDED a/3=v@4', 'ADDED a/4=v@5', 'SYNCED@5', 'MODIFIED a/4=later@6'])
    pace.take()
    expect([seen.slice(6), started]).toEqual([['DELETED a/3=v@7', 'MODIFIED a/1=last@8'], 1])
    await put('a/1', 'live')
    expect(seen.slice(8)).toEqual(['MODIFIED a/1=live@9'])
  })

  test('has the history in its order', async () => {
    for (const key of KEYS) await put(key)
    const pace = new Reader(1)
    const { seen } = watch(things, { resourceVersion: '2', pace })
    await put('a/1', 'w')
    expect(seen).toEqual(['ADDED a/2=v@3'])
    pace.take()
    expect(seen).toEqual(['ADDED a/2=v@3', 'ADDED a/3=v@4', 'ADDED a/4=v@5', 'MODIFIED a/1=w@6'])
  })

  test('keeps nothing for longer than the history: it ends with 410 when it falls behind', async () => {
    const { things, put } = await openStore({ history: { maxEvents: 10 } })
    for (const key of KEYS) await put(key)
    const { seen, ends } = watch(things, { ...streamed, pace: new Reader(1) })
    for (let i = 0; i < 10; i += 1) await put('a/1', `${i}`)
    expect(ends).toEqual([])
    for (let i = 0; i < 300; i += 1) await put('a/1', `${i}`)
    expect(ends).toMatchObject([{ code: 410, reason: 'Expired' }])
    expect(seen).toEqual(['ADDED a/1=v@2'])
  })

  test('ends with 410, too, when it continues too late', async () => {
    const { things, put } = await openStore({ history: { maxEvents: 3 } })
    for (const key of KEYS) await put(key)
    const pace = new Reader(1)
    const { seen, ends } = watch(things, { ...streamed, pace })
    for (let i = 0; i < 5; i += 1) await put('a/1', `${i}`)
    pace.take()
    expect(seen.at(-1)).toBe('SYNCED@5')
    expect(ends).toMatchObject([{ code: 410, reason: 'Expired' }])
  })

  test('of one object takes that object when there is room', async () => {
    await put('a/1')
    const pace = new Reader(0)
    const { seen } = watch(things, { ...select({ namespace: 'a', fields: 'metadata.name=1' }), pace })
    expect(seen).toEqual([])
    pace.take()
    expect(seen).toEqual(['ADDED a/1=v@2'])
  })

  test('is forgotten when it ends', async () => {
    for (const key of KEYS) await put(key)
    const pace = new Reader(1)
    const { seen, stop } = watch(things, { pace })
    stop()
    pace.take()
    expect([seen, store.watcherCount]).toEqual([['ADDED a/1=v@2'], 0])
  })
})
