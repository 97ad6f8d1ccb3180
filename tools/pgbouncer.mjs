// A temporary PgBouncer for tests, in transaction mode, in front of a PostgreSQL.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { user } from './postgres.mjs'

/** Starts a pooler in front of the PostgreSQL at a loopback port. It does not answer immediately. */
export async function startPooler(postgresPort) {
  const folder = mkdtempSync(path.join(tmpdir(), 'binnacle-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(path.join(folder, 'users.txt'), '"postgres" ""\n')
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
postgres = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
`,
  )
  const { uid } = user()
  const child = spawn('/usr/sbin/pgbouncer', [path.join(folder, 'pgbouncer.ini')], {
    ...(uid !== undefined && { uid }),
    stdio: 'ignore',
  })
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      process.off('exit', atExit)
      atExit()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
