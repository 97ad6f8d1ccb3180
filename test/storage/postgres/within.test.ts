/**
 * Resources and the embedder's own rows in one transaction.
 */

import { createRequire } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { type ControlPlane, createControlPlane, defineResource } from '../../../src/public/index.js'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import { createMemoryStorage } from '../../../src/public/storage.js'
import { ManualClock } from '../../support/manual-clock.js'
import { ask, connectByHand, type Postgres, startPostgres, until } from './support.js'

const Order = defineResource({
  group: 'shop.example.com',
  kind: 'Order',
  versions: [{ name: 'v1', schema: { spec: z.object({ number: z.int() }) } }],
})
const { Pool } = createRequire(import.meta.url)('pg') as {
  Pool: new (options: {
    connectionString: string
  }) => {
    connect(): Promise<{ query(text: string): Promise<unknown>; release(error?: unknown): void }>
    end(): Promise<void>
  }
}

let postgres: Postgres
let plane: ControlPlane
let other: ControlPlane
let hand: Awaited<ReturnType<typeof connectByHand>>
let count = 0

const open = async () =>
  createControlPlane({
    resources: [Order],
    storage: await createPostgresStorage({ url: postgres.url, schema: `within-${count}` }),
  })
const order = (name: string, number = 1) => ({ metadata: { name }, spec: { number } })
const orders = (of: ControlPlane) => of.client().resource(Order).namespace('default')
const rows = async () => (await ask(postgres.url, 'select name from own order by 1')).map(({ name }) => name)
const names = async (of: ControlPlane) => (await orders(of).list()).items.map(({ metadata }) => metadata.name)
const own = (name: string) => hand.query('insert into own values ($1)', [name])

beforeAll(async () => {
  postgres = await startPostgres()
  await ask(postgres.url, 'create table own (name text primary key)')
})
beforeEach(async () => {
  count += 1
  await ask(postgres.url, 'truncate own')
  ;[plane, other] = [await open(), await open()]
  hand = await connectByHand(postgres.url)
})
afterEach(async () => {
  await Promise.all([plane.close(), other.close()])
  await hand.end()
})
afterAll(() => postgres.stop())

describe('a transaction of a resource and a row', () => {
  test('stores both, which replicas read and watch in the order of revisions', async () => {
    const seen: string[] = []
    const watch = orders(other)
      .watch()
      .subscribe((event) => event.type === 'ADDED' && seen.push(event.object.metadata.name))
    await orders(plane).create(order('before'))
    const made = await plane.within(hand, async (client) => {
      await own('a')
      return client.resource(Order).namespace('default').create(order('a'))
    })
    const after = await orders(other).create(order('later'))
    expect(Number(made.metadata.resourceVersion)).toBeLessThan(Number(after.metadata.resourceVersion))
    expect((await orders(plane).get('a')).metadata).toEqual(made.metadata)
    expect(await names(other)).toEqual(['a', 'before', 'later'])
    expect(await rows()).toEqual(['a'])
    await until(() => seen.length === 3)
    expect(seen).toEqual(['before', 'a', 'later'])
    watch.unsubscribe()
  })

  test('stores neither when the embedder fails after the write of the resource, and the revision is used again', async () => {
    const before = await orders(plane).create(order('before'))
    const failing = plane.within(hand, async (client) => {
      await own('a')
      await client.resource(Order).namespace('default').create(order('a'))
      throw new Error('no stock')
    })
    await expect(failing).rejects.toThrow('no stock')
    expect([await names(plane), await names(other), await rows()]).toEqual([['before'], ['before'], []])
    const after = await orders(plane).create(order('a'))
    expect(Number(after.metadata.resourceVersion)).toBe(Number(before.metadata.resourceVersion) + 1)
    // The connection is still usable.
    await plane.within(hand, async () => own('b'))
    expect(await rows()).toEqual(['b'])
  })

  test('stores neither when the resource is refused, or when the error of a statement is ignored', async () => {
    const invalid = plane.within(hand, async (client) => {
      await own('a')
      await client
        .resource(Order)
        .namespace('default')
        .create({ metadata: { name: 'a' }, spec: { number: 'x' as never } })
    })
    await expect(invalid).rejects.toMatchObject({ status: { code: 422 } })
    const broken = plane.within(hand, async (client) => {
      await client.resource(Order).namespace('default').create(order('a'))
      await hand.query('select 1/0').catch(() => {})
    })
    await expect(broken).rejects.toMatchObject({ status: { code: 503 } })
    expect([await names(other), await rows()]).toEqual([[], []])
  })

  test('can update and delete, with conflicts, and writes each object once', async () => {
    const [one, two] = [await orders(plane).create(order('one')), await orders(plane).create(order('two'))]
    await plane.within(hand, async (client) => {
      const inside = client.resource(Order).namespace('default')
      await inside.update({ ...one, spec: { number: 7 } })
      await inside.delete('two')
    })
    expect((await orders(other).list()).items.map(({ spec }) => spec.number)).toEqual([7])
    expect(two.metadata.name).toBe('two')
    const late = plane.within(hand, async (client) => {
      await own('a')
      await client
        .resource(Order)
        .namespace('default')
        .update({ ...one, spec: { number: 8 } })
    })
    await expect(late).rejects.toMatchObject({ status: { code: 409 } })
    const twice = plane.within(hand, async (client) => {
      const inside = client.resource(Order).namespace('default')
      await inside.patch('one', { merge: { spec: { number: 8 } } })
      await inside.patch('one', { merge: { spec: { number: 9 } } })
    })
    await expect(twice).rejects.toMatchObject({ status: { code: 400 } })
    expect([(await orders(other).get('one')).spec.number, await rows()]).toEqual([7, []])
  })

  test('its writes are not readable before its end, and other writers wait for that, in order', async () => {
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    let isWritten = false
    const transaction = plane.within(
      hand,
      async (client) => {
        const made = await client.resource(Order).namespace('default').create(order('a'))
        isWritten = true
        await gate
        return made
      },
      { timeoutMs: 10_000 },
    )
    await until(() => isWritten)
    expect([await names(plane), await names(other)]).toEqual([[], []])
    const waiting = orders(other).create(order('b'))
    const lock = "select from pg_stat_activity where wait_event = 'advisory'"
    await until(async () => (await ask(postgres.url, lock)).length === 1)
    go()
    const [a, b] = [await transaction, await waiting]
    expect(Number(b.metadata.resourceVersion)).toBe(Number(a.metadata.resourceVersion) + 1)
  })
})

describe('the time limit', () => {
  test('ends a transaction that takes too long, closes its connection, and unblocks others', async () => {
    const pool = new Pool({ connectionString: postgres.url })
    const lent = await pool.connect()
    const late: unknown[] = []
    let isWritten = false
    let isOver = false
    const clock = new ManualClock()
    const storage = await createPostgresStorage({ url: postgres.url, schema: `within-${count}`, clock })
    const timed = await createControlPlane({ resources: [Order], storage })
    const slow = timed.within(
      lent,
      async (client) => {
        await lent.query("insert into own values ('slow')")
        await client.resource(Order).namespace('default').create(order('slow'))
        isWritten = true
        await until(() => isOver)
        // Further writes fail.
        await client
          .resource(Order)
          .namespace('default')
          .create(order('late'))
          .catch((error) => late.push(error.status.code))
      },
      { timeoutMs: 10_000 },
    )
    const refused = expect(slow).rejects.toMatchObject({ status: { code: 504 } })
    await until(() => isWritten)
    clock.advance(10_000)
    await refused
    isOver = true
    await orders(other).create(order('next'))
    await until(() => late.length === 1)
    expect([late, await names(plane), await rows()]).toEqual([[503], ['next'], []])
    lent.release(true)
    await pool.end()
    await timed.close()
  })

  test('is enforced by PostgreSQL if the plane cannot', async () => {
    // As of a stopped process: its connection stays open, and its timers do not run.
    const storage = await createPostgresStorage({ url: postgres.url, schema: `within-${count}`, clock: new ManualClock() })
    const still = await createControlPlane({ resources: [Order], storage })
    const held = still.within(
      hand,
      async (client) => {
        await client.resource(Order).namespace('default').create(order('held'))
        await orders(other).create(order('next'))
      },
      { timeoutMs: 1_500 },
    )
    await expect(held).rejects.toMatchObject({ status: { code: 503 } })
    expect(await names(other)).toEqual(['next'])
    await still.close()
    hand = await connectByHand(postgres.url)
  })
})

test('a transaction that standbys do not confirm in time has an unknown outcome, which its error states', async () => {
  await orders(plane).create(order('before'))
  const confirmed = async (by: string) => {
    await ask(postgres.url, `alter system set synchronous_standby_names = '${by}'`)
    await ask(postgres.url, 'select pg_reload_conf()')
    await until(async () => (await ask(postgres.url, 'show synchronous_standby_names'))[0]?.synchronous_standby_names === by)
  }
  // The first transaction registers a writer, which standbys have to confirm too.
  await plane.within(hand, async (client) => client.resource(Order).namespace('default').create(order('first')))
  await confirmed('nobody')
  const open = plane.within(hand, async (client) => client.resource(Order).namespace('default').create(order('a')))
  await expect(open).rejects.toMatchObject({ status: { code: 504, message: expect.stringContaining('it may have been made') } })
  await confirmed('')
  hand = await connectByHand(postgres.url)
})

test('a transaction whose connection breaks is rolled back, and the plane continues', async () => {
  const broken = plane.within(hand, async (client) => {
    await own('a')
    await client.resource(Order).namespace('default').create(order('a'))
    await ask(postgres.url, "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'")
  })
  expect([503, 504]).toContain(await broken.catch((error) => error.status?.code ?? error))
  await orders(plane).create(order('next'))
  expect([await names(other), await rows()]).toEqual([['next'], []])
  hand = await connectByHand(postgres.url)
})

test('a transaction that a server ends while it shuts down has an unknown outcome', async () => {
  const query = hand.query.bind(hand) as (statement: unknown, values?: unknown) => Promise<never>
  const shutdown = Object.assign(new Error('terminating connection due to administrator command'), {
    severity: 'FATAL',
    code: '57P01',
  })
  Object.assign(hand, {
    query: (statement: { readonly text?: string }, values?: unknown) =>
      statement.text === 'commit' ? Promise.reject(shutdown) : query(statement, values),
  })
  const ended = plane.within(hand, async (client) => client.resource(Order).namespace('default').create(order('a')))
  await expect(ended).rejects.toMatchObject({ status: { code: 504, message: expect.stringContaining('it may have been made') } })
})

test('invalid uses are refused in one line', async () => {
  await hand.query('begin')
  await expect(plane.within(hand, async () => {})).rejects.toThrow('the connection is in a transaction already')
  await hand.query('rollback')
  await expect(plane.within(hand, async () => {}, { timeoutMs: 0 })).rejects.toThrow('timeoutMs 0: expected 1 to 10000')
  const pool = new Pool({ connectionString: postgres.url })
  await expect(plane.within(pool, async () => {})).rejects.toThrow('expected a connected client of the package pg')
  await pool.end()
  const memory = await createControlPlane({ resources: [Order] })
  await expect(memory.within(hand, async () => {})).rejects.toThrow('the storage is not in a database')
  await memory.close()
  const routed = await createControlPlane({
    resources: [Order],
    storage: await createPostgresStorage({ url: postgres.url, schema: `within-${count}` }),
    routes: [{ resources: ['*.shop.example.com'], storage: createMemoryStorage() }],
  })
  const elsewhere = routed.within(hand, async (client) => {
    await client.resource(Order).namespace('default').create(order('a'))
  })
  await expect(elsewhere).rejects.toMatchObject({ status: { code: 400 } })
  await routed.close()
})
