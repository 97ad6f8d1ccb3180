// npm run bench [-- --json] [--quick] [--storage memory|lmdb:[DIR]|etcd:URL|postgres:[URL]] [--connections N]
//
// Every figure is measured in this one run. Figures that depend on the machine are ratios to a baseline in the same run:
// node:https with the same responses, or the import of only rxjs and zod. If a figure has a target, its line shows whether it is
// met. On a storage other than memory, writes are also compared with a plane in memory, and with PostgreSQL the engines are
// compared with each other. `postgres:` without a URL starts a new server, with fsync.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { startPostgres } from '../tools/postgres.mjs'
import { accessCosts } from './access.mjs'
import { auditCosts } from './audit.mjs'
import { answerOf, cpuOf, createGenerator, message, SERVER_CPU, start } from './child.mjs'
import { compareEngines } from './engines.mjs'
import { largeLists } from './large-list.mjs'
import { watchLatency } from './latency.mjs'
import { configMap, nameOf } from './objects.mjs'
import { timeToReady } from './start-up.mjs'
import { placeFor } from './storage.mjs'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    storage: { type: 'string', default: 'memory' },
    connections: { type: 'string', default: '16' },
  },
})

const CONNECTIONS = Number(options.connections)
// Many short alternating rounds, so that other load on the machine affects both servers equally.
const ROUNDS = options.quick ? 3 : 9
const MS = options.quick ? 300 : 1000
const WARM_UP_MS = 200
const FIRST_WARM_UP_MS = options.quick ? 500 : 2000

// Targets by the name of the figure. Rates are for objects of 900 bytes and 16 connections.
const TARGETS = {
  'GET one object': { atLeast: 0.65 },
  'LIST of 500, uncached': { atLeast: 0.6 },
  'LIST of 500, cached': { atLeast: 0.6 },
  'LIST of all 35,000': { atLeast: 0.6 },
  'LIST by label, 100 of 35,000': { atLeast: 0.3 },
  create: { atLeast: 0.2 },
  update: { atLeast: 0.16 },
  'merge patch': { atLeast: 0.16 },
  apply: { atLeast: 0.14 },
  'watch over HTTPS, 200 watchers, one writer': { atLeast: 4 },
  'watch over HTTPS, 200 watchers of one object': { atLeast: 2 },
  'answer of a write to the line of its watcher, p99': { atMost: 10 },
  'create on PostgreSQL': { atLeast: 0.4 },
  'a write seen by a watcher of another replica, p50': { atMost: 5 },
  'a write seen by a watcher of another replica, p99': { atMost: 20 },
  'resident memory, 100,000 objects of 1 KiB': { atMost: 250 },
  'the same with ten plugins that do not match': { atMost: 1.03 },
  'the same with a policy of three rules': { atMost: 60 },
  'ready after a restart with them': { atMost: 2000 },
  'the first, with all packaged kinds': { atMost: 40 },
}

const figures = []
function figure(name, value, unit, note = '', target = TARGETS[name]) {
  const { atLeast = -Infinity, atMost = Infinity } = target ?? {}
  const met = target && value >= atLeast && value <= atMost
  figures.push({ name, value, unit, note, ...(target && { target, met }) })
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 1 ? 3 : 2)
  const wanted = target ? `${met ? 'pass' : 'MISS'} ${target.atMost ? `≤ ${atMost}` : `≥ ${atLeast}`}` : ''
  if (!options.json) console.log(`${name.padEnd(54)} ${shown.padStart(10)} ${unit.padEnd(9)} ${wanted.padEnd(11)} ${note}`)
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

const request = (method, path, body, type = 'application/json') => {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'accept: application/json']
  if (body !== undefined) head.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}

const generator = createGenerator()
const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })

async function startServer(file, storage = 'memory') {
  const child = start(file, { cpu: SERVER_CPU })
  child.send({ pair, storage })
  const { port } = await message(child)
  return { child, port }
}

const server =
  options.storage === 'postgres:' ? await startPostgres({ settings: { fsync: 'on', shared_buffers: '128MB' } }) : undefined
const storage = server ? `postgres:${server.url}` : options.storage
const plane = await startServer('plane-server.mjs', placeFor(storage, 'served'))
const inMemory = storage === 'memory' ? undefined : await startServer('plane-server.mjs')
const planes = inMemory ? [plane, inMemory] : [plane]
const bare = await startServer('bare-server.mjs')

function expectOnly(statuses, wanted) {
  const wrong = Object.keys(statuses).filter((status) => status !== String(wanted))
  if (wrong.length > 0) throw new Error(`answers with status ${wrong.join(', ')}, expected ${wanted}`)
}

async function fill(namespace, count, { first = 0, tier = 'data', servers = [plane] } = {}) {
  const body = JSON.stringify(configMap(namespace, 'object-########', tier))
  const template = request('POST', `/api/v1/namespaces/${namespace}/configmaps`, body)
  for (const { port } of servers) {
    const { statuses } = await generator.load({ port, connections: CONNECTIONS, template, requests: count, first })
    expectOnly(statuses, 201)
  }
}

async function makeNamespace(name, servers = [plane]) {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const template = request('POST', '/api/v1/namespaces', body)
  for (const { port } of servers) {
    const { statuses } = await generator.load({ port, connections: 1, template, requests: 1 })
    expectOnly(statuses, 201)
  }
}

async function fetchBody(path) {
  const { request: ask } = await import('node:https')
  return new Promise((resolve, reject) => {
    const sent = ask({ host: '127.0.0.1', port: plane.port, path, rejectUnauthorized: false, agent: false }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        response.statusCode === 200 ? resolve(Buffer.concat(parts)) : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    sent.on('error', reject).end()
  })
}

// Requests per second of a server, and its processor time per request in microseconds, which is more reliable on a busy machine.
async function rateOf({ child, port }, template, { status = 200, warmUpMs = WARM_UP_MS, ...more } = {}) {
  const before = await cpuOf(child)
  const result = await generator.load({ port, connections: CONNECTIONS, template, ms: MS, warmUpMs, ...more })
  expectOnly(result.statuses, status)
  const us = ((await cpuOf(child)) - before) / result.statuses[status]
  return { rate: result.answers / result.seconds, us }
}

async function teachBare(path) {
  const body = await fetchBody(path)
  bare.child.send({ path, body: body.toString('base64') })
  await message(bare.child)
  return body.length
}

const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`
const medianOf = (rounds, of) => median(rounds.map(of))
const byCpu = (rounds) => `${medianOf(rounds, ({ ours, theirs }) => theirs.us / ours.us).toFixed(3)} by processor time`

// The plane's rate relative to the bare server's: the median of the rounds' ratios.
async function compareRead(name, path, { connections = CONNECTIONS, ms = MS } = {}) {
  const bytes = await teachBare(path)
  const template = request('GET', path)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const warmUpMs = round === 0 ? FIRST_WARM_UP_MS : WARM_UP_MS
    const options = { warmUpMs, connections, ms }
    rounds.push({ ours: await rateOf(plane, template, options), theirs: await rateOf(bare, template, options) })
  }
  const [ours, theirs] = [medianOf(rounds, (round) => round.ours.rate), medianOf(rounds, (round) => round.theirs.rate)]
  const note = `${byCpu(rounds)}; ${perSecond(ours)} of ${perSecond(theirs)}, ${(bytes / 1024).toFixed(1)} KiB each`
  figure(
    name,
    medianOf(rounds, ({ ours, theirs }) => ours.rate / theirs.rate),
    'of bare',
    note,
  )
}

const ONE = `/api/v1/namespaces/reads/configmaps/${nameOf(1)}`

// The rate of a write relative to the bare server's GET rate. `first` is the first object number of a round.
async function compareWrite(name, template, { status = 200, ...more } = {}) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const options = { status, warmUpMs: round === 0 ? FIRST_WARM_UP_MS : WARM_UP_MS, ...more }
    if (status === 201) options.first = round * 1_000_000
    const ours = await rateOf(plane, template, options)
    const theirs = await rateOf(bare, request('GET', ONE))
    rounds.push({ ours, theirs, memory: inMemory && (await rateOf(inMemory, template, options)) })
  }
  const ours = medianOf(rounds, (round) => round.ours.rate)
  figure(
    name,
    medianOf(rounds, ({ ours, theirs }) => ours.rate / theirs.rate),
    'of GET',
    `${byCpu(rounds)}; ${perSecond(ours)}, bare GET ${perSecond(medianOf(rounds, ({ theirs }) => theirs.rate))}`,
  )
  if (!inMemory) return
  const ratio = medianOf(rounds, ({ ours, memory }) => memory.rate / ours.rate)
  figure(`${name}, in memory`, ratio, 'of this', perSecond(medianOf(rounds, ({ memory }) => memory.rate)), { atLeast: 1.3 })
}

async function fanOutOverHttp(name, { watchers, writes, writers }) {
  const path = `/api/v1/namespaces/reads/configmaps?watch=true&fieldSelector=metadata.name%3D${nameOf(1)}`
  const patch = request('PATCH', ONE, '{"data":{"n":"########"}}', 'application/merge-patch+json')
  const rounds = []
  for (let round = 0; round < 3; round += 1) {
    const listening = createGenerator()
    // The first event of each watch is the current object.
    const lines = watchers * (writes + 1)
    const wait = await listening.watch({ port: plane.port, watchers, template: request('GET', path), lines })
    const begin = performance.now()
    const { statuses } = await generator.load({ port: plane.port, connections: writers, template: patch, requests: writes })
    expectOnly(statuses, 200)
    await wait()
    const events = (watchers * writes) / ((performance.now() - begin) / 1000)
    listening.stop()
    rounds.push({ events, theirs: await rateOf(bare, request('GET', ONE)) })
  }
  const note = `${perSecond(medianOf(rounds, ({ events }) => events))} events`
  figure(
    name,
    medianOf(rounds, ({ events, theirs }) => events / theirs.rate),
    'of GET',
    note,
  )
}

async function reads() {
  await makeNamespace('reads', planes)
  await makeNamespace('large', planes)
  await fill('reads', 500, { servers: planes })
  await fill('large', 34_900)
  await fill('large', 100, { first: 34_900, tier: 'web' })
  await compareRead('GET one object', ONE)
  // A page with a continue token is never cached, as the token is different each time.
  await compareRead('LIST of 500, uncached', '/api/v1/namespaces/large/configmaps?limit=500')
  await compareRead('LIST of 500, cached', '/api/v1/namespaces/reads/configmaps')
  await compareRead('LIST of all 35,000', '/api/v1/namespaces/large/configmaps', { connections: 4, ms: 3000 })
  await compareRead('LIST by label, 100 of 35,000', '/api/v1/namespaces/large/configmaps?labelSelector=tier%3Dweb')
}

async function writes() {
  for (const namespace of ['writes', 'applied']) await makeNamespace(namespace, planes)
  await fill('applied', 500, { servers: planes })
  const body = JSON.stringify(configMap('writes', 'object-########', 'data'))
  await compareWrite('create', request('POST', '/api/v1/namespaces/writes/configmaps', body), { status: 201 })
  // The 500 objects in turn, so that writers rarely conflict.
  const one = '/api/v1/namespaces/reads/configmaps/object-########'
  const changed = (namespace) =>
    JSON.stringify(configMap(namespace, 'object-########', 'data')).replace('"text":"xxxxxxxx', '"text":"@@@@@@@@')
  await compareWrite('update', request('PUT', one, changed('reads')), { cycle: 500 })
  const patch = '{"data":{"n":"@@@@@@@@"}}'
  await compareWrite('merge patch', request('PATCH', one, patch, 'application/merge-patch+json'), { cycle: 500 })
  const applied = '/api/v1/namespaces/applied/configmaps/object-########?fieldManager=bench&force=true'
  await compareWrite('apply', request('PATCH', applied, changed('applied'), 'application/apply-patch+yaml'), { cycle: 500 })
}

async function fanOut() {
  const writes = options.quick ? 50 : 500
  await fanOutOverHttp('watch over HTTPS, 200 watchers, one writer', { watchers: 200, writes, writers: 1 })
  await fanOutOverHttp('watch over HTTPS, 200 watchers of one object', { watchers: 200, writes, writers: CONNECTIONS })
  const { none, shared, scattered } = await answerOf('fan-out.mjs')
  figure('commits with no watcher', none.writes / none.seconds, '/s')
  figure('watch in process, 200 watchers of one object', shared.events / shared.seconds, 'events/s')
  const ratio = scattered.writes / scattered.seconds / (none.writes / none.seconds)
  figure(
    'watch in process, 5,000 watchers of which one matches',
    scattered.events / scattered.seconds,
    'events/s',
    `commits at ${ratio.toFixed(2)} of the rate without watchers`,
  )
}

async function latency() {
  await makeNamespace('latency')
  await fill('latency', 100)
  const { p50, p99, p999, perSecond, watchers } = await watchLatency(generator, {
    port: plane.port,
    seconds: options.quick ? 2 : 10,
    request,
  })
  const rate = `${Math.round(perSecond).toLocaleString('en')} commits a second, ${watchers.toLocaleString('en')} watchers`
  const note = `p50 ${p50.toFixed(1)}, p99.9 ${p999.toFixed(1)}; ${rate}`
  figure('answer of a write to the line of its watcher, p99', p99, 'ms', note)
}

async function engines() {
  if (!storage.startsWith('postgres:')) return
  const tools = { storage, generator, startServer, makeNamespace, fill, rateOf, request, configMap, rounds: ROUNDS }
  const { measured, seen } = await compareEngines(tools)
  for (const [name, rates] of Object.entries(measured)) {
    if (name === 'LMDB') continue
    const ratio = median(rates.map((rate, round) => rate / measured.LMDB[round]))
    figure(`create on ${name}`, ratio, 'of LMDB', `${perSecond(median(rates))}, LMDB ${perSecond(median(measured.LMDB))}`)
  }
  const rate = `${Math.round(seen.perSecond).toLocaleString('en')} commits a second`
  for (const part of ['p50', 'p99']) figure(`a write seen by a watcher of another replica, ${part}`, seen[part], 'ms', rate)
}

/** Reports at the end how many targets were met, and by how much the others were missed. */
function conclude() {
  const aimed = figures.filter(({ target }) => target)
  const missed = aimed.filter(({ met }) => !met)
  console.log(`\n${aimed.length - missed.length} of ${aimed.length} targets met.`)
  for (const { name, value, target } of missed) {
    const off = target.atMost ? value / target.atMost - 1 : 1 - value / target.atLeast
    console.log(`  ${name}: ${(off * 100).toFixed(0)} % ${target.atMost ? 'above' : 'below'} what is wanted`)
  }
}

async function imports() {
  const cost = { ours: [], theirs: [] }
  for (let round = 0; round < (options.quick ? 3 : 9); round += 1) {
    cost.ours.push((await answerOf('import-cost.mjs', { args: ['binnacle'] })).ms)
    cost.theirs.push((await answerOf('import-cost.mjs', { args: ['rxjs', 'zod'] })).ms)
  }
  const [ours, theirs] = [median(cost.ours), median(cost.theirs)]
  figure('import of binnacle', ours / theirs, 'of r+z', `${ours.toFixed(0)} ms; rxjs and zod alone ${theirs.toFixed(0)} ms`)
  const creation = await answerOf('creation.mjs')
  figure('createControlPlane, first of a process', creation.first, 'ms')
  figure('createControlPlane, after that', median(creation.later), 'ms')
  const firsts = []
  for (let round = 0; round < (options.quick ? 3 : 9); round += 1) {
    firsts.push((await answerOf('creation.mjs', { args: ['kinds'] })).first)
  }
  figure('the first, with all packaged kinds', median(firsts), 'ms', `best ${Math.min(...firsts).toFixed(0)} ms`)
}

async function startUp() {
  const rounds = Array.from({ length: options.quick ? 1 : 3 })
  const npm = []
  const alone = []
  for (const _ of rounds) {
    npm.push(await timeToReady('npm', ['start', '--']))
    alone.push(await timeToReady(process.execPath, ['dist/cli/main.js', 'serve']))
  }
  figure('npm start until ready', median(npm), 'ms', `without npm ${median(alone).toFixed(0)} ms`)
}

async function largeAnswers() {
  const objects = options.quick ? 20_000 : 100_000
  await largeLists({ objects }, (name, { longestMs, long, grownMiB }) => {
    const note = `${long.length} over 10 ms; memory grew by ${grownMiB.toFixed(0)} MiB`
    figure(`longest turn, ${objects.toLocaleString('en')} objects: ${name}`, longestMs, 'ms', note)
  })
}

async function schemas() {
  const document = fileURLToPath(new URL('../../shared/data/openapi-v2.json', import.meta.url))
  const args = [...(existsSync(document) ? [document] : [])]
  const { kinds, checking } = await answerOf('schemas.mjs', { args: [options.quick ? 'quick' : 'whole', ...args] })
  const note = `${checking.us.toFixed(1)} µs for ${(checking.bytes / 1024).toFixed(1)} KiB`
  figure('prune, default and validate a custom resource', checking.ratio, 'of copy', note)
  if (!kinds) return
  figure(
    'compile all definitions of a cluster',
    kinds.compileMs,
    'ms',
    `${kinds.count} of them; ${kinds.lazyMs.toFixed(0)} ms when lazy`,
  )
  figure('createControlPlane with all of its kinds', kinds.planeMs, 'ms', `${kinds.resources} types`)
}

async function admission() {
  const { noneUs, idleRatio, policyUs } = await answerOf('admission.mjs', { args: [options.quick ? 'quick' : 'whole'] })
  figure('create in process, no admission plugin', noneUs, 'µs')
  figure('the same with ten plugins that do not match', idleRatio, 'of that')
  figure('the same with a policy of three rules', policyUs, 'µs more')
}

await reads()
await writes()
await fanOut()
await latency()
await engines()
generator.stop()
for (const { child } of planes) child.kill('SIGKILL')
bare.child.kill('SIGKILL')
const heldIn = placeFor(storage, 'held')
const { objects, rssMiB, heapMiB, freeHeapMiB, bytesMiB, mappedMiB } = await answerOf('memory.mjs', {
  args: [heldIn],
  execArgv: ['--expose-gc'],
})
const parts = `heap ${heapMiB.toFixed(0)} and ${freeHeapMiB.toFixed(0)} free, bytes ${bytesMiB.toFixed(0)}`
const memoryNote = `${parts}; without ${mappedMiB.toFixed(0)} MiB of the mapped file`
figure(`resident memory, ${objects.toLocaleString('en')} objects of 1 KiB`, rssMiB, 'MiB', memoryNote)
if (heldIn.startsWith('lmdb:')) {
  const restarted = await answerOf('restart.mjs', { args: [heldIn] })
  if (restarted.objects !== objects) throw new Error(`${restarted.objects} objects after a restart, of ${objects}`)
  figure('ready after a restart with them', restarted.ms, 'ms', `${restarted.rssMiB.toFixed(0)} MiB then`)
}
await accessCosts({ rounds: options.quick ? 10 : 60 }, figure)
await auditCosts({ rounds: ROUNDS, requests: options.quick ? 2000 : 10_000 }, figure)
for (const one of (await answerOf('loops.mjs')).figures) figure(...one)
await admission()
await largeAnswers()
await schemas()
await imports()
await startUp()
await server?.stop()
if (options.json) console.log(JSON.stringify({ node: process.version, figures }, null, 1))
else conclude()
process.exit(0)
