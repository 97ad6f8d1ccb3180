import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../src/meta/index.js'
import {
  bytes,
  type Etcd,
  type Foreign,
  type Line,
  layLine,
  noChance,
  openForeign,
  openReplica,
  type Replica,
  startEtcd,
  text,
  until,
} from './support.js'

let etcd: Etcd
let line: Line
let foreign: Foreign
let count = 0
/** Timeout for lost responses; long enough for all other responses on a loaded machine. */
const SHORT_MS = 1_500
const replicas: Replica[] = []

/** Replicas over the same keys: one through the proxy, the others connected directly. */
async function open(options: { readonly endpoints?: readonly string[]; readonly timeoutMs?: number } = {}): Promise<Replica> {
  const replica = await openReplica({ prefix: `/faults-${count}`, random: noChance, endpoints: [etcd.url], ...options })
  replicas.push(replica)
  return replica
}

const statusOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    ({ status }: ApiError) => ({ code: status.code, retryAfterSeconds: status.details?.retryAfterSeconds }),
  )

beforeAll(async () => {
  etcd = await startEtcd()
  line = await layLine(etcd.url)
  foreign = openForeign(etcd.url)
})
afterEach(async () => {
  line.mend()
  for (const { storage } of replicas.splice(0)) await storage.close()
  count += 1
})
afterAll(async () => {
  foreign.close()
  await line.close()
  await etcd.stop()
})

describe('a replica whose connection is cut', () => {
  test('receives everything, once and in order, when the connection is restored', async () => {
    const [far, near] = [await open({ endpoints: [line.url] }), await open()]
    const first = await near.put('/a', 0, 'one')
    await until(() => far.changes.length === 1)
    line.cut()
    const second = await near.put('/a', first, 'two')
    const third = await near.remove('/a', second)
    const fourth = await near.put('/b', 0, 'four')
    line.mend()
    await until(() => far.changes.length >= 4)
    expect(far.changes.map(({ revision }) => revision)).toEqual([first, second, third, fourth])
    expect(far.lost).toBe(0)
  })

  test('answers commits and reads with 503 and Retry-After, and writes nothing', async () => {
    const [far, near] = [await open({ endpoints: [line.url] }), await open()]
    line.cut()
    await until(async () => (await statusOf(far.storage.revision()))?.code === 503)
    expect(await statusOf(far.put('/a', 0, 'x'))).toEqual({ code: 503, retryAfterSeconds: 2 })
    await expect(far.storage.healthCheck?.check()).rejects.toThrow()
    line.mend()
    await until(async () => (await statusOf(far.storage.revision())) === undefined)
    expect(await far.storage.healthCheck?.check()).toBe(true)
    expect(near.changes).toEqual([])
    const revision = await far.put('/a', 0, 'x')
    expect(far.changes.at(-1)?.revision).toBe(revision)
  })

  test('continues with the next endpoint', async () => {
    const [far, near] = [await open({ endpoints: [line.url, etcd.url] }), await open()]
    line.cut()
    const first = await near.put('/a', 0, 'one')
    await until(async () => (await statusOf(far.storage.revision())) === undefined)
    const second = await far.put('/a', first, 'two')
    expect(far.changes.map(({ revision }) => revision)).toEqual([first, second])
  })

  test('has to reload when what it missed is compacted, and reports that once', async () => {
    const [far, near] = [await open({ endpoints: [line.url] }), await open()]
    const first = await near.put('/a', 0, 'one')
    await until(() => far.changes.length === 1)
    line.cut()
    const second = await near.put('/a', first, 'two')
    const third = await near.put('/a', second, 'three')
    await near.storage.compact(third)
    line.mend()
    await until(() => far.lost > 0)
    const state = await far.storage.load()
    expect([state.revision, ...[...(state.entries as Iterable<{ value: Uint8Array }>)].map(({ value }) => text(value))]).toEqual([
      third,
      'three',
    ])
    expect(far.changes).toHaveLength(1)
    expect(far.lost).toBe(1)
  })

  test('keeps its revision when it reloads, although nothing in the state has it: others removed an object, and compacted', async () => {
    const [far, near] = [await open({ endpoints: [line.url] }), await open()]
    await near.put('/a', 0, 'one')
    await foreign.delete().key(`/faults-${count}/keys/a`)
    await until(() => far.changes.length === 2)
    line.cut()
    for (const value of ['x', 'y']) await foreign.put('/somebody/else').value(value)
    const { header } = await foreign.get('/somebody/else').exec()
    await foreign.kv.compact({ revision: header.revision })
    line.mend()
    await until(() => far.lost > 0)
    expect((await far.storage.load()).revision).toBe(far.changes[1]?.revision)
    expect(far.lost).toBe(1)
  })
})

describe('a commit whose answer is lost', () => {
  const change = (replica: Replica, expectedRevision: number, value = 'x') =>
    replica.storage.commit({ key: '/a', expectedRevision, value: bytes(value) })

  test('that was stored is detected through another endpoint', async () => {
    const far = await open({ endpoints: [line.url, etcd.url], timeoutMs: SHORT_MS })
    const first = await far.put('/a', 0, 'one')
    line.deafen()
    const result = await change(far, first, 'two')
    expect(far.changes.map((heard) => [heard.revision, text(heard.value)])).toEqual([
      [first, 'one'],
      ['revision' in result && result.revision, 'two'],
    ])
  })

  test('that created a key is detected, too', async () => {
    const far = await open({ endpoints: [line.url, etcd.url], timeoutMs: SHORT_MS })
    line.deafen()
    const result = await change(far, 0)
    expect(result).toEqual({ outcome: 'committed', revision: far.changes[0]?.revision })
    expect(far.changes).toHaveLength(1)
  })

  test('that did not arrive is repeated at another endpoint, if it changes an existing key', async () => {
    const far = await open({ endpoints: [line.url, etcd.url], timeoutMs: SHORT_MS })
    const first = await far.put('/a', 0, 'one')
    line.freeze()
    expect((await change(far, first, 'two')).outcome).toBe('committed')
    expect(far.changes.map(({ value }) => text(value))).toEqual(['one', 'two'])
  })

  test('that did not arrive and would create a key is answered with 504, as it may still arrive', async () => {
    const far = await open({ endpoints: [line.url, etcd.url], timeoutMs: SHORT_MS })
    line.freeze()
    expect(await statusOf(change(far, 0))).toEqual({ code: 504, retryAfterSeconds: 2 })
    expect(far.changes).toEqual([])
  })

  test('is a conflict when another writer was faster', async () => {
    const [far, near] = [await open({ endpoints: [line.url, etcd.url], timeoutMs: SHORT_MS }), await open()]
    const first = await far.put('/a', 0, 'one')
    line.freeze()
    await near.put('/a', first, 'theirs')
    expect(await change(far, first, 'ours')).toEqual({ outcome: 'conflict' })
  })

  test('is answered with 504 when etcd is unreachable', async () => {
    const far = await open({ endpoints: [line.url], timeoutMs: SHORT_MS })
    const first = await far.put('/a', 0, 'one')
    line.deafen()
    expect(await statusOf(change(far, first))).toEqual({ code: 504, retryAfterSeconds: 2 })
    // From here on the connection is known to be dead, so nothing is sent that could arrive later.
    expect(await statusOf(change(far, first))).toEqual({ code: 503, retryAfterSeconds: 2 })
    line.mend()
    await until(async () => (await statusOf(far.storage.revision())) === undefined)
    await until(() => far.changes.length === 2)
  })
})

describe('an etcd that is unavailable', () => {
  test('refuses commits in time while it is stopped, and nothing is missing afterwards', async () => {
    const replica = await open({ timeoutMs: SHORT_MS })
    const first = await replica.put('/a', 0, 'one')
    await etcd.pause()
    expect(await statusOf(replica.put('/a', first, 'two'))).toMatchObject({ code: 504 })
    expect(await statusOf(replica.put('/a', first, 'three'))).toMatchObject({ code: 503 })
    expect(await statusOf(replica.storage.revision())).toMatchObject({ code: 503 })
    await etcd.resume()
    await until(async () => (await statusOf(replica.storage.revision())) === undefined)
    const { entries } = await replica.storage.load()
    const [held] = [...(entries as Iterable<{ value: Uint8Array; revision: number }>)]
    await until(() => replica.changes.at(-1)?.revision === held?.revision)
    expect(['one', 'two']).toContain(text(held?.value))
  })

  test('has all acknowledged writes after a kill and restart, and followers continue', async () => {
    const replica = await open()
    const first = await replica.put('/a', 0, 'one')
    await etcd.kill()
    await until(async () => (await statusOf(replica.storage.revision()))?.code === 503)
    await etcd.restart()
    await until(async () => (await statusOf(replica.storage.revision())) === undefined)
    const second = await replica.put('/a', first, 'two')
    expect(replica.changes.map(({ revision }) => revision)).toEqual([first, second])
    expect(replica.lost).toBe(0)
  })
})

describe('an etcd whose quota is used up', () => {
  let full: Etcd
  const MIB = 2 ** 20

  beforeAll(async () => {
    full = await startEtcd({ args: [`--quota-backend-bytes=${4 * MIB}`] })
  })
  afterAll(() => full.stop())

  test('refuses writes with 507, and still takes deletions and reads', async () => {
    const [replica, other] = [await open({ endpoints: [full.url] }), await open({ endpoints: [full.url] })]
    const elsewhere = openForeign(full.url)
    await elsewhere.put('/elsewhere').value('x')
    const first = await replica.put('/a', 0, 'one')
    // From now on a read has to wait for a revision without a commit, as a lease may have expired.
    await replica.storage.commit({ key: '/short', expectedRevision: 0, value: bytes('x'), lifetimeSeconds: 3_600 })
    const large = 'x'.repeat(MIB)
    let refusal: { code: number } | undefined
    for (let i = 0; refusal === undefined; i++) refusal = await statusOf(replica.put(`/large/${i}`, 0, large))
    expect(refusal).toMatchObject({ code: 507 })

    const removed = await replica.remove('/a', first)
    expect(replica.changes.at(-1)).toMatchObject({ key: '/a', revision: removed, value: undefined })
    await until(() => other.changes.at(-1)?.revision === removed)
    await expect(replica.remove('/a', first)).rejects.toThrow('conflict')

    await elsewhere.delete().key('/elsewhere')
    elsewhere.close()
    expect(await replica.storage.revision()).toBe(removed)
    expect(await statusOf(replica.put('/b', 0, 'two'))).toMatchObject({ code: 507 })
  })
})
