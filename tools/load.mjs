// Load test: `npm run load -- [--storage memory,lmdb] [--objects N] [--watchers N] [--writers N] [--seconds N]`.
//
// A server process (`binnacle serve`), one process of writers and readers, and two of watchers, over plain HTTP on loopback.
// Every watcher is checked afterwards: the responses to the writers define its events, and their order.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from './free-port.mjs'
import { idleObjects, NAMESPACES } from './load/plan.mjs'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory,lmdb' },
    objects: { type: 'string', default: '100000' },
    watchers: { type: 'string', default: '10000' },
    writers: { type: 'string', default: '200' },
    readers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
  },
})
const [objects, watchers, writers, readers, seconds] = ['objects', 'watchers', 'writers', 'readers', 'seconds'].map((name) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  console.error(`--${name} ${values[name]}: expected a whole number above 0`)
  return process.exit(2)
})
const TOKEN = 'load'
const WATCHER_PROCESSES = 2
const TIMEOUT_MS = 120_000
const MIB = 1024 * 1024

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
const keep = (child) => {
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

/** A process with jobs: `call(job, options)` resolves to the result. */
function worker(file) {
  const child = keep(fork(new URL(`load/${file}`, import.meta.url)))
  return {
    async call(job, options) {
      child.send({ job, ...options })
      const [{ result, error }] = await once(child, 'message')
      if (error) throw new Error(error)
      return result
    },
    end: () => child.kill('SIGKILL'),
  }
}

/** A server with the maximum number of open files. */
async function startServer(storage, tokenFile) {
  const port = await freePort()
  const args = ['serve', '--storage', storage, '--port', String(port), '--secure-port', '0', '--token-auth-file', tokenFile]
  const started = performance.now()
  const raised = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"'
  const child = keep(spawn('sh', ['-c', raised, process.execPath, cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }))
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('is ready on')) resolve()
    })
    child.once('exit', () => reject(new Error('binnacle serve ended')))
  })
  return {
    port,
    readySeconds: round((performance.now() - started) / 1000),
    residentMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / MIB)
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

const round = (value) => Math.round(value * 10) / 10

async function loadTest(engine) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-load-'))
  const tokenFile = path.join(folder, 'tokens.csv')
  writeFileSync(tokenFile, `${TOKEN},admin,1,"system:masters"\n`)
  const storage = engine === 'lmdb' ? `lmdb:${path.join(folder, 'state')}` : engine
  const log = (text) => console.error(`${engine}: ${text}`)
  let server
  const clients = worker('writers.mjs')
  const watching = Array.from({ length: WATCHER_PROCESSES }, () => worker('watchers.mjs'))
  try {
    server = await startServer(storage, tokenFile)
    const target = { port: server.port, token: TOKEN }
    await clients.call('setUp', { ...target, namespaces: NAMESPACES })
    log(`writing ${objects} objects with ${writers} writers`)
    const fill = await clients.call('fill', { objects, writers })
    const memory = { withObjects: server.residentMiB() }
    log(`${Math.round(objects / fill.seconds)} objects a second; opening ${watchers} watches`)
    const began = performance.now()
    const revision = await clients.call('revision', {})
    const share = Math.ceil(watchers / WATCHER_PROCESSES)
    await Promise.all(
      watching.map((each, at) =>
        each.call('open', { ...target, revision, objects, from: at * share, to: Math.min(watchers, (at + 1) * share) }),
      ),
    )
    const opened = (performance.now() - began) / 1000
    memory.withWatches = server.residentMiB()
    log(`${round(opened)} s; ${writers} writers and ${readers} readers for ${seconds} s`)
    const run = await clients.call('run', { objects, writers, readers, seconds })
    memory.underLoad = server.residentMiB()
    log('writing once to each object of an idle watch')
    await clients.call('touch', { numbers: idleObjects(watchers, objects), writers })
    const expected = await clients.call('expected', {})
    const seen = await Promise.all(watching.map((each) => each.call('compare', { expected, timeoutMs: TIMEOUT_MS })))
    memory.atTheEnd = server.residentMiB()
    const total = (name) => seen.reduce((sum, part) => sum + part[name], 0)
    const report = {
      engine,
      objects,
      objectsPerSecond: Math.round(objects / fill.seconds),
      watchers: total('watchers'),
      watchersPerSecond: Math.round(watchers / opened),
      writers,
      ...run,
      eventsExpected: total('goal'),
      eventsTold: total('events'),
      eventDelayMs: seen.map(({ delayMs }) => delayMs),
      watchersWithWrongEvents: total('wrong'),
      streamsBroken: total('broken'),
      residentMiB: memory,
    }
    if (engine !== 'lmdb') return report
    for (const each of watching) each.end()
    await server.stop()
    server = await startServer(storage, tokenFile)
    return { ...report, restart: { readySeconds: server.readySeconds, residentMiB: server.residentMiB() } }
  } finally {
    for (const each of [clients, ...watching]) each.end()
    await server?.stop().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const engine of values.storage.split(',')) {
  if (engine !== 'memory' && engine !== 'lmdb') {
    console.error(`--storage ${values.storage}: expected memory, lmdb or both with a comma`)
    process.exit(2)
  }
  const report = await loadTest(engine)
  console.log(JSON.stringify(report))
  if (report.watchersWithWrongEvents > 0) process.exitCode = 1
}
process.exit()
