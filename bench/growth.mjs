// Cost of verbs by the size of a plane:
// npm run bench:growth [-- --storage lmdb:[DIR]|memory] [--objects 1000,10000,…] [--svg FILE] [--json]
//
// Microseconds of processor time per request, from HTTP request to HTTP response, without sockets, so that other load on the
// machine has little effect. No figure should grow: each request affects the same number of objects at any size of the plane.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createControlPlane } from 'binnacle'
import { growthChart } from './growth-chart.mjs'
import { configMap, KIB, nameOf } from './objects.mjs'
import { openStorage, placeFor } from './storage.mjs'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'lmdb:' },
    objects: { type: 'string', default: '1000,10000,100000,300000,1000000' },
    svg: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const SIZES = values.objects.split(',').map(Number)
if (SIZES.some((size, i) => !(size >= 1000) || size <= (SIZES[i - 1] ?? 0))) {
  console.error(`--objects ${values.objects}: expected numbers from 1,000 on, each larger than the one before`)
  process.exit(2)
}
const COLLECTION = '/api/v1/namespaces/default/configmaps'
const AT_ONCE = 16
const ROUNDS = 5
/** Number of objects that match a selector, at any size of the plane. */
const SELECTED = 100
const [JSON_TYPE, MERGE_TYPE, APPLY_TYPE] = ['json', 'merge-patch+json', 'apply-patch+yaml'].map((type) => `application/${type}`)

const plane = await createControlPlane({ storage: await openStorage(placeFor(values.storage, 'growth')) })
const encoder = new TextEncoder()
const NEVER = new AbortController().signal

/** Sends a request without sockets, and reads the whole response. */
async function send(method, url, body, type = JSON_TYPE) {
  const bytes = body === undefined ? new Uint8Array(0) : encoder.encode(JSON.stringify(body))
  const headers = [['accept', JSON_TYPE], ...(body === undefined ? [] : [['content-type', type]])]
  const request = { method, url, headers, readBody: async () => bytes, peerCertificates: [], signal: NEVER }
  const answer = await plane.handle(request)
  if (answer.status > 201) throw new Error(`${method} ${url}: ${answer.status}`)
  if (answer.body instanceof Uint8Array) return
  let release
  await new Promise((resolve, reject) => {
    release = answer.body.start({
      write(_chunk, onSent) {
        onSent?.()
        return 0
      },
      onDrained() {},
      end: resolve,
      abort: () => reject(new Error(`${url} was broken off`)),
    })
  })
  release()
}

let count = 0
const objectOf = (number, text) => {
  const object = configMap('default', nameOf(number), number < SELECTED ? 'web' : 'data', KIB)
  if (text !== undefined) object.data.text = text + object.data.text.slice(text.length)
  return object
}
async function grow(size) {
  while (count < size) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, size - count) }, () => count++)
    await Promise.all(numbers.map((number) => send('POST', COLLECTION, objectOf(number))))
  }
}

let serial = 0
/** The next object; steps of a large prime spread over the plane and reach all objects. */
const anyObject = () => Math.floor((++serial * 7_919) % count)
const pathOf = (number) => `${COLLECTION}/${nameOf(number)}`

const VERBS = {
  GET: { times: 1000, run: () => send('GET', pathOf(anyObject())) },
  'LIST, a page of 500': { times: 50, run: () => send('GET', `${COLLECTION}?limit=500`) },
  'LIST by label, 100 objects': { times: 100, run: () => send('GET', `${COLLECTION}?labelSelector=tier%3Dweb`) },
  create: { times: 500, run: () => send('POST', COLLECTION, objectOf(count++)) },
  update: {
    times: 500,
    run: () => {
      const number = anyObject()
      return send('PUT', pathOf(number), objectOf(number, String(serial)))
    },
  },
  'merge patch': { times: 500, run: () => send('PATCH', pathOf(anyObject()), { data: { n: String(serial) } }, MERGE_TYPE) },
  apply: {
    times: 500,
    run: () => {
      const number = anyObject()
      const url = `${pathOf(number)}?fieldManager=growth&force=true`
      return send('PATCH', url, objectOf(number, String(serial)), APPLY_TYPE)
    },
  },
}

/** Microseconds of processor time per request, in the best of several rounds, as other load only increases it. */
async function costOf({ times, run }) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    for (let done = 0; done < times; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, run))
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / (Math.ceil(times / AT_ONCE) * AT_ONCE))
  }
  return best
}

// The first requests of a process are for warm-up.
await grow(1000)
for (const verb of Object.values(VERBS)) await costOf(verb)

const points = []
for (const size of SIZES) {
  await grow(size)
  globalThis.gc?.()
  const costs = {}
  for (const [name, verb] of Object.entries(VERBS)) costs[name] = await costOf(verb)
  const rssMiB = process.memoryUsage().rss / KIB / KIB
  points.push({ objects: count, costs, rssMiB })
  if (values.json) continue
  const shown = Object.entries(costs).map(([name, us]) => `${name} ${us.toFixed(0)}`)
  console.log(`${count.toLocaleString('en').padStart(9)} objects, ${rssMiB.toFixed(0)} MiB: ${shown.join(', ')} µs`)
}
if (values.json) console.log(JSON.stringify(points, null, 1))
if (values.svg) writeFileSync(values.svg, growthChart(points))
await plane.close()
process.exit(0)
