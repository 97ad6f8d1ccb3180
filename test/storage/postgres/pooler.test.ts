/**
 * A pooler in transaction mode between the plane and its database. Needs the program `pgbouncer`.
 */

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
// @ts-expect-error A tool without types.
import { freePort } from '../../../tools/free-port.mjs'
import { pause } from '../../faults/scene.js'
import { expectOneHistory, startStorm } from './storm.js'
import { connectByHand, openReplica, type Postgres, startPostgres, until } from './support.js'

let postgres: Postgres
let folder: string
let pooler: ReturnType<typeof spawn>
let url: string

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(path.join(tmpdir(), 'binnacle-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  writeFileSync(path.join(folder, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
postgres = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 3
`,
  )
  const uid = process.getuid?.() === 0 ? Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout) : undefined
  pooler = spawn('/usr/sbin/pgbouncer', [path.join(folder, 'pgbouncer.ini')], {
    ...(uid !== undefined && { uid }),
    stdio: 'ignore',
  })
  await until(() =>
    connectByHand(url).then(
      async (client) => {
        await client.end()
        return true
      },
      () => false,
    ),
  )
})
afterAll(async () => {
  pooler.kill('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test('behind a pooler in transaction mode, that hands connections around, nothing is lost, missed or doubled', async () => {
  const replicas = [await openReplica({ url }), await openReplica({ url }), await openReplica({ url: postgres.url })]
  const storm = startStorm(replicas, 5)
  await pause(1_500)
  await storm.end()
  expectOneHistory(replicas, storm)
  expect(storm.acknowledged.size).toBeGreaterThan(50)
  // One that hears no bell looks by itself.
  const [pooled, , direct] = replicas
  const revision = await direct?.put('/late', 0, 'x')
  await until(() => pooled?.changes.at(-1)?.revision === revision)
  await Promise.all(replicas.map(({ storage }) => storage.close()))
}, 60_000)
