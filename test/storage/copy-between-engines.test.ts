/**
 * Copying state between the engines, each with its real server or directory.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPostgresStorage } from '../../src/public/storage/postgres.js'
import { copyState } from '../../src/storage/copy.js'
import { createEtcdStorage, createMemoryStorage, type Storage } from '../../src/storage/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { createStore } from '../../src/store/index.js'
import { bytes, type Etcd, startEtcd, text } from './etcd/support.js'
import { ask, type Postgres, startPostgres } from './postgres/support.js'

let etcd: Etcd
let postgres: Postgres
let folder: string
let count = 0
beforeAll(async () => {
  etcd = await startEtcd()
  postgres = await startPostgres()
  folder = mkdtempSync(path.join(tmpdir(), 'copy-'))
}, 60_000)
afterAll(async () => {
  await Promise.all([etcd.stop(), postgres.stop()])
  rmSync(folder, { recursive: true })
})

const engines: Readonly<Record<string, (place: number) => Promise<Storage>>> = {
  memory: async () => createMemoryStorage(),
  LMDB: (place) => createLmdbStorage({ directory: path.join(folder, String(place)) }),
  etcd: async (place) => createEtcdStorage({ endpoints: [etcd.url], prefix: `/copy-${place}` }),
  PostgreSQL: (place) => createPostgresStorage({ url: postgres.url, schema: `copy-${place}` }),
}
const pairs = Object.keys(engines).flatMap((from) => Object.keys(engines).map((to) => [from, to] as const))
const open = (engine: string): Promise<Storage> => {
  count += 1
  return (engines[engine] as (place: number) => Promise<Storage>)(count)
}

async function fill(storage: Storage): Promise<void> {
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      storage.commit({
        key: `/widgets/default/w${at}`,
        expectedRevision: 0,
        value: bytes(`{"at":${at},"filling":"${'x'.repeat(at)}"}`),
      }),
    ),
  )
  for (const [at, result] of results.entries())
    if (at % 5 === 0 && result.outcome === 'committed')
      await storage.commit({ key: `/widgets/default/w${at}`, expectedRevision: result.revision, value: undefined })
}

async function entriesOf(storage: Storage): Promise<readonly (readonly [string, string | undefined])[]> {
  const all: [string, string | undefined][] = []
  for await (const { key, value } of (await storage.load()).entries) all.push([key, text(value)])
  return all.sort()
}

test.each(pairs)(
  'a state is copied from %s to %s completely, at revisions beyond the original ones',
  async (from, to) => {
    const [original, copy] = [await open(from), await open(to)]
    await fill(original)
    const report = await copyState(original, copy)
    expect(report).toMatchObject({ entries: 240, resumed: 0 })
    expect(await entriesOf(copy)).toEqual(await entriesOf(original))
    for await (const { revision } of (await copy.load()).entries) expect(revision).toBeGreaterThan(report.revisions[0])
    expect(await copyState(original, copy)).toMatchObject({ entries: 240, resumed: 240, digest: report.digest })
    // A watch from before the copy gets 410, and not a different history.
    const store = await createStore({ storage: copy })
    const codes: unknown[] = []
    const widgets = store.collection({ prefix: 'widgets', namespaced: true })
    widgets.watch({ resourceVersion: String(report.revisions[0]) }).subscribe({ error: (error) => codes.push(error.status.code) })
    expect(codes).toEqual([410])
    await Promise.all([original.close(), store.close()])
  },
  60_000,
)

test('a copy leaves no transaction of PostgreSQL open', async () => {
  const [original, copy] = [await open('PostgreSQL'), await open('memory')]
  await fill(original)
  await copyState(original, copy)
  expect(await ask(postgres.url, "select from pg_stat_activity where state = 'idle in transaction'")).toEqual([])
  await original.close()
})

test('a copy reads no further ahead than it writes', async () => {
  const [entries, size] = [200, 1024 * 1024]
  const asked = { now: 0, written: 0, most: 0 }
  const target = createMemoryStorage()
  const source: Storage = {
    ...{ followersAreCurrent: true, follow: () => () => {}, revision: async () => entries + 1, compact: async () => {} },
    ...{ commit: async () => ({ outcome: 'conflict' }), close: async () => {} },
    load: async () => ({
      revision: entries + 1,
      entries: (function* () {
        for (asked.now = 1; asked.now <= entries; asked.now += 1)
          yield { key: `/w/d/${asked.now}`, revision: asked.now + 1, value: new Uint8Array(size) }
      })(),
    }),
  }
  const counting: Storage = {
    ...{ followersAreCurrent: true, follow: () => () => {}, revision: () => target.revision(), compact: async () => {} },
    ...{ load: () => target.load(), close: () => target.close() },
    commit: async (request) => {
      if (request.key.startsWith('/')) {
        asked.most = Math.max(asked.most, asked.now - asked.written)
        asked.written += 1
      }
      return target.commit(request)
    },
  }
  expect(await copyState(source, counting)).toMatchObject({ entries })
  // With values of a mebibyte, sixteen are in flight.
  expect(asked.most).toBeLessThanOrEqual(16)
})
