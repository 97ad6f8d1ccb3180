// Two replicas of a service over one PostgreSQL and behind one port: one is killed while it works, and a watch misses nothing.
// Needs the package pg (npm install pg) and a running PostgreSQL, such as the program postgres: POSTGRES_URL=postgresql://… node postgres.mjs
import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { createControlPlane, defineResource } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { connectWithFetch, isAlreadyExists } from 'binnacle/client'
import { createPostgresStorage } from 'binnacle/storage/postgres'
import { z } from 'zod'

const Order = defineResource({
  group: 'shop.example.com',
  kind: 'Order',
  versions: [{ name: 'v1', schema: { spec: z.object({ number: z.int() }) } }],
})

if (!process.env.POSTGRES_URL) {
  console.error('this example needs a PostgreSQL: POSTGRES_URL=postgresql://USER:PASSWORD@HOST/DATABASE node postgres.mjs')
  process.exit(1)
}
if (process.argv[2] === 'replica') await serve()
else await main()

/** One replica, in a process of its own. */
async function serve() {
  // Its parent is gone, also where it was killed.
  process.once('disconnect', () => process.exit())
  // In a schema of its own, the example can use any database.
  const storage = await createPostgresStorage({ url: process.env.POSTGRES_URL, schema: 'binnacle_example', allowFsyncOff: true })
  const plane = await createControlPlane({ resources: [Order], storage })
  const server = http.createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send(server.address().port)
}

async function main() {
  const replicas = [await replica(), await replica()]
  const port = await balance(replicas)
  const client = connectWithFetch({ server: `http://127.0.0.1:${port}` })
  const orders = client.resource(Order).namespace('default')
  await orders.deleteCollection()

  const seen = []
  const watch = orders.watch().subscribe((event) => {
    if (event.type === 'ADDED') seen.push(event.object.spec.number)
  })
  for (let number = 1; number <= 40; number += 1) {
    if (number === 20) replicas[0].process.kill('SIGKILL')
    await take(orders, number)
  }
  while (seen.length < 40) await new Promise((resolve) => setTimeout(resolve, 10))
  console.log(replicas.map(({ isThere }) => (isThere ? 'there' : 'killed')).join(', ')) // prints killed, there
  console.log(seen.length, new Set(seen).size) // prints 40 40
  console.log((await orders.list()).items.length) // prints 40

  watch.unsubscribe()
  await orders.deleteCollection()
  process.exit()
}

/** Takes an order. A client that gets no answer retries under the same name: the order exists once, whether or not the first try succeeded. */
async function take(orders, number) {
  for (;;) {
    try {
      return await orders.create({ metadata: { name: `order-${number}` }, spec: { number } })
    } catch (error) {
      if (isAlreadyExists(error)) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function replica() {
  const child = fork(new URL(import.meta.url), ['replica'])
  const [port] = await once(child, 'message')
  const state = { process: child, port, isThere: true }
  child.once('exit', () => {
    state.isThere = false
  })
  process.once('exit', () => child.kill('SIGKILL'))
  return state
}

/** What stands before the replicas: each connection goes to the next one that is there. */
async function balance(replicas) {
  let turn = 0
  const server = net.createServer((socket) => {
    turn += 1
    const there = replicas.filter(({ isThere }) => isThere)
    const upstream = net.connect(there[turn % there.length].port, '127.0.0.1')
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ]) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server.address().port
}
