import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { lcg, pause } from '../../faults/clients/scene.js'
import { problemsOf, startStorm } from './storm.js'
import { ask, bytes, connectByHand, openReplica, type Postgres, type Replica, startPostgres, until } from './support.js'

const SEED = 11
let postgres: Postgres
let count = 0
const replicas: Replica[] = []

async function open(number: number, url = postgres.url): Promise<readonly Replica[]> {
  for (let at = 0; at < number; at += 1) replicas.push(await openReplica({ url, schema: `faults-${count}` }))
  return replicas
}

beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(async () => {
  await Promise.all(replicas.splice(0).map(({ storage }) => storage.close()))
  count += 1
})
afterAll(() => postgres.stop())

/** Causes a fault repeatedly while three replicas write. */
async function during(
  happens: (random: () => number) => Promise<unknown>,
  times: number,
): Promise<ReturnType<typeof startStorm>> {
  const random = lcg(SEED)
  const all = await open(3)
  const storm = startStorm(all, SEED)
  for (let at = 0; at < times; at += 1) {
    await pause(20 + random() * 60)
    await happens(random)
  }
  await storm.end()
  expect(problemsOf(all, storm)).toEqual([])
  expect(storm.acknowledged.size).toBeGreaterThan(times)
  return storm
}

const terminate = (which: string) =>
  ask(postgres.url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'binnacle' and ${which}`)

describe('nothing acknowledged is lost, and no event is missed or doubled, when', () => {
  test('the server is killed during a batch, and restarted', async () => {
    await during(async (random) => {
      await postgres.kill()
      await pause(random() * 100)
      await postgres.restart()
    }, 4)
  }, 60_000)

  test('connections of writers, of followers and of both are terminated', async () => {
    const whose = ["query like '%commit_batch%'", "query not like '%commit_batch%'", 'true', 'random() < 0.5']
    await during((random) => terminate(whose[Math.floor(random() * whose.length)] as string), 25)
  }, 60_000)

  test('statements are cancelled', async () => {
    const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'binnacle' and state = 'active'"
    await during(() => ask(postgres.url, cancel), 25)
  }, 60_000)

  test('the server stands still', async () => {
    await during(async (random) => {
      postgres.pause()
      await pause(random() * 300)
      postgres.resume()
    }, 6)
  }, 60_000)
})

test('a batch of a stopped process cannot commit after it was abandoned', async () => {
  const [replica] = (await open(1)) as [Replica]
  const first = await replica.put('/a', 0, 'one')
  const hand = await connectByHand(postgres.url)
  // Another session holds the lock, so that the batch waits for it.
  await hand.query('begin')
  await hand.query(`select pg_advisory_xact_lock(1651076718, '"faults-${count}".log'::regclass::oid::int)`)
  const commit = replica.storage.commit({ key: '/a', expectedRevision: first, value: bytes('two') })
  const refused = commit.catch((error) => error.status.code)
  const waiting = () =>
    ask(postgres.url, "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%commit_batch%'")
  await until(async () => (await waiting()).length > 0)
  const [{ pid } = {}] = await waiting()
  process.kill(pid as number, 'SIGSTOP')
  // Its connection counts as dead, and the result of the batch cannot be determined while the lock is held.
  expect(await refused).toBe(504)
  // The retry has timed out as well: it may still be made, so the response is 504.
  await until(async () => (await waiting()).every((process) => process.pid === pid))
  // The stopped process is next in the lock queue, so no other process gets the lock before it continues.
  await hand.query('commit')
  process.kill(pid as number, 'SIGCONT')
  await until(async () => (await ask(postgres.url, `select from pg_stat_activity where pid = ${pid}`)).length === 0)
  expect(await replica.remove('/a', first)).toBe(first + 1)
  const log = await ask(
    postgres.url,
    `select convert_from(value, 'UTF8') as value from "faults-${count}".log where key = '/a' order by revision`,
  )
  expect(log).toEqual([{ value: 'one' }, { value: null }])
  await hand.end()
}, 60_000)

test('an open transaction of another client blocks no commits', async () => {
  const hand = await connectByHand(postgres.url)
  await hand.query('begin isolation level repeatable read')
  await hand.query('select count(*) from pg_class')
  await during(async () => {}, 10)
  expect((await hand.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await hand.end()
}, 60_000)

test('when the server accepts no more connections, replicas continue with theirs, and one that lost its own recovers', async () => {
  const [replica, other] = (await open(2)) as [Replica, Replica]
  await replica.put('/a', 0, 'one')
  const limit = Number((await ask(postgres.url, 'show max_connections'))[0]?.max_connections)
  const hands = []
  const keeper = await connectByHand(postgres.url)
  for (let at = 0; at < limit; at += 1) {
    const hand = await connectByHand(postgres.url).catch(() => undefined)
    if (!hand) break
    hands.push(hand)
  }
  const second = await replica.put('/b', 0, 'two')
  await until(() => other.changes.at(-1)?.revision === second)
  await keeper.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'binnacle'`)
  const late = await connectByHand(postgres.url).catch(() => undefined)
  const third = replica.put('/c', 0, 'three').catch((error) => error.status.code)
  await late?.end()
  await Promise.all(hands.map((hand) => hand.end()))
  await keeper.end()
  expect([second + 1, 503]).toContain(await third)
  const fourth = await replica.put('/d', 0, 'four')
  await until(() => other.changes.at(-1)?.revision === fourth)
  expect(other.changes).toEqual(replica.changes)
  expect([replica.lost, other.lost]).toEqual([0, 0])
}, 60_000)
