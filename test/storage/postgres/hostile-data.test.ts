import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import type { Storage } from '../../../src/storage/index.js'
import { Session } from '../../../src/storage/postgres/session.js'
import { ask, bytes, openReplica, type Postgres, startPostgres, text, until } from './support.js'

const MIB = 1024 * 1024
let postgres: Postgres
let name = 0
const opened: Storage[] = []

beforeAll(async () => {
  postgres = await startPostgres()
})

afterEach(async () => {
  jest.restoreAllMocks()
  for (const storage of opened.splice(0)) await storage.close()
})

afterAll(() => postgres.stop())

async function open(schema = `s${name++}`) {
  const replica = await openReplica({ url: postgres.url, schema, timeoutMs: 10_000 })
  opened.push(replica.storage)
  return { ...replica, schema }
}

/** Bytes of the values in the largest answer. */
function largestAnswer() {
  const largest = { bytes: 0 }
  const query = Session.prototype.query
  jest.spyOn(Session.prototype, 'query').mockImplementation(async function (this: Session, ...call) {
    const rows = await query.apply(this, call)
    const sizes = rows.flatMap((row) => row.map((cell) => (cell instanceof Uint8Array ? cell.length : 0)))
    const sum = sizes.reduce((total, size) => total + size, 0)
    largest.bytes = Math.max(largest.bytes, sum)
    return rows
  })
  return largest
}

async function readAll(storage: Storage) {
  const { entries, history = [] } = await storage.load()
  const read = { entries: new Map<string, string>(), history: 0 }
  for await (const { key, value } of entries) read.entries.set(key, `${value.length} ${text(value.subarray(0, 20))}`)
  for await (const { previous } of history) read.history += previous?.value.length ?? 0
  return read
}

describe('a log with many small objects, and many large ones behind them', () => {
  test('is loaded by answers of a few megabytes', async () => {
    const { storage, schema } = await open()
    await ask(
      postgres.url,
      `insert into "${schema}".log
        select 1 + i, case when i <= 3000 then '/a//' else '/b//' end || i, convert_to(repeat('x', case when i <= 3000 then 20 else ${MIB} end), 'UTF8'),
          false, 0, now(), 1, 1 from generate_series(1, 3040) i`,
    )
    await ask(
      postgres.url,
      `insert into "${schema}".log select 3041 + i, '/b//' || 3000 + i, '\\x31', false, 3001 + i, now(), 1, 1 from generate_series(1, 30) i`,
    )
    const largest = largestAnswer()
    const read = await readAll(storage)
    expect(read.entries.size).toBe(3040)
    expect([read.entries.get('/a//1'), read.entries.get('/b//3001'), read.entries.get('/b//3040')]).toEqual([
      `20 ${'x'.repeat(20)}`,
      '1 1',
      `${MIB} ${'x'.repeat(20)}`,
    ])
    expect(read.history).toBe(30 * MIB)
    expect(largest.bytes).toBeLessThan(9 * MIB)
  })
})

test.each([
  ['a NUL', '/a//\0', 400],
  ['more than an index takes', `/a//${Array.from({ length: 9000 }, (_, i) => i).join('')}`, 413],
])('a key with %s is refused alone, and other commits of its batch succeed', async (_, key, code) => {
  const { storage } = await open()
  const commit = (each: string) =>
    storage.commit({ key: each, expectedRevision: 0, value: bytes('{}') }).then(
      ({ outcome }) => outcome,
      (error) => error.status.code,
    )
  expect(await Promise.all(['/a//good', key, '/a//fine'].map(commit))).toEqual(['committed', code, 'committed'])
  expect([...(await readAll(storage)).entries.keys()]).toEqual(['/a//fine', '/a//good'])
})

describe('programs', () => {
  test.each([
    ['a table meta of other columns', 'create table "S".meta (a int)'],
    ['a view called meta', 'create view "S".meta as select 1 as layout'],
    ['a table log of other columns', 'create table "S".log (a int)'],
    ['an empty table meta', 'create table "S".meta (layout int)'],
    ['a layout that is no number', `create table "S".meta (layout text); insert into "S".meta values ('x')`],
  ])('that have %s in the schema are refused in one line', async (_, statement) => {
    const schema = `s "${name++}' or`
    await ask(postgres.url, `create schema "${schema.replaceAll('"', '""')}"`)
    await ask(postgres.url, statement.replaceAll('"S"', `"${schema.replaceAll('"', '""')}"`))
    const failure = await open(schema).then(
      () => 'opened',
      (error: Error) => error.message,
    )
    expect(failure).toContain(schema)
    expect(failure.split('\n')).toHaveLength(1)
  })

  test.each([
    ['a key of no object', `9, 'x', '\\x7b7d', false`, [['x', '2 {}']]],
    ['a value that is no JSON', `9, '/a//b', '\\x31', false`, [['/a//b', '1 1']]],
    ['no value', `9, '/a//b', null, false`, [['/a//b', '0 ']]],
    ['a revision below zero', `-5, '/a//b', '\\x7b7d', false`, [['/a//b', '2 {}']]],
  ])('that write a row with %s into the log end neither reads nor writes', async (_, row, entries) => {
    const { storage, changes, schema } = await open()
    await ask(postgres.url, `insert into "${schema}".log select ${row}, 0, now(), 1, 1`)
    expect([...(await readAll(storage)).entries]).toEqual(entries)
    expect(await storage.commit({ key: '/a//z', expectedRevision: 0, value: bytes('{}') })).toMatchObject({
      outcome: 'committed',
    })
    await until(() => changes.some(({ key }) => key === '/a//z'))
    expect(changes.filter(({ value }) => value === undefined)).toEqual([])
  })
})
