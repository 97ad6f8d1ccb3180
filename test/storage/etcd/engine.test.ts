import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type ApiError, systemClock } from '../../../src/meta/index.js'
import { createEtcdStorage, type EtcdStorageOptions } from '../../../src/storage/index.js'
import { bytes, type Etcd, type Foreign, openForeign, openReplica, type Replica, startEtcd, text, until } from './support.js'

let etcd: Etcd
let count = 0
const replicas: Replica[] = []
let prefix = '/engine-0'

async function open(options: Partial<EtcdStorageOptions> = {}): Promise<Replica> {
  const replica = await openReplica({ prefix, endpoints: [etcd.url], ...options })
  replicas.push(replica)
  return replica
}

let foreign: Foreign

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: ApiError) => error.status?.code ?? error.message,
  )

beforeAll(async () => {
  etcd = await startEtcd()
  foreign = openForeign(etcd.url)
})
afterEach(async () => {
  for (const { storage } of replicas.splice(0)) await storage.close()
  count += 1
  prefix = `/engine-${count}`
})
afterAll(async () => {
  foreign.close()
  await etcd.stop()
})

describe('several replicas', () => {
  test('receive all commits in one order, and a commit after a concurrent one is a conflict', async () => {
    const [one, two] = [await open(), await open()]
    const first = await one.put('/a', 0, 'one')
    const [left, right] = await Promise.all(
      [one, two].map(({ storage }, at) => storage.commit({ key: '/a', expectedRevision: first, value: bytes(String(at)) })),
    )
    expect([left?.outcome, right?.outcome].sort()).toEqual(['committed', 'conflict'])
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).put(`/k${at}`, 0, 'x')))
    await until(() => one.changes.length === 22 && two.changes.length === 22)
    expect(two.changes).toEqual(one.changes)
  })

  test('know the newest revision of each other', async () => {
    const [one, two] = [await open(), await open()]
    const revision = await one.put('/a', 0, 'one')
    expect(await two.storage.revision()).toBe(revision)
    await until(() => two.changes.at(-1)?.revision === revision)
  })

  test('receive the instance that they committed', async () => {
    const [one, two] = [await open(), await open()]
    const value = bytes('one')
    await one.storage.commit({ key: '/a', expectedRevision: 0, value })
    await until(() => two.changes.length === 1)
    expect(one.changes[0]?.value === value).toBe(true)
    expect(two.changes[0]?.value).toEqual(value)
  })

  test('compact once for all', async () => {
    const [one, two] = [await open(), await open({ clock: { ...systemClock, now: () => 0 } })]
    const first = await one.put('/a', 0, 'one')
    const second = await one.put('/a', first, 'two')
    await one.storage.compact(second)
    await two.storage.compact(first)
    expect(await foreign.get(`${prefix}/compacted`).string()).toBe(String(second))
    await two.put('/a', second, 'three')
    // Not so soon after the previous one.
    await one.storage.compact(second + 1)
    expect(await foreign.get(`${prefix}/compacted`).string()).toBe(String(second))
  })
})

describe('an etcd that other programs use', () => {
  test('may be written to by them: revisions of other keys are not waited for', async () => {
    const replica = await open()
    const first = await replica.put('/a', 0, 'one')
    await foreign.put('/somebody/else').value('x')
    expect(await replica.storage.revision()).toBe(first)
    const second = await replica.put('/a', first, 'two')
    expect(second).toBeGreaterThan(first + 1)
    expect(replica.changes.map(({ revision }) => revision)).toEqual([first, second])
  })

  test('has other keys below the prefix, which are ignored, and a manual write to an object is a change', async () => {
    await foreign.put(`${prefix}/notes`).value('x')
    const replica = await open()
    expect([...((await replica.storage.load()).entries as Iterable<unknown>)]).toEqual([])
    await foreign.put(`${prefix}/keys/a`).value('by hand')
    await until(() => replica.changes.length === 1)
    expect([replica.changes[0]?.key, text(replica.changes[0]?.value)]).toEqual(['/a', 'by hand'])
    const revision = replica.changes[0]?.revision ?? 0
    expect((await replica.storage.load()).revision).toBe(revision)
    expect(await (await open()).put('/a', revision, 'ours')).toBeGreaterThan(revision)
    await until(() => replica.changes.length === 2)
    expect(replica.changes.map(({ isCommitted }) => isCommitted)).toEqual([false, true])
  })

  test('may be compacted by them beyond the newest revision of a replica, which starts there without a loss', async () => {
    const [writer, replica] = [await open(), await open()]
    const first = await writer.put('/a', 0, 'one')
    await foreign.delete().key(`${prefix}/keys/a`)
    await until(() => replica.changes.length === 2)
    const removed = replica.changes[1]?.revision ?? 0
    await foreign.put('/somebody/else').value('x')
    await foreign.put('/somebody/else').value('y')
    const { header } = await foreign.get('/somebody/else').exec()
    await foreign.kv.compact({ revision: header.revision })
    const fresh = await open()
    const second = await writer.put('/b', 0, 'two')
    await until(() => fresh.changes.length === 1)
    expect([fresh.changes[0]?.revision, fresh.lost, second > removed, removed > first]).toEqual([second, 0, true, true])
  })

  test('keeps prefixes apart that begin alike', async () => {
    const [replica, other] = [await open(), await open({ prefix: `${prefix}0` })]
    await other.put('/a', 0, 'theirs')
    await replica.put('/a', 0, 'ours')
    expect(replica.changes.map(({ value }) => text(value))).toEqual(['ours'])
  })
})

describe('a lifetime', () => {
  test('ends with a removal that all replicas receive, and a newer write begins another', async () => {
    const [one, two] = [await open(), await open()]
    const first = await one.storage.commit({ key: '/a', expectedRevision: 0, value: bytes('short'), lifetimeSeconds: 1 })
    const revision = first.outcome === 'committed' ? first.revision : 0
    const kept = await one.storage.commit({ key: '/b', expectedRevision: 0, value: bytes('kept'), lifetimeSeconds: 1 })
    await one.put('/b', kept.outcome === 'committed' ? kept.revision : 0, 'longer')
    await until(() => two.changes.at(-1)?.value === undefined && two.changes.length === 4)
    expect(two.changes.at(-1)).toMatchObject({ key: '/a', value: undefined })
    const removed = two.changes.at(-1)?.revision ?? 0
    expect(removed).toBeGreaterThan(revision)
    // A read of the newest state waits for the removal too, at any replica.
    const third = await open()
    expect((await third.storage.load()).revision).toBeLessThanOrEqual(await one.storage.revision())
    expect(await one.storage.revision()).toBe(removed)
    expect(one.changes.at(-1)?.revision).toBe(removed)
    // A write of another client does not change that, although it has to be checked.
    await foreign.put('/somebody/else').value('x')
    expect(await two.storage.revision()).toBe(removed)
    expect(await one.storage.revision()).toBe(removed)
  })
})

describe('a value', () => {
  test('that is larger than etcd takes is refused before it is sent, and one that just fits is kept', async () => {
    const replica = await open()
    const limit = 1.5 * 1024 * 1024
    expect(await codeOf(replica.storage.commit({ key: '/a', expectedRevision: 0, value: new Uint8Array(limit) }))).toBe(413)
    const value = new Uint8Array(limit - 1_000).fill(7)
    expect((await replica.storage.commit({ key: '/a', expectedRevision: 0, value })).outcome).toBe('committed')
    const [held] = [...((await replica.storage.load()).entries as Iterable<{ value: Uint8Array }>)]
    expect(held?.value.length).toBe(value.length)
  })

  test('that exceeds the configured limit of etcd is refused with 413, too', async () => {
    const replica = await open({ maxRequestBytes: 100 * 1024 * 1024 })
    const value = new Uint8Array(1.6 * 1024 * 1024)
    expect(await codeOf(replica.storage.commit({ key: '/a', expectedRevision: 0, value }))).toBe(413)
    const huge = new Uint8Array(8 * 1024 * 1024)
    expect(await codeOf(replica.storage.commit({ key: '/a', expectedRevision: 0, value: huge }))).toBe(413)
  })

  test('without space in etcd is refused with 507, and existing ones can still be read', async () => {
    const small = await startEtcd({ args: ['--quota-backend-bytes', String(4 * 1024 * 1024)] })
    try {
      const replica = await open({ endpoints: [small.url] })
      const first = await replica.put('/first', 0, 'one')
      const value = new Uint8Array(1024 * 1024)
      const codes = new Set<unknown>()
      // etcd checks its size periodically, so it may accept more than its quota.
      for (let at = 0; at < 200 && !codes.has(507); at += 1)
        codes.add(await codeOf(replica.storage.commit({ key: `/k${at}`, expectedRevision: 0, value })))
      expect(codes).toEqual(new Set([undefined, 507]))
      expect(await codeOf(replica.put('/first', first, 'two'))).toBe(507)
      expect(await codeOf(replica.storage.load())).toBeUndefined()
    } finally {
      await small.stop()
    }
  })

  test('is loaded with many others in pages, at one revision', async () => {
    const replica = await open()
    const value = new Uint8Array(20 * 1024)
    for (let from = 0; from < 1_200; from += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) => replica.storage.commit({ key: `/k${from + at}`, expectedRevision: 0, value })),
      )
    }
    const loading = replica.storage.load()
    await replica.put('/late', 0, 'x')
    const { revision, entries } = await loading
    const keys = [...(entries as Iterable<{ key: string; revision: number }>)]
    expect(keys.filter(({ key }) => key !== '/late')).toHaveLength(1_200)
    expect(keys.every((entry) => entry.revision <= revision)).toBe(true)
  })
})

describe('options', () => {
  const [CERTIFICATE, KEY] = ['-----BEGIN CERTIFICATE-----', '-----BEGIN PRIVATE KEY-----']
  const endpoints = ['http://127.0.0.1:2379']
  test.each<[string, EtcdStorageOptions, string]>([
    ['no endpoint', { endpoints: [] }, 'endpoints: none given'],
    ['a host alone', { endpoints: ['localhost:2379'] }, 'endpoints: "localhost:2379" is no address of etcd'],
    ['a path', { endpoints: ['http://localhost:2379/x'] }, 'endpoints: "http://localhost:2379/x" is no address of etcd'],
    [
      'schemes that differ',
      { endpoints: [...endpoints, 'https://b:2379'] },
      'expected all of them with http: or all with https:',
    ],
    ['certificates without TLS', { endpoints, tls: { ca: CERTIFICATE } }, 'expected https: URLs'],
    ['a certificate without its key', { endpoints: ['https://a'], tls: { cert: CERTIFICATE } }, 'tls: cert alone is of no use'],
    ['a key without its certificate', { endpoints: ['https://a'], tls: { key: KEY } }, 'tls: key alone is of no use'],
    ['a file that is no certificate', { endpoints: ['https://a'], tls: { ca: 'x' } }, 'tls: ca holds no CERTIFICATE in PEM'],
    ['a prefix without a slash', { endpoints, prefix: 'x' }, 'prefix "x": expected one that starts with a slash'],
    ['a prefix that ends with one', { endpoints, prefix: '/x/' }, 'prefix "/x/": expected one that starts with a slash'],
    ['no time at all', { endpoints, timeoutMs: 0 }, 'timeoutMs 0: expected a number above 0'],
  ])('%s is refused in one line', async (_, options, message) => {
    await expect(createEtcdStorage(options)).rejects.toThrow(message)
    await expect(createEtcdStorage(options)).rejects.not.toThrow('\n')
  })
})
