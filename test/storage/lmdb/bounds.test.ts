import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import type { CommitResult, Storage } from '../../../src/storage/index.js'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { bytes, freshDirectory, held, put, removeDirectories, revisionOf } from './support.js'

afterEach(removeDirectories)

/** Updates of the same thousand objects. A full run of a million: `UPDATES=1000000`. */
const UPDATES = Number(process.env.UPDATES ?? 40_000)
const OBJECTS = 1_000

async function updateAll(storage: Storage, revisions: number[], text: string): Promise<void> {
  const results = await Promise.all(
    revisions.map((expectedRevision, i): Promise<CommitResult> => {
      return storage.commit({ key: `/things/a/${i}`, expectedRevision, value: bytes(`${i} ${text}`) })
    }),
  )
  for (const [i, result] of results.entries()) revisions[i] = revisionOf(result)
}

test(`the files do not grow under ${UPDATES} updates of the same ${OBJECTS} objects`, async () => {
  const directory = freshDirectory()
  const history = { maxCommits: 3_000, maxBytes: 2 * 1024 * 1024 }
  const storage = await createLmdbStorage({ directory, history })
  const revisions = Array.from({ length: OBJECTS }, () => 0)
  const sizeOf = (file: string) => statSync(join(directory, file)).size
  const sizeNow = () => sizeOf('data.mdb')
  const journal = sizeOf('journal')
  let settled = 0
  for (let done = 0; done < UPDATES; done += OBJECTS) {
    // Hard to compress, so that the file reaches its maximum size.
    await updateAll(
      storage,
      revisions,
      Array.from({ length: 60 }, (_, i) => ((i + done) * 2_654_435_761) % 4_294_967_296).join(' '),
    )
    if (done <= UPDATES / 2) settled = Math.max(settled, sizeNow())
  }
  const state = await held(storage)
  expect(state.entries).toHaveLength(OBJECTS)
  expect(state.history.length).toBeLessThanOrEqual(history.maxCommits)
  expect(state.history.length).toBeGreaterThan(OBJECTS)
  expect(sizeNow()).toBeLessThanOrEqual(settled * 1.1)
  expect(sizeOf('journal')).toBe(journal)
  if (process.env.UPDATES) console.log(`${UPDATES} updates: ${settled} bytes half way, ${sizeNow()} at the end`)
  await storage.close()
}, 600_000)

test('compacted changes are removed from the history, the rest has no gap', async () => {
  const storage = await createLmdbStorage({ directory: freshDirectory() })
  const revisions = Array.from({ length: OBJECTS }, () => 0)
  await updateAll(storage, revisions, 'one')
  await updateAll(storage, revisions, 'two')
  await storage.compact(1_500)
  const { history, entries } = await held(storage)
  expect(entries).toHaveLength(OBJECTS)
  expect(history.map(([revision]) => revision)).toEqual(Array.from({ length: 501 }, (_, i) => 1_501 + i))
  await storage.close()
})

test('history is bounded in bytes, the newest commits stay', async () => {
  const storage = await createLmdbStorage({ directory: freshDirectory(), history: { maxBytes: 10_000 } })
  let revision = 0
  for (let i = 0; i < 50; i++) revision = await put(storage, '/things/a/x', revision, `${i}`.repeat(500))
  const { history } = await held(storage)
  expect(history.length).toBeGreaterThan(5)
  expect(history.length).toBeLessThan(25)
  expect(history.at(-1)?.[0]).toBe(revision)
  await storage.close()
})

test.each([
  { what: 'longer than the file takes', key: `/${'x'.repeat(2_000)}` },
  { what: 'that is no text', key: '/\ud800' },
])('a key $what is refused, and does not affect other commits', async ({ key }) => {
  const storage = await createLmdbStorage({ directory: freshDirectory() })
  const [bad, good] = await Promise.allSettled([
    storage.commit({ key, expectedRevision: 0, value: bytes('x') }),
    put(storage, '/things/a/x', 0, 'x'),
  ])
  expect(bad).toMatchObject({ status: 'rejected', reason: { status: { code: 413 } } })
  expect(good).toMatchObject({ status: 'fulfilled', value: 2 })
  await storage.close()
})
