// Cost of replicas over one etcd: `npm run bench:replicas -- [--connections N] [--rounds N] [--ms N]`, on Linux.
//
// Groups of one, two and three servers (`binnacle serve`), each group over its own etcd, measured in turn. All servers, etcd and
// the clients share the processors of this machine, so rates say little about separate machines. The processor time per request
// of all replicas together is meaningful: it includes following the commits of the other replicas.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEtcd } from '../tools/etcd.mjs'
import { serve } from '../tools/serve.mjs'
import { createGenerator } from './child.mjs'
import { configMap, nameOf } from './objects.mjs'

const SIZES = [1, 2, 3]
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '18' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1000' },
  },
})
const [CONNECTIONS, ROUNDS, MS] = ['connections', 'rounds', 'ms'].map((name) => Number(values[name]))
if (CONNECTIONS % 6 !== 0 || CONNECTIONS > 480) {
  console.error(`--connections ${values.connections}: expected a multiple of 6, at most 480, to be divided among the replicas`)
  process.exit(2)
}
const LISTED = 500
const SEEN = 200
const TICK_US = 10_000
const TOKEN = 'bench'
const COLLECTION = '/api/v1/namespaces/default/configmaps'
const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` }

const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-replicas-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const tokenFile = path.join(folder, 'tokens.csv')
writeFileSync(tokenFile, `${TOKEN},admin,1,"system:masters"\n`)

function request(method, url, body) {
  const head = [`${method} ${url} HTTP/1.1`, 'host: 127.0.0.1', `authorization: ${AUTHORIZATION.authorization}`]
  if (body) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}

const written = JSON.stringify(configMap('default', 'object-########', 'data'))
const changed = written.replace('"text":"xxxxxxxx', '"text":"@@@@@@@@')
const created = JSON.stringify(configMap('created', 'object-########', 'data'))
const ASKED = {
  'GET, newest': { template: request('GET', `${COLLECTION}/${nameOf(1)}`) },
  'GET, resourceVersion=0': { template: request('GET', `${COLLECTION}/${nameOf(1)}?resourceVersion=0`) },
  'LIST of 500': { template: request('GET', COLLECTION) },
  create: { template: request('POST', '/api/v1/namespaces/created/configmaps', created), status: 201 },
  // Each client has its own objects, so that there are no conflicts.
  update: { template: request('PUT', `${COLLECTION}/object-########`, changed), cycle: LISTED / CONNECTIONS },
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
const quantile = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)]
const median = (numbers) => quantile(numbers, 0.5)

/** Processor time of a process in microseconds, including all threads. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

async function startGroup(size) {
  const etcd = await startEtcd()
  const args = ['--storage', `etcd:${etcd.url}`, '--token-auth-file', tokenFile]
  const replicas = []
  for (let number = 0; number < size; number += 1) {
    const { url, child } = await serve(args)
    replicas.push({ port: Number(new URL(url).port), pid: child.pid, generator: createGenerator() })
  }
  const group = { size, etcd, replicas, first: 0 }
  const [{ port, generator }] = replicas
  const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'created' } })
  await generator.load({ port, connections: 1, template: request('POST', '/api/v1/namespaces', namespace), requests: 1 })
  await generator.load({ port, connections: 8, template: request('POST', COLLECTION, written), requests: LISTED })
  return group
}

/** Loads all replicas of a group: responses per second, and microseconds of the replicas and of etcd per response. */
async function measure(group, { template, status = 200, cycle }) {
  const before = { replicas: sum(group.replicas.map(({ pid }) => cpuOf(pid))), etcd: cpuOf(group.etcd.pid) }
  const connections = CONNECTIONS / group.size
  const answers = await Promise.all(
    group.replicas.map(({ port, generator }, index) => {
      const own = cycle && Math.floor(cycle * connections)
      const first = cycle ? index * own : group.first + index * 1_000_000
      return generator.load({ port, connections, template, ms: MS, first, ...(cycle && { cycle: own }) })
    }),
  )
  group.first += SIZES.length * 1_000_000
  const count = sum(answers.map(({ statuses }) => statuses[status] ?? 0))
  const other = sum(answers.flatMap(({ statuses }) => Object.values(statuses))) - count
  return {
    rate: sum(answers.map((answer) => answer.answers / answer.seconds)),
    us: (sum(group.replicas.map(({ pid }) => cpuOf(pid))) - before.replicas) / count,
    etcdUs: (cpuOf(group.etcd.pid) - before.etcd) / count,
    refused: other / count,
  }
}

/** Watches one object at a replica; `wait(text)` resolves to the arrival time of a line with that text. */
function watch(port) {
  const waiting = new Map()
  const url = `${COLLECTION}?watch=true&fieldSelector=metadata.name%3D${nameOf(2)}`
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: url, headers: AUTHORIZATION, rejectUnauthorized: false, agent: false }
    const sent = https.get(options, (response) => {
      response.setEncoding('utf8').on('data', (text) => {
        const now = performance.now()
        for (const [mark, done] of waiting) {
          if (!text.includes(mark)) continue
          waiting.delete(mark)
          done(now)
        }
      })
      response.on('error', () => {})
      resolve({ wait: (mark) => new Promise((done) => waiting.set(mark, done)), end: () => sent.destroy() })
    })
    sent.on('error', reject)
  })
}

/** Sequential writes to the first replica: times until the response, and until the watchers at the other replicas have it. */
async function timesOf({ replicas }) {
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false })
  const [{ port }, ...others] = replicas
  const watches = await Promise.all((others.length > 0 ? others : replicas).map((replica) => watch(replica.port)))
  const times = { answered: [], seen: [] }
  for (let number = 0; number < SEEN; number += 1) {
    const mark = `mark-${number}-`
    const body = JSON.stringify({ data: { mark } })
    const begin = performance.now()
    const told = watches.map(({ wait }) => wait(mark))
    await new Promise((resolve, reject) => {
      const headers = { ...AUTHORIZATION, 'content-type': 'application/merge-patch+json' }
      const options = { port, host: '127.0.0.1', path: `${COLLECTION}/${nameOf(2)}`, method: 'PATCH', headers, agent }
      https
        .request(options, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end(body)
    })
    times.answered.push(performance.now() - begin)
    for (const at of await Promise.all(told)) times.seen.push(at - begin)
  }
  for (const { end } of watches) end()
  agent.destroy()
  return times
}

/** Processor time of a commit at a replica that only follows it, in microseconds. */
async function followingUs({ replicas: [{ port, generator }, { pid }] }, connections, first) {
  const before = cpuOf(pid)
  const { statuses } = await generator.load({ port, connections, template: ASKED.create.template, ms: 5 * MS, first })
  return { us: (cpuOf(pid) - before) / statuses[201], rate: (statuses[201] / (5 * MS)) * 1000 }
}

const groups = []
for (const size of SIZES) groups.push(await startGroup(size))

for (const [name, asked] of Object.entries(ASKED)) {
  const seen = new Map(groups.map((group) => [group, []]))
  // Warms up the code.
  for (const group of groups) await measure(group, asked)
  for (let round = 0; round < ROUNDS; round += 1) for (const group of groups) seen.get(group).push(await measure(group, asked))
  const alone = seen.get(groups[0])
  for (const group of groups) {
    const rounds = seen.get(group)
    const of = (key) => median(rounds.map((one) => one[key]))
    const ratio = median(rounds.map(({ rate }, index) => rate / alone[index].rate))
    const apart = median(rounds.map(({ us }, index) => (group.size * alone[index].us) / us))
    console.log(
      `${name.padEnd(24)} ${group.size}: ${of('rate').toFixed(0).padStart(6)}/s, ${ratio.toFixed(2)} of one;`,
      `${of('us').toFixed(0)} µs of all replicas, ${of('etcdUs').toFixed(0)} µs of etcd;`,
      `on machines of their own ${apart.toFixed(2)} of one`,
      of('refused') > 0 ? `(refused ${of('refused').toFixed(3)})` : '',
    )
  }
}
for (const group of groups) {
  await timesOf(group)
  const { answered, seen } = await timesOf(group)
  const both = (numbers) => `p50 ${quantile(numbers, 0.5).toFixed(1)} ms, p99 ${quantile(numbers, 0.99).toFixed(1)} ms`
  console.log(
    `a write, ${group.size}: answered ${both(answered)}; with watchers ${group.size > 1 ? 'at the others' : 'there'} ${both(seen)}`,
  )
}
const pair = groups.find(({ size }) => size === 2)
for (const connections of [1, CONNECTIONS]) {
  const { us, rate } = await followingUs(pair, connections, pair.first + connections * 100_000)
  console.log(`a commit of the other replica, at ${rate.toFixed(0)} a second: ${us.toFixed(0)} µs`)
}
// Servers without their storage would complain.
for (const { pid } of groups.flatMap(({ replicas }) => replicas)) process.kill(pid, 'SIGKILL')
await Promise.all(groups.map(({ etcd }) => etcd.stop()))
process.exit(0)
