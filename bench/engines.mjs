// Compares the storage engines in one run, all on the processors of this machine: creates per second of a plane over each, and
// the delay until a watcher at one replica receives a write of another replica.
import { startEtcd } from '../tools/etcd.mjs'
import { watchLatency } from './latency.mjs'
import { placeFor } from './storage.mjs'

const SECONDS = 10

/**
 * Compares planes over PostgreSQL and etcd with one over LMDB, and measures replicas over PostgreSQL.
 *
 * @param tools - The measuring functions of the other figures; `storage` is the address of PostgreSQL.
 */
export async function compareEngines({
  storage,
  generator,
  startServer,
  makeNamespace,
  fill,
  rateOf,
  request,
  configMap,
  rounds,
}) {
  const etcd = await startEtcd().catch(() => undefined)
  const places = {
    LMDB: placeFor('lmdb:', 'compared'),
    ...(etcd && { etcd: `etcd:${etcd.url}` }),
    PostgreSQL: placeFor(storage, 'compared'),
  }
  const servers = {}
  for (const [name, place] of Object.entries(places)) servers[name] = await startServer('plane-server.mjs', place)
  const all = Object.values(servers)
  await makeNamespace('compared', all)
  const body = JSON.stringify(configMap('compared', 'object-########', 'data'))
  const create = request('POST', '/api/v1/namespaces/compared/configmaps', body)
  const measured = Object.fromEntries(Object.keys(servers).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, server] of Object.entries(servers))
      measured[name].push((await rateOf(server, create, { status: 201, first: round * 1_000_000 })).rate)
  for (const { child } of all) child.kill('SIGKILL')
  await etcd?.stop()

  const shared = placeFor(storage, 'replicas')
  const [one, other] = [await startServer('plane-server.mjs', shared), await startServer('plane-server.mjs', shared)]
  await makeNamespace('latency', [one])
  await fill('latency', 100, { servers: [one] })
  const ports = { port: one.port, watchPort: other.port }
  await watchLatency(generator, { ...ports, seconds: 2, watchersEach: 1, request })
  const seen = await watchLatency(generator, { ...ports, seconds: rounds < 9 ? 2 : SECONDS, watchersEach: 1, request })
  for (const { child } of [one, other]) child.kill('SIGKILL')
  return { measured, seen }
}
