import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { copyState } from '../../src/storage/copy.js'
import { createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { createStore } from '../../src/store/index.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'copy-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const put = async (storage: Storage, key: string, expectedRevision: number, value: string): Promise<number> => {
  const result = await storage.commit({ key, expectedRevision, value: bytes(value) })
  if (result.outcome !== 'committed') throw new Error('conflict')
  return result.revision
}
/** A state with history: updated and deleted objects. */
async function original(): Promise<Storage> {
  const storage = createMemoryStorage()
  for (let at = 0; at < 50; at += 1) {
    let revision = await put(storage, `/widgets/default/w${at}`, 0, `{"at":${at}}`)
    if (at % 3 === 0) revision = await put(storage, `/widgets/default/w${at}`, revision, `{"at":${at},"changed":true}`)
    if (at % 5 === 1) await storage.commit({ key: `/widgets/default/w${at}`, expectedRevision: revision, value: undefined })
  }
  return storage
}
const entriesOf = async (storage: Storage) => {
  const all: [string, string][] = []
  for await (const { key, value } of (await storage.load()).entries) all.push([key, new TextDecoder().decode(value)])
  return all.sort()
}

test('a copy has every entry, at revisions that the original never used', async () => {
  const from = await original()
  const to = await createLmdbStorage({ directory })
  const report = await copyState(from, to)
  expect(await entriesOf(to)).toEqual(await entriesOf(from))
  expect(report).toMatchObject({ entries: 40, resumed: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const before = await from.revision()
  for await (const { revision } of (await to.load()).entries) expect(revision).toBeGreaterThan(before)
  expect(report.revisions).toEqual([before, await to.revision()])
  await to.close()
})

test('watches from before the move end with 410, at whatever revision they were', async () => {
  const from = await original()
  const copying = await createLmdbStorage({ directory })
  const { revisions } = await copyState(from, copying)
  await copying.close()
  const store = await createStore({ storage: await createLmdbStorage({ directory }) })
  const widgets = store.collection({ prefix: 'widgets', namespaced: true })
  for (const revision of [2, Math.floor(revisions[0] / 2), revisions[0]]) {
    const codes: unknown[] = []
    widgets.watch({ resourceVersion: String(revision) }).subscribe({ error: (error) => codes.push(error.status.code) })
    expect(codes).toEqual([410])
  }
  await store.close()
})

test('an interrupted copy continues where it stopped', async () => {
  const from = await original()
  const to = createMemoryStorage()
  let left = 90
  const breaking: Storage = {
    ...{ followersAreCurrent: true, load: () => to.load(), follow: (...all) => to.follow(...all) },
    ...{ revision: () => to.revision(), compact: (at) => to.compact(at), close: () => to.close() },
    commit: async (request) => {
      left -= 1
      if (left < 0) throw new Error('the disk is gone')
      return to.commit(request)
    },
  }
  await expect(copyState(from, breaking)).rejects.toThrow('the disk is gone')
  const { entries, resumed } = await copyState(from, to)
  expect(entries).toBe(40)
  expect(resumed).toBeGreaterThan(0)
  expect(await entriesOf(to)).toEqual(await entriesOf(from))
})

test('a target with other content is refused and not changed', async () => {
  const from = await original()
  const [other, older] = [createMemoryStorage(), createMemoryStorage()]
  await put(other, '/widgets/default/mine', 0, '{}')
  await expect(copyState(from, other)).rejects.toThrow('the target holds "/widgets/default/mine", which the original does not')
  expect(await entriesOf(other)).toEqual([['/widgets/default/mine', '{}']])
  await put(older, '/widgets/default/w0', 0, '{"at":0}')
  await expect(copyState(from, older)).rejects.toThrow('the target has another "/widgets/default/w0" at revision 2')
})

test('a write to the original meanwhile is reported', async () => {
  const from = await original()
  const to = createMemoryStorage()
  const compact = to.compact.bind(to)
  to.compact = async (revision) => {
    await put(from, '/widgets/default/late', 0, '{}')
    await compact(revision)
  }
  await expect(copyState(from, to)).rejects.toThrow('the original was written to while it was copied')
})
