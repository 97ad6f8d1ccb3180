/**
 * Only the SQL, in PGlite (PostgreSQL in this process, without connections), compared with a plain map.
 */

import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { layout } from '../../../src/storage/postgres/layout.js'

interface Lite {
  exec(text: string): Promise<unknown>
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: Record<string, unknown>[] }>
  close(): Promise<void>
}
const { PGlite } = createRequire(import.meta.url)('@electric-sql/pglite') as { PGlite: { create(): Promise<Lite> } }

let lite: Lite
let count = 0
beforeAll(async () => {
  lite = await PGlite.create()
}, 60_000)
afterAll(() => lite.close())

/** A separate log, with one writer. */
async function freshLog() {
  count += 1
  const schema = `log_${count}`
  await lite.exec(`begin; ${layout(schema)}; commit`)
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await lite.query(text.replaceAll('$schema', schema), values)).rows
  await run('select * from $schema.attach(1, 1, null, null, null)')
  let batch = 0
  return {
    run,
    commit: async (
      requests: readonly (readonly [key: string, expected: number, value: string | null])[],
      { again = false, epoch = 1, from = 0 } = {},
    ) => {
      if (!again) batch += 1
      const [keys, expected, values] = [0, 1, 2].map((at) => requests.map((request) => request[at]))
      const text = `select revision::int, key, removed from $schema.commit_batch(1, $1, $2, $3, $4, $5, $6,
        (select array_agg(convert_to(v, 'UTF8') order by n) from unnest($7::text[]) with ordinality as u (v, n)))
        where writer = 1 and batch = $2 order by revision`
      return run(text, [epoch, batch, from, again, keys, expected, values])
    },
  }
}

const KEYS = ['/a', '/b', '/c'] as const
const request = fc.record({
  key: fc.constantFrom(...KEYS),
  expectation: fc.constantFrom('right', 'right', 'none', 'stale'),
  value: fc.option(fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => !text.includes('\0'))),
})
const step = fc.oneof(
  { weight: 8, arbitrary: fc.uniqueArray(request, { minLength: 1, maxLength: 3, selector: ({ key }) => key }) },
  { weight: 1, arbitrary: fc.constant('again' as const) },
  { weight: 1, arbitrary: fc.constant('compact' as const) },
  { weight: 1, arbitrary: fc.constant('era' as const) },
)

test('for any commits, retries, compactions and lost eras the log agrees with a plain map', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const log = await freshLog()
      const model = new Map<string, { readonly revision: number; readonly value: string | null }>()
      let head = 1
      let last:
        | { readonly requests: [string, number, string | null][]; readonly rows: unknown; readonly from: number }
        | undefined
      for (const what of steps) {
        if (what === 'era') {
          const [row] = await log.run('select $schema.new_era()::int as start')
          expect(row?.start).toBeGreaterThanOrEqual(head + 1_000_000)
          head = row?.start as number
          last = undefined
        } else if (what === 'compact') {
          await log.run('select $schema.compact($1, 2)', [head])
          await log.run('select $schema.compact($1, 100)', [head])
          last = undefined
        } else if (what === 'again') {
          if (last) expect(await log.commit(last.requests, { again: true, from: last.from })).toEqual(last.rows)
        } else {
          const requests = what.map(({ key, expectation, value }): [string, number, string | null] => {
            const held = model.get(key)
            const revision = held?.value == null ? 0 : held.revision
            return [key, { right: revision, none: 0, stale: Math.max(0, revision - 1) }[expectation] as number, value]
          })
          const expected = []
          const from = head
          for (const [key, at, value] of requests) {
            const held = model.get(key)
            if (at !== (held?.value == null ? 0 : held.revision) || (value === null && at === 0)) continue
            head += 1
            model.set(key, { revision: head, value })
            expected.push({ revision: head, key, removed: value === null })
          }
          const rows = await log.commit(requests)
          expect(rows).toEqual(expected)
          // A batch that wrote nothing is not recorded, so a retry is simply executed.
          last = rows.length > 0 ? { requests, rows, from } : undefined
        }
      }
      const latest = `select distinct on (key) key, revision::int, convert_from(value, 'UTF8') as value, removed
        from $schema.log where key <> '' order by key, revision desc`
      const held = [...model].filter(([, { value }]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1))
      const there = (await log.run(latest)).filter(({ removed }) => !removed)
      expect(there.map(({ key, revision, value }) => [key, { revision, value }])).toEqual(held)
      expect(await log.run('select max(revision)::int as head from $schema.log')).toEqual([{ head }])
    }),
    { numRuns: 25, seed: 1 },
  )
}, 120_000)

test('the answer to a batch has all of its rows, however many rows of others precede them', async () => {
  const log = await freshLog()
  const keys = (name: string, count: number) =>
    Array.from({ length: count }, (_, at): [string, number, string] => [`/${name}${at}`, 0, 'x'])
  await log.commit(keys('a', 495))
  expect(await log.commit(keys('b', 512), { from: 1 })).toHaveLength(512)
})

test('a batch of a replaced connection is refused', async () => {
  const log = await freshLog()
  await log.commit([['/a', 0, 'one']])
  await log.run('select * from $schema.attach(1, 2, null, null, null)')
  await expect(log.commit([['/b', 0, 'x']])).rejects.toMatchObject({ code: 'BN001' })
  expect(await log.commit([['/b', 0, 'x']], { epoch: 2 })).toHaveLength(1)
})

test('a batch whose record may have been compacted is not repeated', async () => {
  const log = await freshLog()
  const [row] = await log.commit([['/a', 0, 'one']])
  await log.commit([['/a', row?.revision as number, 'two']])
  await log.commit([['/b', 0, 'x']])
  await log.run('select $schema.compact($1, 100)', [3])
  await expect(log.commit([['/c', 0, 'y']], { again: true, from: 1 })).rejects.toMatchObject({ code: 'BN002' })
})

test('a connection with a commit that the log lacks begins an era, and only one', async () => {
  const log = await freshLog()
  await log.commit([['/a', 0, 'one']])
  const attach = (writer: number, batch: number, seen: number) =>
    log.run('select era_start::int from $schema.attach(null, null, $1, $2, $3)', [seen, writer, batch])
  expect(await attach(1, 1, 2)).toEqual([{ era_start: 1 }])
  expect(await attach(9, 9, 2)).toEqual([{ era_start: 2_000_000 }])
  expect(await attach(9, 9, 2)).toEqual([{ era_start: 2_000_000 }])
  expect(await attach(9, 9, 7_500_000)).toEqual([{ era_start: 9_000_000 }])
})
