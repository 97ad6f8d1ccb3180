/**
 * A pooler in transaction mode between the plane and its database. Needs the program `pgbouncer`.
 */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/public/adapters.js'
import { createControlPlane } from '../../../src/public/index.js'
import { createPostgresStorage } from '../../../src/public/storage/postgres.js'
import { pause } from '../../faults/clients/scene.js'
import { problemsOf, startStorm } from './storm.js'
import { openReplica, type Pooler, type Postgres, startPooler, startPostgres, until } from './support.js'

let postgres: Postgres
let pooler: Pooler
let url: string

beforeAll(async () => {
  postgres = await startPostgres()
  pooler = await startPooler(postgres)
  url = pooler.url
})
afterAll(async () => {
  pooler.stop()
  await postgres.stop()
})

test('behind a pooler in transaction mode nothing is lost, missed or duplicated', async () => {
  const replicas = [await openReplica({ url }), await openReplica({ url }), await openReplica({ url: postgres.url })]
  const storm = startStorm(replicas, 5)
  await pause(1_500)
  await storm.end()
  expect(problemsOf(replicas, storm)).toEqual([])
  expect(storm.acknowledged.size).toBeGreaterThan(50)
  // A replica that receives no NOTIFY polls.
  const [pooled, , direct] = replicas
  const revision = await direct?.put('/late', 0, 'x')
  await until(() => pooled?.changes.at(-1)?.revision === revision)
  await Promise.all(replicas.map(({ storage }) => storage.close()))
}, 60_000)

test('operators learn from /readyz and a metric that a plane polls its database', async () => {
  const get = async (through: string, path: string) => {
    const storage = await createPostgresStorage({ url: through, schema: 'told', allowFsyncOff: true })
    const plane = await createControlPlane({ storage })
    const answer = async (at: string) => {
      const response = await fetchHandler(plane)(new Request(`http://plane${at}`))
      return response.text()
    }
    await until(async () => (await answer('/readyz')) === 'ok')
    if (through === postgres.url) await until(async () => !(await answer('/readyz?verbose')).includes('polled'))
    const text = await answer(path)
    await plane.close()
    return text
  }
  expect(await get(url, '/readyz?verbose')).toContain('[+]postgres ok: notifications do not arrive, the log is polled\n')
  expect(await get(postgres.url, '/readyz?verbose')).toContain('[+]postgres ok\n')
  expect(await get(url, '/metrics')).toContain('apiserver_storage_postgres_polling{storage="0"} 1\n')
  expect(await get(postgres.url, '/metrics')).toContain('apiserver_storage_postgres_polling{storage="0"} 0\n')
}, 60_000)
