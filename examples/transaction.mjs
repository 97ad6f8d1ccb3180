// A resource and a row of one's own in one transaction: both are there afterwards, or neither.
// Needs the package pg (npm install pg) and a running PostgreSQL, such as the program postgres: POSTGRES_URL=postgresql://… node transaction.mjs
import { createControlPlane, defineResource } from 'binnacle'
import { createPostgresStorage } from 'binnacle/storage/postgres'
import pg from 'pg'
import { z } from 'zod'

const Order = defineResource({
  group: 'shop.example.com',
  kind: 'Order',
  versions: [{ name: 'v1', schema: { spec: z.object({ article: z.string() }) } }],
})

const url = process.env.POSTGRES_URL
if (!url) {
  console.error('this example needs a PostgreSQL: POSTGRES_URL=postgresql://USER:PASSWORD@HOST/DATABASE node transaction.mjs')
  process.exit(1)
}
const storage = await createPostgresStorage({ url, schema: 'binnacle_transaction', allowFsyncOff: true })
const plane = await createControlPlane({ resources: [Order], storage })
const orders = plane.client().resource(Order).namespace('default')
const connection = new pg.Client(url)
await connection.connect()
await connection.query('create table stock (article text primary key, count int not null check (count >= 0))')
await connection.query("insert into stock values ('lamp', 1)")

/** Takes one from the stock, and makes an order for it. */
const take = (name, article) =>
  plane.within(connection, async (client) => {
    await connection.query('update stock set count = count - 1 where article = $1', [article])
    return client.resource(Order).namespace('default').create({ metadata: { name }, spec: { article } })
  })

await take('first', 'lamp')
console.log((await orders.list()).items.length, await count()) // prints 1 0

// The name is taken: the stock is as it was.
await connection.query("insert into stock values ('shelf', 1)")
await take('first', 'shelf').catch((error) => console.log(error.status.reason)) // prints AlreadyExists
// None is left: there is no order.
await take('second', 'lamp').catch((error) => console.log(error.constraint)) // prints stock_count_check
console.log((await orders.list()).items.length, await count()) // prints 1 1

await connection.query('drop table stock')
await orders.deleteCollection()
await connection.end()
await plane.close()

async function count() {
  const { rows } = await connection.query('select sum(count)::int as count from stock')
  return rows[0].count
}
