import { afterEach, expect, test } from '@jest/globals'
import { createControlPlane } from '../../../src/plane/index.js'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import type { HistoryLimits } from '../../../src/store/index.js'
import { openStore, shown, statusOf, watch } from '../../store/support.js'
import { ManualClock } from '../../support/manual-clock.js'
import { freshDirectory, held, removeDirectories } from './support.js'

afterEach(removeDirectories)

const exact = (revision: number) => ({ resourceVersion: String(revision), resourceVersionMatch: 'Exact' })

/** Consecutive stores over one directory, with one clock. */
function life(history: { readonly maxCommits?: number } = {}) {
  const directory = freshDirectory()
  const clock = new ManualClock()
  return {
    clock,
    open: async (limits: HistoryLimits = {}) =>
      openStore({ storage: await createLmdbStorage({ directory, clock, history }), clock, history: limits }),
  }
}

test('watches, exact reads and pages continue after a restart', async () => {
  const { clock, open } = life()
  const first = await open()
  const start = first.store.revision
  await first.put('a/x', 'one')
  await first.put('a/y', 'one')
  clock.advance(60_000)
  await first.put('a/x', 'two')
  await first.remove('a/y')
  await first.put('a/y', 'again')
  const questions = Array.from({ length: 6 }, (_, i) => start + i)
  const answers = async ({ things }: typeof first) =>
    Promise.all(
      questions.map(async (revision) => [
        shown((await things.list(exact(revision))).rows),
        watch(things, { resourceVersion: String(revision) }).seen,
      ]),
    )
  const before = await answers(first)
  const page = await first.things.list({ limit: 1 })
  await first.store.close()

  const second = await open()
  expect(second.store.revision).toBe(start + 5)
  expect(await answers(second)).toEqual(before)
  const rest = await second.things.list({ limit: 1, continue: page.continue as string })
  expect(shown(rest.rows)).toEqual([`a/y=again@${start + 5}`])
  const live = watch(second.things, { resourceVersion: String(start + 4) })
  await second.put('a/z', 'new')
  expect(live.seen).toEqual([`ADDED a/y=again@${start + 5}`, `ADDED a/z=new@${start + 6}`])
  await second.store.close()
})

test('a type that is registered late has its history, too', async () => {
  const { open } = life()
  const first = await open()
  const others = first.store.collection({ prefix: 'others', namespaced: false })
  const thing = { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' } }
  const made = await others.put('x', 0, { ...thing, value: 'one' })
  const revision = made.outcome === 'committed' ? made.row.revision : 0
  await others.put('x', revision, { ...thing, value: 'two' })
  await first.store.close()
  const second = await open()
  await second.put('a/x', 'meanwhile')
  const late = second.store.collection({ prefix: 'others', namespaced: false })
  expect(shown((await late.list(exact(revision))).rows)).toEqual([`x=one@${revision}`])
  await second.store.close()
})

test('a resourceVersion outside the history window, before the restart or since, is answered with 410', async () => {
  const { clock, open } = life()
  const first = await open()
  const one = await first.put('a/x', 'one')
  clock.advance(200_000)
  const two = await first.put('a/x', 'two')
  await first.store.close()
  clock.advance(150_000)
  const second = await open()
  expect(await statusOf(second.things.list(exact(one.revision - 1)))).toMatchObject({ code: 410 })
  expect(watch(second.things, { resourceVersion: String(one.revision) }).seen).toEqual([`MODIFIED a/x=two@${two.revision}`])
  await second.store.close()
})

test('a resourceVersion beyond the history of the engine is answered with 410', async () => {
  const { open } = life({ maxCommits: 2 })
  const first = await open()
  for (let i = 0; i < 6; i++) await first.put('a/x', i)
  const { revision } = first.store
  await first.store.close()
  const second = await open()
  expect(await statusOf(second.things.list(exact(revision - 3)))).toMatchObject({ code: 410 })
  expect(shown((await second.things.list(exact(revision - 2))).rows)).toEqual([`a/x=3@${revision - 2}`])
  await second.store.close()
})

test('a restart keeps as many changes as a history holds, the newest ones', async () => {
  const { open } = life()
  const first = await open()
  const revisions: number[] = []
  for (let i = 0; i < 6; i++) revisions.push((await first.put(`a/${i}`, i)).revision)
  await first.store.close()
  const second = await open({ maxEvents: 2 })
  const [, , , fourth = 0, fifth = 0, sixth = 0] = revisions
  expect(watch(second.things, { resourceVersion: String(fourth) }).seen).toEqual([`ADDED a/4=4@${fifth}`, `ADDED a/5=5@${sixth}`])
  expect(await statusOf(second.things.list(exact(fourth - 1)))).toMatchObject({ code: 410 })
  expect(shown((await second.things.list(exact(fourth))).rows)).toHaveLength(4)
  await second.store.close()
})

test('a plane over an existing state commits nothing by itself, and shows what its clients saw before', async () => {
  const directory = freshDirectory()
  const first = await createControlPlane({ storage: await createLmdbStorage({ directory }) })
  const namespaces = first.catalog.find('', 'v1', 'namespaces')
  if (!namespaces) throw new Error('there are no namespaces')
  const target = { ...namespaces, namespace: '', name: '', subresource: undefined }
  const { revision } = await first.registry.list(target, {})
  await first.close()

  const storage = await createLmdbStorage({ directory })
  const before = await held(storage)
  const second = await createControlPlane({ storage })
  const page = await second.registry.list(target, { resourceVersion: String(revision), resourceVersionMatch: 'Exact' })
  expect(page.rows.length).toBeGreaterThan(1)
  expect(await held(storage)).toEqual(before)
  expect(before.revision).toBe(revision)
  await second.close()
})

test('commits after a close are refused with 503, those under way are finished', async () => {
  const directory = freshDirectory()
  const storage = await createLmdbStorage({ directory })
  const commit = (key: string) => storage.commit({ key, expectedRevision: 0, value: new Uint8Array(3) })
  const underWay = [commit('/things/a/x'), commit('/things/a/y')]
  const closed = storage.close()
  await expect(commit('/things/a/z')).rejects.toMatchObject({ status: { code: 503 } })
  expect((await Promise.all(underWay)).map(({ outcome }) => outcome)).toEqual(['committed', 'committed'])
  await closed
  const again = await createLmdbStorage({ directory })
  expect((await held(again)).entries).toHaveLength(2)
  await again.close()
})

test('a read of the state ends with an error when the storage is closed, begun or not', async () => {
  const storage = await createLmdbStorage({ directory: freshDirectory() })
  for (const key of ['/a', '/b', '/c']) await storage.commit({ key, expectedRevision: 0, value: new Uint8Array(1) })
  const [begun, pending] = [await storage.load(), await storage.load()].map(({ entries }) =>
    (entries as Iterable<{ readonly key: string }>)[Symbol.iterator](),
  )
  expect(begun?.next().value).toMatchObject({ key: '/a' })
  await storage.close()
  for (const state of [begun, pending]) expect(() => state?.next()).toThrow('the storage is closed')
})
