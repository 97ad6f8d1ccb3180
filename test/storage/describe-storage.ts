/**
 * The rules of a storage engine, as tests that every engine runs.
 *
 * @module
 */

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from '../../src/storage/index.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array | undefined) => value && new TextDecoder().decode(value)

function revisionOf(result: CommitResult): number {
  if (result.outcome !== 'committed') throw new Error('the commit met a conflict')
  return result.revision
}

const load = async (storage: Storage) => read(await storage.load())

async function read(state: LoadedState) {
  const entries: StoredEntry[] = []
  for await (const entry of state.entries) entries.push(entry)
  entries.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { revision: state.revision, entries: entries.map(({ key, value, revision }) => [key, text(value), revision]) }
}

const shown = (changes: readonly StorageChange[]) => changes.map(({ key, revision, value }) => [key, revision, text(value)])

/**
 * Runs the rules against an engine.
 *
 * @param name - Name of the engine, for the titles.
 * @param open - Makes an empty engine; each test has its own, and closes it.
 */
export function describeStorage(name: string, open: () => Storage | Promise<Storage>): void {
  describe(`${name} storage`, () => {
    let storage: Storage
    const put = async (key: string, expectedRevision: number, value: string) =>
      revisionOf(await storage.commit({ key, expectedRevision, value: bytes(value) }))
    const remove = async (key: string, expectedRevision: number) =>
      revisionOf(await storage.commit({ key, expectedRevision, value: undefined }))
    const attempt = async (key: string, expectedRevision: number, value: string | undefined) =>
      (await storage.commit({ key, expectedRevision, value: value === undefined ? undefined : bytes(value) })).outcome

    beforeEach(async () => {
      storage = await open()
    })
    afterEach(() => storage.close())

    test('an empty engine has a revision of at least 1, and no entries', async () => {
      const { revision, entries } = await load(storage)
      expect(revision).toBeGreaterThanOrEqual(1)
      expect(entries).toEqual([])
      expect(await storage.revision()).toBe(revision)
    })

    test('each commit takes a greater revision, on whatever key, and load shows the latest values', async () => {
      const { revision } = await load(storage)
      const first = await put('/a', 0, 'one')
      const second = await put('/b', 0, 'two')
      const third = await put('/a', first, 'three')
      expect(first).toBeGreaterThan(revision)
      expect(second).toBeGreaterThan(first)
      expect(third).toBeGreaterThan(second)
      expect(await load(storage)).toEqual({
        revision: third,
        entries: [
          ['/a', 'three', third],
          ['/b', 'two', second],
        ],
      })
      expect(await storage.revision()).toBe(third)
    })

    test('what was loaded is the state at its revision, also when it is read after other commits', async () => {
      const first = await put('/a', 0, 'one')
      const second = await put('/b', 0, 'two')
      const state = await storage.load()
      await put('/a', first, 'three')
      await remove('/b', second)
      await put('/c', 0, 'four')
      // An engine that puts off what it can does it before it is loaded.
      await load(storage)
      expect(await read(state)).toEqual({
        revision: second,
        entries: [
          ['/a', 'one', first],
          ['/b', 'two', second],
        ],
      })
    })

    test('a commit with another revision than the key has is a conflict, which takes no revision', async () => {
      const first = await put('/a', 0, 'one')
      const second = await put('/a', first, 'two')
      expect(await attempt('/a', 0, 'x')).toBe('conflict')
      expect(await attempt('/a', first, 'x')).toBe('conflict')
      expect(await attempt('/a', second + 1, 'x')).toBe('conflict')
      expect(await attempt('/a', first, undefined)).toBe('conflict')
      expect(await attempt('/none', second, 'x')).toBe('conflict')
      expect(await load(storage)).toEqual({ revision: second, entries: [['/a', 'two', second]] })
    })

    test('a removal takes a revision, and the key can be made again', async () => {
      const first = await put('/a', 0, 'one')
      const removed = await remove('/a', first)
      expect(removed).toBeGreaterThan(first)
      expect(await load(storage)).toEqual({ revision: removed, entries: [] })
      expect(await attempt('/a', first, 'x')).toBe('conflict')
      const again = await put('/a', 0, 'again')
      expect(again).toBeGreaterThan(removed)
    })

    test('removing a key that does not exist is a conflict', async () => {
      expect(await attempt('/none', 0, undefined)).toBe('conflict')
    })

    test('of many writers with the same expectation one wins', async () => {
      const first = await put('/a', 0, 'one')
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => attempt('/a', first, `writer ${i}`)))
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1)
    })

    test('keys and values of any content come back as they were', async () => {
      const every = Uint8Array.from({ length: 256 }, (_, i) => i)
      const keys = ['/plain', '/a/b/c', '//x', '/with space', '/ünïcödé/日本', '/__proto__', '/constructor']
      for (const key of keys) await storage.commit({ key, expectedRevision: 0, value: every })
      const state = await storage.load()
      const found: string[] = []
      for await (const { key, value } of state.entries) {
        found.push(key)
        expect([...value]).toEqual([...every])
      }
      expect(found.sort()).toEqual([...keys].sort())
    })

    test('followers hear of every commit once, in order, before the writer does', async () => {
      const { revision } = await load(storage)
      const [one, two]: [StorageChange[], StorageChange[]] = [[], []]
      storage.follow(revision, (change) => one.push(change))
      storage.follow(revision, (change) => two.push(change))
      const first = await put('/a', 0, 'one')
      expect(shown(one)).toEqual([['/a', first, 'one']])
      const second = await put('/a', first, 'two')
      const third = await remove('/a', second)
      const fourth = await put('/b', 0, 'four')
      const all = [
        ['/a', first, 'one'],
        ['/a', second, 'two'],
        ['/a', third, undefined],
        ['/b', fourth, 'four'],
      ]
      expect(shown(one)).toEqual(all)
      expect(shown(two)).toEqual(all)
    })

    test('a conflict is not reported', async () => {
      const changes: StorageChange[] = []
      storage.follow((await load(storage)).revision, (change) => changes.push(change))
      await attempt('/a', 7, 'x')
      expect(changes).toEqual([])
    })

    test('a follower that starts late hears first of what it has missed', async () => {
      const { revision } = await load(storage)
      const first = await put('/a', 0, 'one')
      const second = await put('/a', first, 'two')
      const [all, rest]: [StorageChange[], StorageChange[]] = [[], []]
      storage.follow(revision, (change) => all.push(change))
      storage.follow(first, (change) => rest.push(change))
      const third = await remove('/a', second)
      expect(shown(all)).toEqual([
        ['/a', first, 'one'],
        ['/a', second, 'two'],
        ['/a', third, undefined],
      ])
      expect(shown(rest)).toEqual(shown(all).slice(1))
    })

    test('a follower that has ended hears nothing more, and the others do', async () => {
      const { revision } = await load(storage)
      const [ended, other]: [StorageChange[], StorageChange[]] = [[], []]
      const end = storage.follow(revision, (change) => ended.push(change))
      storage.follow(revision, (change) => other.push(change))
      const first = await put('/a', 0, 'one')
      end()
      await put('/a', first, 'two')
      expect(ended).toHaveLength(1)
      expect(other).toHaveLength(2)
    })

    test('a listener may commit: it hears of that after it has returned, and all followers hear in order', async () => {
      const { revision } = await load(storage)
      const [one, two]: [number[], number[]] = [[], []]
      const commits: Promise<CommitResult>[] = []
      let inside = false
      storage.follow(revision, (change) => {
        expect(inside).toBe(false)
        inside = true
        one.push(change.revision)
        if (commits.length < 3)
          commits.push(storage.commit({ key: `/n${commits.length}`, expectedRevision: 0, value: bytes('x') }))
        inside = false
      })
      storage.follow(revision, (change) => two.push(change.revision))
      const first = await put('/a', 0, 'one')
      while (one.length < 4) await Promise.all(commits)
      const revisions = [first, ...(await Promise.all(commits)).map(revisionOf)]
      expect(one).toEqual(revisions)
      expect(two).toEqual(revisions)
    })

    test('a late follower may commit while it hears of the past', async () => {
      const { revision } = await load(storage)
      await put('/a', 0, 'one')
      await put('/b', 0, 'two')
      const heard: string[] = []
      const commits: Promise<CommitResult>[] = []
      storage.follow(revision, ({ key }) => {
        heard.push(key)
        if (key === '/a') commits.push(storage.commit({ key: '/c', expectedRevision: 0, value: bytes('x') }))
      })
      while (heard.length < 3) await Promise.all([...commits, storage.revision()])
      await Promise.all(commits)
      expect(heard).toEqual(['/a', '/b', '/c'])
    })

    test('what is loaded and what is followed join without a gap while others write', async () => {
      const writes = (async () => {
        for (let i = 0; i < 20; i++) await put(`/k${i}`, 0, String(i))
      })()
      const state = await load(storage)
      const keys = state.entries.map(([key]) => key)
      storage.follow(state.revision, ({ key }) => keys.push(key))
      await writes
      expect(keys.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `/k${i}`).sort())
    })

    test('history, where an engine keeps one, tells what each commit replaced, oldest first and without a gap', async () => {
      const first = await put('/a', 0, 'one')
      const second = await put('/b', 0, 'two')
      const third = await put('/a', first, 'three')
      const removed = await remove('/b', second)
      const { history } = await storage.load()
      const told: unknown[] = []
      for await (const { key, revision, previous } of history ?? []) {
        told.push([key, revision, previous?.revision, text(previous?.value)])
      }
      const all = [
        ['/a', first, undefined, undefined],
        ['/b', second, undefined, undefined],
        ['/a', third, first, 'one'],
        ['/b', removed, second, 'two'],
      ]
      expect(told).toEqual(history ? all : [])
    })

    test('compacting keeps the latest values and the followers', async () => {
      const { revision } = await load(storage)
      const changes: StorageChange[] = []
      storage.follow(revision, (change) => changes.push(change))
      const first = await put('/a', 0, 'one')
      const second = await put('/b', 0, 'two')
      const third = await put('/a', first, 'three')
      await storage.compact(third)
      expect((await load(storage)).entries).toEqual([
        ['/a', 'three', third],
        ['/b', 'two', second],
      ])
      const late: StorageChange[] = []
      storage.follow(third, (change) => late.push(change))
      const fourth = await remove('/b', second)
      expect(changes).toHaveLength(4)
      expect(shown(late)).toEqual([['/b', fourth, undefined]])
    })

    test('commits after the end are refused, and closing twice does no harm', async () => {
      await put('/a', 0, 'one')
      await storage.close()
      await expect(storage.commit({ key: '/b', expectedRevision: 0, value: bytes('x') })).rejects.toThrow()
      await storage.close()
    })

    test('whatever is written, the engine agrees with a plain map', async () => {
      const step = fc.record({
        key: fc.constantFrom('/a', '/b', '/c'),
        expect: fc.constantFrom('right', 'none', 'stale'),
        value: fc.option(fc.string({ maxLength: 8 }), { nil: undefined }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const engine = await open()
          const model = new Map<string, { value: string; revision: number }>()
          const start = (await engine.load()).revision
          let latest = start
          const log: unknown[] = []
          const heard: StorageChange[] = []
          engine.follow(start, (change) => heard.push(change))
          for (const { key, expect: expectation, value } of steps) {
            const held = model.get(key)?.revision ?? 0
            const expectedRevision = { right: held, none: 0, stale: Math.max(0, held - 1) }[expectation]
            const result = await engine.commit({ key, expectedRevision, value: value === undefined ? undefined : bytes(value) })
            if (expectedRevision !== held || (value === undefined && held === 0)) {
              expect(result.outcome).toBe('conflict')
              continue
            }
            const revision = revisionOf(result)
            expect(revision).toBeGreaterThan(latest)
            latest = revision
            log.push([key, revision, value])
            if (value === undefined) model.delete(key)
            else model.set(key, { value, revision })
          }
          const entries = [...model].map(([key, { value, revision }]) => [key, value, revision]).sort()
          expect(await load(engine)).toEqual({ revision: latest, entries })
          expect(shown(heard)).toEqual(log)
          await engine.close()
        }),
        { numRuns: 25 },
      )
    })
  })
}
