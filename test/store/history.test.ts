import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createMemoryStorage } from '../../src/storage/index.js'
import type { Change } from '../../src/store/log/change.js'
import { ChangeLog, historyLimits } from '../../src/store/log/change-log.js'
import { HistoryBytes } from '../../src/store/log/history-bytes.js'
import { ObjectCache } from '../../src/store/rows/object-cache.js'
import { collectGarbage } from '../support/collect-garbage.js'
import { ManualClock } from '../support/manual-clock.js'
import { object, openStore, shown, statusOf, watch, writer } from './support.js'

const exact = (revision: number) => ({ resourceVersion: String(revision), resourceVersionMatch: 'Exact' })

test('history reaches back for its window of time', async () => {
  const { things, put, clock } = await openStore({ history: { windowSeconds: 60 } })
  await put('a/x', 'one')
  clock.advance(30_000)
  await put('a/x', 'two')
  clock.advance(30_000)
  expect(shown((await things.list(exact(1))).rows)).toEqual([])
  expect(shown((await things.list(exact(2))).rows)).toEqual(['a/x=one@2'])
  clock.advance(1)
  expect(await statusOf(things.list(exact(1)))).toMatchObject({ code: 410 })
  expect(shown((await things.list(exact(2))).rows)).toEqual(['a/x=one@2'])
  expect(watch(things, { resourceVersion: '1' }).ends).toEqual([expect.objectContaining({ code: 410 })])
  expect(watch(things, { resourceVersion: '2' }).seen).toEqual(['MODIFIED a/x=two@3'])
  clock.advance(10 ** 9)
  expect(shown((await things.list(exact(3))).rows)).toEqual(['a/x=two@3'])
  expect(watch(things, { resourceVersion: '3' }).seen).toEqual([])
})

test('history has its window of time also after the clock was set back', async () => {
  const clock = new ManualClock()
  let setBack = 0
  const { things, put } = await openStore({
    history: { windowSeconds: 60 },
    clock: { now: () => clock.now() - setBack, setTimeout: (callback, delayMs) => clock.setTimeout(callback, delayMs) },
  })
  await put('a/x', 'one')
  await put('a/x', 'two')
  setBack = 365 * 24 * 3_600_000
  await put('a/x', 'three')
  expect(shown((await things.list(exact(2))).rows)).toEqual(['a/x=one@2'])
  clock.advance(60_001)
  expect(await statusOf(things.list(exact(3)))).toMatchObject({ code: 410 })
  expect(shown((await things.list(exact(4))).rows)).toEqual(['a/x=three@4'])
})

test('commits of an earlier process whose clock was ahead stay for one window of time', async () => {
  const clock = new ManualClock()
  const engine = createMemoryStorage()
  const value = (text: string) => new TextEncoder().encode(JSON.stringify(object('a/x', text)))
  await engine.commit({ key: '/things/a/x', expectedRevision: 0, value: value('one') })
  await engine.commit({ key: '/things/a/x', expectedRevision: 2, value: value('two') })
  const load = engine.load.bind(engine)
  const at = clock.now() + 365 * 24 * 3_600_000
  engine.load = async () => ({
    ...(await load()),
    history: [
      { key: '/things/a/x', revision: 2, at, previous: undefined },
      { key: '/things/a/x', revision: 3, at, previous: { revision: 2, value: value('one') } },
    ],
  })
  const { things } = await openStore({ storage: engine, clock, history: { windowSeconds: 60 } })
  expect(shown((await things.list(exact(2))).rows)).toEqual(['a/x=one@2'])
  clock.advance(60_001)
  expect(await statusOf(things.list(exact(2)))).toMatchObject({ code: 410 })
})

test('history holds a limited number of changes', async () => {
  const { things, put } = await openStore({ history: { maxEvents: 3 } })
  for (let i = 0; i < 10; i++) await put('a/x', i)
  expect(await statusOf(things.list(exact(7)))).toMatchObject({ code: 410 })
  expect(shown((await things.list(exact(8))).rows)).toEqual(['a/x=6@8'])
  expect(watch(things, { resourceVersion: '8' }).seen).toHaveLength(3)
})

test('history holds a limited number of bytes of superseded objects', async () => {
  const { things, put } = await openStore({ history: { maxBytes: 2_500 } })
  for (let i = 0; i < 10; i++) await put('a/x', 'x'.repeat(1_000))
  expect(await statusOf(things.list(exact(8)))).toMatchObject({ code: 410 })
  expect((await things.list(exact(9))).rows).toHaveLength(1)
})

test('many collections together hold as much as four of them may, and the largest get shorter first', async () => {
  const { store } = await openStore({ history: { maxBytes: 20_000 } })
  const collections = Array.from({ length: 40 }, (_, i) => store.collection({ prefix: `things${i}`, namespaced: true }))
  const small = store.collection({ prefix: 'small', namespaced: true })
  const first = await writer(small).put('a/x', 'x'.repeat(1_000))
  await writer(small).put('a/x', 'y')
  let last = 0
  for (let round = 0; round < 15; round++)
    for (const collection of collections) last = (await writer(collection).put('a/x', 'x'.repeat(1_000))).revision
  const held = async (collection: (typeof collections)[number], revision: number) =>
    collection.list(exact(revision)).then(
      () => true,
      () => false,
    )
  // One of a round before is there while what came after it is.
  const rounds = async (collection: (typeof collections)[number]) => {
    let count = 0
    while (count < 14 && (await held(collection, last - collections.length * (count + 1)))) count += 1
    return count
  }
  let bytes = 0
  for (const collection of collections) bytes += 1_000 * (await rounds(collection))
  expect(bytes).toBeLessThanOrEqual(4 * 20_000)
  expect(bytes).toBeGreaterThan(30_000)
  expect(await held(small, first.revision)).toBe(true)
})

test('histories of the same length are each shortened once, however many there are', () => {
  const bytes = new HistoryBytes(100_000)
  let shortened = 0
  const histories = Array.from({ length: 1_000 }, () => {
    const history = {
      bytes: 0,
      add(count: number) {
        history.bytes += count
        bytes.changed(history, count)
      },
      shrink(most: number) {
        shortened += 1
        while (history.bytes > most) history.add(-1)
      },
    }
    return history
  })
  for (const history of histories) history.add(100)
  expect(shortened).toBe(0)
  histories[0]?.add(1)
  expect(shortened).toBe(1_000)
  expect(bytes.total).toBeLessThanOrEqual(100_000)
  expect(bytes.total).toBeGreaterThan(90_000)
})

test('the share of a collection is released when its type is removed', () => {
  const bytes = new HistoryBytes(1_000)
  const log = new ChangeLog({ clock: new ManualClock(0), limits: historyLimits(), bytes, floor: 1 })
  for (let revision = 2; revision < 7; revision++) log.append({ revision, at: 0, before: { size: 100 } } as Change)
  expect(bytes.total).toBe(500)
  log.forget(log.newest)
  expect(bytes.total).toBe(0)
})

test('a discarded change is not in memory any more, nor is a released object', async () => {
  const limits = historyLimits({ maxBytes: 1_000 })
  const log = new ChangeLog({ clock: new ManualClock(0), limits, bytes: new HistoryBytes(1_000), floor: 1 })
  const cache = new ObjectCache<{ readonly size: number; release(): void }>(1_000)
  const refs = Array.from({ length: 20 }, (_, i) => {
    const change = { revision: i + 2, at: 0, before: { size: 100 } } as Change
    const row = { size: 100, release() {} }
    log.append(change)
    cache.hold(row)
    return [new WeakRef(change), new WeakRef(row)] as const
  })
  await collectGarbage()
  const left = (kind: 0 | 1) => refs.filter((pair) => pair[kind].deref()).length
  expect([left(0), left(1)]).toEqual([10, 10])
  expect(log.bytes).toBe(1_000)
})

test('without history only the current state is available, and watches continue', async () => {
  const { things, put, remove } = await openStore({ history: { maxEvents: 0 } })
  const { seen } = watch(things)
  await put('a/x')
  await remove('a/x')
  await put('a/x', 'again')
  expect(seen).toEqual(['ADDED a/x=v@2', 'DELETED a/x=v@3', 'ADDED a/x=again@4'])
  expect(await statusOf(things.list(exact(3)))).toMatchObject({ code: 410 })
  expect(shown((await things.list(exact(4))).rows)).toEqual(['a/x=again@4'])
})

test('any of thousands of revisions can be read, in any order', async () => {
  const { things, put, remove } = await openStore()
  const states: string[][] = [[], []]
  const state = new Map<string, string>()
  // More than two checkpoints, so that both the copies and what is between them are met.
  for (let i = 0; i < 9_000; i++) {
    const key = `a/${(i * 7_919) % 50}`
    if (i % 5 === 4 && state.has(key)) {
      await remove(key)
      state.delete(key)
    } else {
      const row = await put(key, i)
      state.set(key, `${key}=${i}@${row.revision}`)
    }
    if (i % 50 === 0) await things.list({ limit: 1 })
    states.push(i % 97 === 0 ? [...state.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text) : [])
  }
  for (const i of [8_924, 0, 4_074, 4_171, 97, 4_171, 8_148, 6_111, 2_037]) {
    const { rows } = await things.list(exact(i + 2))
    expect(shown(rows)).toEqual(states[i + 2])
  }
})

test('the log answers as a plain list of the remaining changes would', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(40), gap: fc.integer({ min: 1, max: 3 }), size: fc.nat(30) }), {
    maxLength: 60,
  })
  const limits = fc.record({ windowSeconds: fc.nat(300), maxEvents: fc.nat(20), maxBytes: fc.nat(300) })
  fc.assert(
    fc.property(steps, limits, (changes, limit) => {
      const clock = new ManualClock(0)
      const bytes = new HistoryBytes(Number.POSITIVE_INFINITY)
      const log = new ChangeLog({ clock, limits: historyLimits(limit), bytes, floor: 1 })
      const all: Change[] = []
      let revision = 1
      for (const { wait, gap, size } of changes) {
        clock.advance(wait * 1_000)
        revision += gap
        const change = { revision, at: clock.now(), before: { size } } as Change
        all.push(change)
        log.append(change)
      }
      const { floor } = log
      const left = all.filter((change) => change.revision > floor)
      expect(left.length).toBeLessThanOrEqual(limit.maxEvents)
      expect(left.reduce((sum, change) => sum + (change.before?.size ?? 0), 0)).toBeLessThanOrEqual(limit.maxBytes)
      for (const change of left) expect(clock.now() - change.at).toBeLessThanOrEqual(limit.windowSeconds * 1_000)
      expect(bytes.total).toBe(log.bytes)
      expect([1, ...all.map((change) => change.revision)]).toContain(floor)
      expect(log.newest).toBe(all.at(-1)?.revision ?? 1)
      for (let at = floor; at <= revision; at++) {
        expect(log.after(at)).toEqual(left.filter((change) => change.revision > at))
        expect(log.after(floor, at)).toEqual(left.filter((change) => change.revision <= at))
        expect(log.effective(at)).toBe(left.filter((change) => change.revision <= at).at(-1)?.revision ?? floor)
      }
    }),
  )
})

test('parsed objects are held up to a number of bytes, the newest first', () => {
  const released: number[] = []
  const cache = new ObjectCache(100)
  for (let i = 0; i < 5_000; i++) cache.hold({ size: 30, release: () => released.push(i) })
  expect(released).toEqual(Array.from({ length: 4_997 }, (_, i) => i))
  cache.clear()
  expect(released).toHaveLength(5_000)
})

test('the most recently read parsed object is held however large it is, until the next one', () => {
  const released: string[] = []
  const cache = new ObjectCache(100)
  const hold = (name: string, size: number) => cache.hold({ size, release: () => released.push(name) })
  hold('small', 30)
  hold('large', 1_000)
  expect(released).toEqual(['small'])
  hold('another', 30)
  expect(released).toEqual(['small', 'large'])
})
