// A temporary PostgreSQL for tools and tests: on a socket and on loopback, in a temporary folder, removed by `stop`.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, chownSync, constants, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'

/** The folder of PostgreSQL's programs, which Debian does not add to the PATH; undefined if there is none. */
export function postgresPrograms() {
  const debian = '/usr/lib/postgresql'
  let versions = []
  try {
    versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  } catch {
    // Elsewhere they are on the PATH.
  }
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => {
    try {
      for (const program of ['initdb', 'postgres']) accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** PostgreSQL and its pooler refuse to run as root: then they run as the user that the system's package created. */
export const user = () => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout))
  return { uid, gid }
}

// Without fsync: acknowledged commits have to survive a crash of the processes, but not of the machine, and tests should not wait
// for a busy disk.
const SETTINGS = {
  fsync: 'off',
  listen_addresses: '127.0.0.1',
  shared_buffers: '16MB',
  max_connections: 40,
  wal_level: 'replica',
  max_wal_senders: 4,
  logging_collector: 'off',
}

/**
 * Starts PostgreSQL and waits until it answers.
 *
 * `settings`: further lines of `postgresql.conf`. `hba`: lines of `pg_hba.conf` instead of those that trust everybody. `files`:
 * further files for the folder, by name. `copyOf`: a server of which this becomes a standby. `port`: for instance that of a
 * stopped server. `parent`: the folder for all data.
 */
export async function startPostgres({ settings = {}, hba, files = {}, copyOf, port: given, parent = tmpdir() } = {}) {
  const bin = postgresPrograms()
  const owner = user()
  const folder = await mkdtemp(path.join(parent, 'binnacle-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const port = given ?? (await freePort())
  const run = (program, args) => {
    const { status, stderr } = spawnSync(path.join(bin, program), args, { ...owner, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  if (copyOf)
    run('pg_basebackup', ['-D', data, '-h', copyOf.folder, '-p', String(copyOf.port), '-U', 'postgres', '-R', '-c', 'fast'])
  else run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'])
  const write = (name, text, mode = 0o600) => {
    const file = path.join(data, name)
    writeFileSync(file, text, { mode })
    if (owner.uid !== undefined) chownSync(file, owner.uid, owner.gid)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  if (hba) write('pg_hba.conf', `local all all trust\n${hba.join('\n')}\n`)
  const all = { ...SETTINGS, unix_socket_directories: folder, port, ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child
  let exited

  const start = async () => {
    let log = ''
    let isOver = false
    // A separate process group, so that a kill ends all of its processes, as a crash of the machine would.
    child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], {
      ...owner,
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.on('data', (text) => {
      log = (log + text).slice(-4_000)
    })
    exited = new Promise((resolve) => child.once('exit', resolve))
    exited.then(() => {
      isOver = true
    })
    for (;;) {
      const { status } = spawnSync(path.join(bin, 'pg_isready'), ['-h', folder, '-p', String(port), '-q'])
      if (status === 0) return
      if (isOver) throw new Error(`PostgreSQL ended: ${log}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const signal = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch {
      // It has already exited.
    }
  }
  await start()
  const atExit = () => signal('SIGKILL')
  process.once('exit', atExit)
  const socket = encodeURIComponent(folder)
  return {
    folder,
    data,
    port,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    socketUrl: `postgresql://postgres@/postgres?host=${socket}&port=${port}`,
    get pid() {
      return child.pid
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill() {
      signal('SIGKILL')
      await exited
    },
    /** Stops it with a fast shutdown. */
    async end() {
      child.kill('SIGINT')
      await exited
    },
    restart: start,
    own: () => owner.uid !== undefined && spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, data]),
    promote: () => run('pg_ctl', ['promote', '-D', data, '-w']),
    async stop() {
      process.off('exit', atExit)
      signal('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// As a command: `node tools/postgres.mjs [OPTIONS AS JSON]` prints the URL and runs until a signal ends it.
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const postgres = await startPostgres(JSON.parse(process.argv[2] ?? '{}'))
  console.log(postgres.url)
  const end = () => postgres.stop().then(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
