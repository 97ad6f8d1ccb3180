// The process of the writers and readers: each has a connection, and one request at a time.
import { Agent, request as send } from 'node:http'
import { busyObjects, nameOf, namespaceOf, quantiles, wallTime } from './plan.mjs'

const FILLER = 'x'.repeat(850)
const MERGE = 'application/merge-patch+json'
const JSON_TYPE = 'application/json'
const PAGE = 500

let target
/** Revisions of acknowledged writes, in the order of the responses: { namespace: [revision], … }, and by idle object. */
const written = {}
const touched = {}
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

function request(method, path, body, type = JSON_TYPE) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${target.token}`,
      ...(text && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    }
    const call = send({ host: '127.0.0.1', port: target.port, method, path, headers, agent }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(text)
  })
}

const pathOf = (namespace, name = '') => `/api/v1/namespaces/${namespace}/configmaps${name && `/${name}`}`
const dataOf = () => ({ at: String(wallTime()), filler: FILLER })

async function write(method, namespace, name, body, type) {
  const answer = await request(method, method === 'POST' ? pathOf(namespace) : pathOf(namespace, name), body, type)
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`${method} ${name}: ${answer.status} ${answer.body}`)
  return Number(JSON.parse(answer.body).metadata.resourceVersion)
}

const create = (namespace, name) =>
  write('POST', namespace, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: dataOf() })
const patch = (namespace, name) => write('PATCH', namespace, name, { data: dataOf() }, MERGE)
const update = (namespace, name) =>
  write('PUT', namespace, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: dataOf() })

/** Runs a number of clients in parallel until there is no more work. */
const clients = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)))

const jobs = {
  async setUp({ namespaces }) {
    for (let i = 0; i < namespaces; i += 1) {
      await request('POST', '/api/v1/namespaces', { metadata: { name: `load-${i}` } })
    }
  },

  async fill({ objects, writers }) {
    let next = 0
    const start = performance.now()
    await clients(writers, async () => {
      while (next < objects) {
        const object = next
        next += 1
        await create(namespaceOf(object), nameOf(object))
      }
    })
    return { seconds: (performance.now() - start) / 1000 }
  },

  async revision() {
    return Number(JSON.parse((await request('GET', '/api/v1/configmaps?limit=1')).body).metadata.resourceVersion)
  },

  async run({ objects, writers, readers, seconds }) {
    const [end, start] = [performance.now() + seconds * 1000, performance.now()]
    const times = { write: [], get: [], list: [] }
    const busy = busyObjects(objects)
    const timed = async (kind, action) => {
      const began = performance.now()
      const result = await action()
      times[kind].push(performance.now() - began)
      return result
    }
    const random = () => Math.floor(Math.random() * busy)
    await Promise.all([
      clients(writers, async (writer) => {
        for (let turn = 0; performance.now() < end; turn += 1) {
          const object = random()
          const [namespace, name] = [namespaceOf(object), nameOf(object)]
          const action =
            turn % 10 === 0
              ? () => create(namespace, `n-${writer}-${turn}`)
              : turn % 3 === 0
                ? () => update(namespace, name)
                : () => patch(namespace, name)
          const revision = await timed('write', action)
          written[namespace] ??= []
          written[namespace].push(revision)
        }
      }),
      clients(readers, async () => {
        while (performance.now() < end) {
          const object = random()
          const { status } = await timed('get', () => request('GET', pathOf(namespaceOf(object), nameOf(object))))
          if (status !== 200) throw new Error(`a get was answered with ${status}`)
        }
      }),
      (async () => {
        while (performance.now() < end) {
          const { status } = await timed('list', () => request('GET', `${pathOf(namespaceOf(random()))}?limit=${PAGE}`))
          if (status !== 200) throw new Error(`a list was answered with ${status}`)
        }
      })(),
    ])
    const took = (performance.now() - start) / 1000
    const report = (kind) => ({
      count: times[kind].length,
      perSecond: Math.round(times[kind].length / took),
      ms: quantiles(times[kind]),
    })
    return { writes: report('write'), gets: report('get'), lists: report('list') }
  },

  /** Writes each of some objects once. */
  async touch({ numbers, writers }) {
    let next = 0
    await clients(writers, async () => {
      while (next < numbers.length) {
        const object = numbers[next]
        next += 1
        const revision = await patch(namespaceOf(object), nameOf(object))
        touched[object] = [revision]
        written[namespaceOf(object)] ??= []
        written[namespaceOf(object)].push(revision)
      }
    })
  },

  /** Expected revisions of the watchers of each scope, in order. */
  async expected() {
    const all = Object.values(written).flat()
    const lists = { ...written, ...touched, all }
    return Object.fromEntries(Object.entries(lists).map(([scope, revisions]) => [scope, revisions.sort((a, b) => a - b)]))
  },
}

process.on('message', async ({ job, ...options }) => {
  target ??= options
  try {
    process.send({ result: await jobs[job](options) })
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) })
  }
})
