import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import type { PostgresStorageOptions } from '../../../src/storage/postgres/index.js'
import { pause } from '../../faults/clients/scene.js'
import { ManualClock } from '../../support/manual-clock.js'
import {
  ask,
  bytes,
  connectByHand,
  layLine,
  openReplica,
  type Postgres,
  type Replica,
  startPostgres,
  text,
  until,
} from './support.js'

let postgres: Postgres
let count = 0
const replicas: Replica[] = []

async function open(options: Partial<PostgresStorageOptions> = {}): Promise<Replica> {
  const replica = await openReplica({ url: postgres.socketUrl, schema: `engine-${count}`, ...options })
  replicas.push(replica)
  return replica
}
/** For tests that advance the clock: a query in flight must not time out then. */
const timeoutMs = 3_600_000
const revisionsOf = ({ changes }: Replica) => changes.map(({ revision }) => revision)
const schemaNow = () => `"engine-${count}"`

beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(async () => {
  await Promise.all(replicas.splice(0).map(({ storage }) => storage.close()))
  count += 1
})
afterAll(() => postgres.stop())

describe('several replicas', () => {
  test('start concurrently on an empty database, and receive all commits in one order without a gap', async () => {
    const [one, two] = (await Promise.all([open(), open()])) as [Replica, Replica]
    await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 2 ? one : two).put(`/k${at}`, 0, 'x')))
    await until(() => one.changes.length === 60 && two.changes.length === 60)
    expect(two.changes).toEqual(one.changes)
    expect(revisionsOf(one)).toEqual(Array.from({ length: 60 }, (_, at) => at + 2))
  })

  test('get a conflict on one of two concurrent changes, after the other change was received', async () => {
    const [one, two] = [await open(), await open()]
    const first = await one.put('/a', 0, 'one')
    const second = await one.put('/a', first, 'two')
    const late = await two.storage.commit({ key: '/a', expectedRevision: first, value: bytes('late') })
    expect(late).toEqual({ outcome: 'conflict' })
    expect(revisionsOf(two)).toEqual([first, second])
  })

  test('read the newest revision of each other', async () => {
    const [one, two] = [await open(), await open()]
    for (let at = 0; at < 10; at += 1) {
      const revision = await one.put(`/k${at}`, 0, 'x')
      expect(await two.storage.revision()).toBe(revision)
      expect(two.changes.at(-1)?.revision).toBe(revision)
    }
  })

  test('receive the instance that they committed', async () => {
    const [one, two] = [await open(), await open()]
    const value = bytes('one')
    await one.storage.commit({ key: '/a', expectedRevision: 0, value })
    await until(() => two.changes.length === 1)
    expect(one.changes[0]?.value === value).toBe(true)
    expect(two.changes[0]?.value).toEqual(value)
  })

  test('in different schemas are independent', async () => {
    const [one, other] = [await open(), await open({ schema: `other "${count}"` })]
    await one.put('/a', 0, 'one')
    await other.put('/a', 0, 'other')
    expect([one, other].map(({ changes }) => changes.map(({ value }) => text(value)))).toEqual([['one'], ['other']])
  })
})

describe('a batch', () => {
  test('contains concurrent commits, and sequential commits of one key', async () => {
    const replica = await open()
    const results = await Promise.all(
      [0, 0, 2, 3].map((expectedRevision) => replica.storage.commit({ key: '/a', expectedRevision, value: bytes('x') })),
    )
    expect(results.map((result) => (result.outcome === 'committed' ? result.revision : result.outcome))).toEqual([
      2,
      'conflict',
      3,
      4,
    ])
    await Promise.all(Array.from({ length: 600 }, (_, at) => replica.put(`/k${at}`, 0, 'x')))
    const batches = await ask(postgres.url, `select count(distinct batch) from ${schemaNow()}.log`)
    expect(Number(batches[0]?.count)).toBeLessThan(20)
  })

  test('with one invalid value stores the others', async () => {
    const replica = await open()
    const outcomes = await Promise.all(
      ['/a', '/zero\0', '/b'].map((key) =>
        replica.storage.commit({ key, expectedRevision: 0, value: bytes('x') }).then(
          ({ outcome }) => outcome,
          (error) => error.status.code,
        ),
      ),
    )
    expect(outcomes).toEqual(['committed', 400, 'committed'])
  })

  test('with values of megabytes is read back unchanged', async () => {
    const [one, two] = [await open(), await open()]
    const values = [1, 2, 3].map((byte) => new Uint8Array(3 * 1024 * 1024).fill(byte))
    await Promise.all(values.map((value, at) => one.storage.commit({ key: `/k${at}`, expectedRevision: 0, value })))
    await until(() => two.changes.length === 3)
    expect(two.changes.map(({ value }) => [value?.length, value?.[0], value?.at(-1)])).toEqual(
      [1, 2, 3].map((byte) => [3 * 1024 * 1024, byte, byte]),
    )
  })
})

describe('the log', () => {
  test('continues after a restart, with the history that is not compacted', async () => {
    const before = await open()
    const first = await before.put('/a', 0, 'one')
    const second = await before.put('/a', first, 'two')
    await before.storage.close()
    const after = await open()
    expect(await after.put('/a', second, 'three')).toBe(second + 1)
    const { history = [] } = await after.storage.load()
    const told = []
    for await (const { revision, previous } of history) told.push([revision, text(previous?.value)])
    expect(told).toEqual([
      [first, undefined],
      [second, 'one'],
      [second + 1, 'two'],
    ])
  })

  test('is compacted where it was superseded, and never the newest state of a key', async () => {
    const replica = await open()
    let revision = 0
    for (let at = 0; at < 20; at += 1) revision = await replica.put('/a', revision, String(at))
    const kept = await replica.put('/b', 0, 'kept')
    const removed = await replica.remove('/a', revision)
    const newest = await replica.put('/c', 0, 'x')
    await replica.storage.compact(removed)
    const log = await ask(postgres.url, `select revision::int from ${schemaNow()}.log order by 1`)
    expect(log.map((row) => row.revision)).toEqual([kept, newest])
    expect(await replica.put('/a', 0, 'again')).toBe(newest + 1)
  })

  test('makes a replica reload that was disconnected for longer than the log is kept', async () => {
    const [away, near] = [await open(), await open()]
    const first = await near.put('/a', 0, 'one')
    await until(() => away.changes.length === 1)
    const heard: number[] = []
    let lost = 0
    const second = await near.put('/a', first, 'two')
    const third = await near.put('/a', second, 'three')
    await near.storage.compact(second)
    away.storage.follow(
      first,
      ({ revision }) => heard.push(revision),
      () => {
        lost += 1
      },
    )
    await until(() => lost === 1)
    expect(heard).toEqual([])
    expect(await away.storage.revision()).toBe(third)
  })

  test('with a missing row makes the replica that detects it reload', async () => {
    const replica = await open()
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    await ask(
      postgres.url,
      `insert into ${schemaNow()}.log select max(revision) + 2, '/odd', 'x', false, 0, now(), 1, 1 from ${schemaNow()}.log`,
    )
    await replica.storage.revision()
    expect(replica.lost).toBe(1)
    expect(warn.mock.calls).toEqual([[`revision 2 is missing from the log of schema engine-${count}; the state is loaded anew`]])
    warn.mockRestore()
    expect(await replica.put('/a', 0, 'x')).toBe(4)
  })

  test('of a later release is refused', async () => {
    const replica = await open()
    await replica.storage.close()
    await ask(postgres.url, `update ${schemaNow()}.meta set layout = 99`)
    await expect(open()).rejects.toThrow(
      `schema engine-${count} has layout 99 of a later release; expected layout 2 or an earlier one`,
    )
  })

  test('of an earlier release is upgraded by the first of several replicas, and running ones continue', async () => {
    const there = await open()
    const first = await there.put('/a', 0, 'one')
    // The schema of the previous release: different functions, and one less.
    await ask(postgres.url, `drop function ${schemaNow()}.confirmed_changes_after`)
    await ask(postgres.url, `update ${schemaNow()}.meta set layout = 1`)
    const [one] = await Promise.all([open({ confirmReads: 'quorum' }), open(), open()])
    expect(await ask(postgres.url, `select layout from ${schemaNow()}.meta`)).toEqual([{ layout: 2 }])
    const second = await there.put('/a', first, 'two')
    expect(await one.storage.revision()).toBe(second)
    expect(text(one.changes.at(-1)?.value)).toBe('two')
  })
})

describe('health', () => {
  test('fails on a server without fsync, unless that is configured', async () => {
    const [strict, lax] = [await open(), await open({ allowFsyncOff: true })]
    expect(await strict.storage.healthCheck?.check()).toBe(false)
    expect(await lax.storage.healthCheck?.check()).toBe(true)
  })

  test('passes on a server with fsync', async () => {
    const synced = await startPostgres({ settings: { fsync: 'on' } })
    const storage = await createPostgresStorage({ url: synced.url })
    expect(await storage.healthCheck?.check()).toBe(true)
    await storage.close()
    await synced.stop()
  })
})

test('a commit is durable even if the server has synchronous_commit off', async () => {
  await ask(postgres.url, 'alter database postgres set synchronous_commit = off')
  const replica = await open()
  const hand = await connectByHand(postgres.url)
  await hand.query(`create table seen_${count} (value text)`)
  await hand.query(`create function see_${count}() returns trigger language plpgsql as $$
    begin insert into public.seen_${count} values (current_setting('synchronous_commit')); return null; end $$`)
  await hand.query(`create trigger see after insert on ${schemaNow()}.log execute function public.see_${count}()`)
  await replica.put('/a', 0, 'x')
  expect((await hand.query(`select * from seen_${count}`)).rows).toEqual([{ value: 'on' }])
  await hand.query('alter database postgres reset synchronous_commit')
  await hand.end()
})

describe('connections', () => {
  test('that are refused are retried after a pause, however many callers wait', async () => {
    const clock = new ManualClock()
    const line = await layLine(postgres.url)
    const replica = await open({ url: line.url, clock })
    await replica.storage.revision()
    line.cut()
    const before = line.connections
    for (let at = 0; at < 50; at += 1) {
      replica.storage.revision().catch(() => {})
      await pause(5)
    }
    // With TLS and without, once each.
    expect(line.connections - before).toBeLessThanOrEqual(4)
    line.mend()
    const asked = replica.storage.revision()
    clock.advance(1_000)
    expect(await asked).toBe(1)
    await replica.storage.close()
    await line.close()
  })

  test('that cannot be used are closed, and do not accumulate', async () => {
    const replica = await open()
    const ours = "select pid from pg_stat_activity where application_name = 'binnacle'"
    await until(async () => (await ask(postgres.url, ours)).length === 1)
    await ask(postgres.url, `alter function ${schemaNow()}.attach rename to attach_away`)
    await ask(postgres.url, `select pg_terminate_backend(pid) from (${ours}) as all_of_them`)
    const attempts = []
    for (let at = 0; at < 5; at += 1) attempts.push(await replica.storage.revision().catch((error) => error.status.code))
    expect(attempts).toEqual([503, 503, 503, 503, 503])
    expect((await ask(postgres.url, ours)).length).toBeLessThanOrEqual(1)
    await ask(postgres.url, `alter function ${schemaNow()}.attach_away rename to attach`)
    await until(() => replica.put('/a', 0, 'x').catch(() => undefined))
  })
})

describe('Most Recent', () => {
  test('with a quorum is refused by a primary whose standbys do not answer, and answered by a single server otherwise', async () => {
    const [alone, confirmed] = [await open({ timeoutMs: 1_500 }), await open({ timeoutMs: 1_500, confirmReads: 'quorum' })]
    const revision = await alone.put('/a', 0, 'one')
    expect(await confirmed.storage.revision()).toBe(revision)
    await ask(postgres.url, "alter system set synchronous_standby_names = 'nobody'")
    await ask(postgres.url, 'select pg_reload_conf()')
    await until(
      async () => (await ask(postgres.url, 'show synchronous_standby_names'))[0]?.synchronous_standby_names === 'nobody',
    )
    await expect(confirmed.storage.revision()).rejects.toMatchObject({ status: { code: 503 } })
    expect(await alone.storage.revision()).toBe(revision)
    await ask(postgres.url, 'alter system reset synchronous_standby_names')
    await ask(postgres.url, 'select pg_reload_conf()')
    await until(async () => (await confirmed.storage.revision().catch(() => 0)) === revision)
  })
})

test('the metrics cover commits, batches, missing revisions, and transactions that block vacuum', async () => {
  const clock = new ManualClock()
  const replica = await open({ clock, timeoutMs })
  const number = (name: string) => replica.storage.metrics?.find((metric) => metric.name === `postgres_${name}`)?.value()
  await Promise.all([1, 2, 3].map((at) => replica.put(`/k${at}`, 0, 'x')))
  expect([number('commits_total'), number('batches_total'), number('missing_revisions_total')]).toEqual([3, 1, 0])
  await until(() => number('polling') === 0)
  const hand = await connectByHand(postgres.url)
  await hand.query('begin isolation level repeatable read')
  await hand.query('select 1')
  await ask(postgres.url, 'select pg_sleep(1.1)')
  await until(async () => {
    clock.advance(5_000)
    await replica.storage.revision()
    await pause(20)
    return (number('oldest_snapshot_seconds') ?? 0) >= 1
  })
  await hand.end()
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  await ask(
    postgres.url,
    `insert into ${schemaNow()}.log select max(revision) + 2, '/odd', 'x', false, 0, now(), 1, 1 from ${schemaNow()}.log`,
  )
  await replica.storage.revision()
  expect([number('missing_revisions_total'), number('reloads_total')]).toEqual([1, 1])
  warn.mockRestore()
})

test('an idle replica has two connections and sends less than one query a second', async () => {
  // Counted by the server, during a minute of the replica's clock.
  const counting = await startPostgres({ settings: { shared_preload_libraries: 'pg_stat_statements' } })
  await ask(counting.url, 'create extension pg_stat_statements')
  const clock = new ManualClock()
  const replica = await open({ url: counting.url, clock, timeoutMs })
  await replica.put('/a', 0, 'x')
  const statements = async () => {
    const [row] = await ask(
      counting.url,
      "select sum(calls)::int as calls from pg_stat_statements where query not like '%pg_stat%'",
    )
    return row?.calls as number
  }
  const before = await statements()
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000)
    await pause(20)
  }
  const calls = (await statements()) - before
  expect(calls).toBeGreaterThan(5)
  expect(calls).toBeLessThan(60)
  const ours = "select from pg_stat_activity where application_name = 'binnacle'"
  expect((await ask(counting.url, ours)).length).toBe(2)
  await replica.storage.close()
  await counting.stop()
})

describe('TLS', () => {
  test('is used according to sslmode, and an untrusted server is refused', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'binnacle-tls-'))
    const [server, stranger] = [
      await createSelfSignedCertificate({ hosts: ['localhost', '127.0.0.1'] }),
      await createSelfSignedCertificate({ hosts: ['localhost'] }),
    ]
    const file = (name: string, pem: string) => {
      writeFileSync(path.join(folder, name), pem)
      return path.join(folder, name)
    }
    const [ca, wrong] = [file('ca.pem', server.certificatePem), file('wrong.pem', stranger.certificatePem)]
    const secure = await startPostgres({
      settings: { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' },
      files: { 'server.pem': server.certificatePem, 'server.key': server.privateKeyPem },
      hba: ['hostssl all all 127.0.0.1/32 trust'],
    })
    const outcome = (query: string) =>
      createPostgresStorage({ url: `${secure.url}?${query}` }).then(
        async (storage) => {
          await storage.close()
          return 'open'
        },
        (error) => error.message.replace(/^127\.0\.0\.1:\d+: /, ''),
      )
    expect(await outcome(`sslmode=verify-full&sslrootcert=${ca}`)).toBe('open')
    expect(await outcome(`sslmode=verify-ca&sslrootcert=${ca}`)).toBe('open')
    expect(await outcome('sslmode=require')).toBe('open')
    expect(await outcome('')).toBe('open')
    expect(await outcome('sslmode=allow')).toBe('open')
    expect(await outcome('sslmode=disable')).toContain('no pg_hba.conf entry')
    expect(await outcome(`sslmode=verify-full&sslrootcert=${wrong}`)).toContain('self-signed certificate')
    expect(await outcome('sslmode=verify-full')).toContain('self-signed certificate')
    await secure.stop()
    rmSync(folder, { recursive: true })
  }, 60_000)
})
