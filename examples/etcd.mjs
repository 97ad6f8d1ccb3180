// Two replicas of a service over one etcd: both see every write of either, in the same order.
// Needs the package etcd3 (npm install etcd3) and the program etcd.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createControlPlane, defineResource } from 'binnacle'
import { isConflict } from 'binnacle/client'
import { createEtcdStorage } from 'binnacle/storage'
import { filter, firstValueFrom } from 'rxjs'
import { z } from 'zod'

if (spawnSync('etcd', ['--version']).error) {
  console.error('this example needs the program etcd on the PATH, such as that of the package etcd-server')
  process.exit(1)
}
const folder = await mkdtemp(path.join(tmpdir(), 'etcd-'))
const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
const etcd = spawn('etcd', [
  ...['--data-dir', folder, '--listen-client-urls', client, '--advertise-client-urls', client, '--log-level', 'error'],
  ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
])
while (!(await fetch(`${client}/health`).catch(() => undefined))?.ok) await new Promise((resolve) => setTimeout(resolve, 20))

const Counter = defineResource({
  group: 'shop.example.com',
  kind: 'Counter',
  versions: [{ name: 'v1', schema: { spec: z.object({ count: z.int() }) } }],
})
const replica = async () => {
  const plane = await createControlPlane({ resources: [Counter], storage: await createEtcdStorage({ endpoints: [client] }) })
  return { plane, counters: plane.client().resource(Counter).namespace('default') }
}
const [east, west] = [await replica(), await replica()]

const seenInTheWest = firstValueFrom(west.counters.watch().pipe(filter(({ type }) => type === 'ADDED')))
const created = await east.counters.create({ metadata: { name: 'visits' }, spec: { count: 0 } })
const seen = await seenInTheWest
console.log(seen.object.metadata.resourceVersion === created.metadata.resourceVersion) // prints true

// When two replicas change the same version of an object, one gets a conflict …
const attempts = await Promise.allSettled([east, west].map(({ counters }) => counters.update({ ...created, spec: { count: 1 } })))
console.log(attempts.filter(({ reason }) => isConflict(reason)).length) // prints 1

// … reads again, and retries.
const addOne = ({ counters }) =>
  counters.updateWithRetry('visits', (draft) => {
    draft.spec.count += 1
  })
await Promise.all([east, west, east, west].map(addOne))
console.log((await west.counters.get('visits')).spec.count) // prints 5

await Promise.all([east, west].map(({ plane }) => plane.close()))
etcd.kill()
await once(etcd, 'exit')
await rm(folder, { recursive: true })

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
