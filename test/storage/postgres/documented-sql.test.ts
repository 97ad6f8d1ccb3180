import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import { ask, bytes, openReplica, type Postgres, startPostgres } from './support.js'

/** The SQL of docs/postgresql.md: privileges of a role, and queries of the view. */
const page = readFileSync(fileURLToPath(new URL('../../../docs/postgresql.md', import.meta.url)), 'utf8')
const [grants = '', queries = ''] = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
const statements = queries.split(';\n').filter((text) => text.trim() !== '')

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const shop = () => postgres.url.replace('postgres@', 'shop@')
const widget = (color: string, tier: string) => JSON.stringify({ metadata: { labels: { tier } }, spec: { color } })

test('a role without the right to create the schema is refused, and one with the documented rights is sufficient', async () => {
  await ask(postgres.url, 'create role shop login')
  await expect(createPostgresStorage({ url: shop() })).rejects.toThrow(
    'schema binnacle is not there and cannot be made: permission denied for database postgres',
  )
  await (await createPostgresStorage({ url: postgres.url })).close()
  await expect(createPostgresStorage({ url: shop() })).rejects.toThrow('permission denied for schema binnacle')
  await ask(postgres.url, grants)
  const replica = await openReplica({ url: shop() })
  const first = await replica.put('/shop.example.com/widgets/default/lamp', 0, widget('red', 'gold'))
  const second = await replica.put('/shop.example.com/widgets/default/lamp', first, widget('green', 'gold'))
  await replica.put('/shop.example.com/widgets/default/shelf', 0, widget('white', 'plain'))
  await replica.put('/namespaces//default', 0, '{"metadata":{"name":"default"}}')
  await replica.storage.compact(second)
  expect(await ask(postgres.url, 'select compacted from binnacle.meta')).toEqual([{ compacted: String(second) }])
  // A failover starts a new era, which is a write too.
  await ask(postgres.url, "update binnacle.meta set timeline = '00000000'")
  const other = await createPostgresStorage({ url: shop() })
  expect(await other.revision()).toBe(2_000_000)
  await other.close()
  await replica.storage.close()
})

test('the documented queries find objects by their content', async () => {
  const [byResource = '', byContent = '', newest = ''] = statements
  expect(statements).toHaveLength(3)
  expect(await ask(postgres.url, byResource)).toEqual([
    { resource: 'shop.example.com/widgets', count: '2' },
    { resource: 'namespaces', count: '1' },
  ])
  expect(await ask(postgres.url, byContent)).toEqual([{ namespace: 'default', name: 'lamp', color: 'green' }])
  expect((await ask(postgres.url, newest)).map(({ resource, namespace, name }) => [resource, namespace, name])).toEqual([
    ['namespaces', null, 'default'],
    ['shop.example.com/widgets', 'default', 'shelf'],
    ['shop.example.com/widgets', 'default', 'lamp'],
  ])
})

test('a value that is not JSON does not affect the others', async () => {
  const storage = await createPostgresStorage({ url: postgres.url })
  await storage.commit({ key: '/odd//bytes', expectedRevision: 0, value: Uint8Array.of(0xff, 0) })
  await storage.commit({ key: '/odd//zero', expectedRevision: 0, value: bytes('{"a":"\\u0000"}') })
  await storage.commit({ key: 'no-object', expectedRevision: 0, value: bytes('x') })
  await storage.close()
  expect(await ask(postgres.url, "select name, object from binnacle.objects where resource = 'odd' order by 1")).toEqual([
    { name: 'bytes', object: null },
    { name: 'zero', object: null },
  ])
  expect(await ask(postgres.url, 'select count(*) from binnacle.objects')).toEqual([{ count: '5' }])
})
