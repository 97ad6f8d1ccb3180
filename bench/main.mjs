// npm run bench [-- --json] [--quick] [--storage memory|lmdb:[DIR]|etcd:URL] [--connections N]
//
// Every figure is measured in this one run; what depends on the machine is given as a ratio to something bare that ran
// beside it: node:https answering the same bytes, or the import of rxjs and zod alone.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { answerOf, createGenerator, message, SERVER_CPU, start } from './child.mjs'
import { configMap, nameOf } from './objects.mjs'
import { timeToReady } from './start-up.mjs'
import { placeFor } from './storage.mjs'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    storage: { type: 'string', default: 'memory' },
    connections: { type: 'string', default: '64' },
  },
})

const CONNECTIONS = Number(options.connections)
// Many short rounds in turns, so that what else the machine does falls on both servers alike.
const ROUNDS = options.quick ? 3 : 9
const MS = options.quick ? 300 : 1000
const WARM_UP_MS = 200
const FIRST_WARM_UP_MS = options.quick ? 500 : 2000

const figures = []
function figure(name, value, unit, note = '') {
  figures.push({ name, value, unit, note })
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
  if (!options.json) console.log(`${name.padEnd(58)} ${shown.padStart(10)} ${unit.padEnd(9)} ${note}`)
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

const request = (method, path, body, type = 'application/json') => {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'accept: application/json']
  if (body !== undefined) head.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}

const generator = createGenerator()
const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })

async function startServer(file) {
  const child = start(file, { cpu: SERVER_CPU })
  child.send({ pair, storage: placeFor(options.storage, 'served') })
  const { port } = await message(child)
  return { child, port }
}

const plane = await startServer('plane-server.mjs')
const bare = await startServer('bare-server.mjs')

function expectOnly(statuses, wanted) {
  const wrong = Object.keys(statuses).filter((status) => status !== String(wanted))
  if (wrong.length > 0) throw new Error(`answers with status ${wrong.join(', ')}, expected ${wanted}`)
}

async function fill(namespace, count, { first = 0, tier = 'data' } = {}) {
  const body = JSON.stringify(configMap(namespace, 'object-########', tier))
  const template = request('POST', `/api/v1/namespaces/${namespace}/configmaps`, body)
  const { statuses } = await generator.load({ port: plane.port, connections: CONNECTIONS, template, requests: count, first })
  expectOnly(statuses, 201)
}

async function makeNamespace(name) {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const { statuses } = await generator.load({
    port: plane.port,
    connections: 1,
    template: request('POST', '/api/v1/namespaces', body),
    requests: 1,
  })
  expectOnly(statuses, 201)
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

// The plane's rate as a part of the bare server's: the median of the rounds' ratios.
async function compareRead(name, path) {
  const body = await fetchBody(path)
  bare.child.send({ path, body: body.toString('base64') })
  await message(bare.child)
  const template = request('GET', path)
  const rateOf = async ({ port }, warmUpMs) => {
    const result = await generator.load({ port, connections: CONNECTIONS, template, ms: MS, warmUpMs })
    expectOnly(result.statuses, 200)
    return result.answers / result.seconds
  }
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const warmUpMs = round === 0 ? FIRST_WARM_UP_MS : WARM_UP_MS
    rounds.push({ ours: await rateOf(plane, warmUpMs), theirs: await rateOf(bare, warmUpMs) })
  }
  const [ours, theirs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.theirs))]
  const note = `${perSecond(ours)} of ${perSecond(theirs)}, ${(body.length / 1024).toFixed(0)} KiB each`
  figure(name, median(rounds.map((round) => round.ours / round.theirs)), 'of bare', note)
}

const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`

async function writeRate(name, template, status, options = {}) {
  const result = await generator.load({
    port: plane.port,
    connections: CONNECTIONS,
    template,
    ms: MS,
    warmUpMs: WARM_UP_MS,
    ...options,
  })
  expectOnly(result.statuses, status)
  figure(name, result.answers / result.seconds, '/s')
}

async function fanOutOverHttp(watchers, writes) {
  const path = `/api/v1/namespaces/reads/configmaps?watch=true&fieldSelector=metadata.name%3D${nameOf(1)}`
  const listening = createGenerator()
  // The first event of each watch is the object as it is.
  const wait = await listening.watch({
    port: plane.port,
    watchers,
    template: request('GET', path),
    lines: watchers * (writes + 1),
  })
  const patch = request(
    'PATCH',
    `/api/v1/namespaces/reads/configmaps/${nameOf(1)}`,
    '{"data":{"n":"########"}}',
    'application/merge-patch+json',
  )
  const begin = performance.now()
  const { statuses } = await generator.load({ port: plane.port, connections: 4, template: patch, requests: writes })
  expectOnly(statuses, 200)
  await wait()
  figure('watch over HTTPS, 200 watchers of one object', (watchers * writes) / ((performance.now() - begin) / 1000), 'events/s')
  listening.stop()
}

async function reads() {
  await makeNamespace('reads')
  await makeNamespace('large')
  await fill('reads', 500)
  await fill('large', 9_900)
  await fill('large', 100, { first: 9_900, tier: 'web' })
  await compareRead('GET one object', `/api/v1/namespaces/reads/configmaps/${nameOf(1)}`)
  await compareRead('LIST of 500', '/api/v1/namespaces/reads/configmaps')
  await compareRead('LIST by label, 100 of 10,000', '/api/v1/namespaces/large/configmaps?labelSelector=tier%3Dweb')
}

async function writes() {
  await makeNamespace('writes')
  const collection = '/api/v1/namespaces/writes/configmaps'
  const body = JSON.stringify(configMap('writes', 'object-########', 'data'))
  await writeRate('create', request('POST', collection, body), 201)
  // The 500 objects in turn, so that writers seldom meet at one of them.
  const one = '/api/v1/namespaces/reads/configmaps/object-########'
  const changed = JSON.stringify(configMap('reads', 'object-########', 'data')).replace('"text":"xxxxxxxx', '"text":"@@@@@@@@')
  await writeRate('update', request('PUT', one, changed), 200, { cycle: 500 })
  const patch = '{"data":{"n":"@@@@@@@@"}}'
  await writeRate('merge patch', request('PATCH', one, patch, 'application/merge-patch+json'), 200, { cycle: 500 })
}

async function fanOut() {
  const { none, shared, scattered } = await answerOf('fan-out.mjs')
  figure('commits with no watcher', none.writes / none.seconds, '/s')
  figure('watch, 200 watchers of one object', shared.events / shared.seconds, 'events/s')
  const ratio = scattered.writes / scattered.seconds / (none.writes / none.seconds)
  figure(
    'watch, 5,000 watchers of which one matches',
    scattered.events / scattered.seconds,
    'events/s',
    `commits at ${ratio.toFixed(2)} of the rate without watchers`,
  )
  await fanOutOverHttp(200, options.quick ? 50 : 500)
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

await reads()
await writes()
await fanOut()
generator.stop()
plane.child.kill('SIGKILL')
bare.child.kill('SIGKILL')
const heldIn = placeFor(options.storage, 'held')
const { objects, rssMiB, heapMiB } = await answerOf('memory.mjs', { args: [heldIn], execArgv: ['--expose-gc'] })
figure(`resident memory with ${objects.toLocaleString('en')} objects of 1 KiB`, rssMiB, 'MiB', `heap ${heapMiB.toFixed(0)} MiB`)
if (heldIn.startsWith('lmdb:')) {
  const restarted = await answerOf('restart.mjs', { args: [heldIn] })
  if (restarted.objects !== objects) throw new Error(`${restarted.objects} objects after a restart, of ${objects}`)
  figure('ready after a restart with them', restarted.ms, 'ms', `${restarted.rssMiB.toFixed(0)} MiB then`)
}
await schemas()
await imports()
await startUp()
if (options.json) console.log(JSON.stringify({ node: process.version, figures }, null, 1))
process.exit(0)
