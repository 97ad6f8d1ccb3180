// npm run build && node bench/representations.mjs
//
// What a list of 500 objects costs in each form, in processor time of server and client together, over HTTP and as a ratio to
// the plain list. Each list is a new one: a write comes before it, so that no body is shared with the one before.
import http from 'node:http'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { configMap, nameOf } from './objects.mjs'

const ROUNDS = 15
const LISTS = 20
const COUNT = 500
const plane = await createControlPlane()
const server = http.createServer(nodeHandler(plane))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const base = { host: '127.0.0.1', port: server.address().port, agent }

function ask(method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const request = http.request({ ...base, method, path, headers }, (response) => {
      let length = 0
      response.on('data', (chunk) => {
        length += chunk.length
      })
      response.on('end', () =>
        response.statusCode < 300 ? resolve(length) : reject(new Error(`${path}: ${response.statusCode}`)),
      )
    })
    request.on('error', reject).end(body)
  })
}

const path = '/api/v1/namespaces/bench/configmaps'
const json = { 'content-type': 'application/json' }
await ask('POST', '/api/v1/namespaces', json, JSON.stringify({ metadata: { name: 'bench' } }))
for (let i = 0; i < COUNT; i += 1) await ask('POST', path, json, JSON.stringify(configMap('bench', nameOf(i), 'data')))

const FORMS = {
  'plain list': 'application/json',
  'without managed fields': 'application/json;drop=metadata.managedFields',
  table: 'application/json;as=Table;v=v1;g=meta.platform.io',
  'table without managed fields': 'application/json;as=Table;v=v1;g=meta.platform.io;drop=metadata.managedFields',
  'list of metadata': 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.platform.io',
  protobuf: 'application/vnd.platform.protobuf',
  YAML: 'application/yaml',
}
const times = new Map(Object.keys(FORMS).map((name) => [name, []]))
const lengths = new Map()
let written = 0
async function measure(name, lists) {
  let ms = 0
  for (let i = 0; i < lists; i += 1) {
    written += 1
    const body = `{"data":{"n":"${written}"}}`
    await ask('PATCH', `${path}/${nameOf(0)}`, { 'content-type': 'application/merge-patch+json' }, body)
    const before = process.cpuUsage()
    lengths.set(name, await ask('GET', path, { accept: FORMS[name] }))
    const { user, system } = process.cpuUsage(before)
    ms += (user + system) / 1000
  }
  return ms / lists
}
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of Object.keys(FORMS)) {
    const ms = await measure(name, name === 'YAML' ? 1 : LISTS)
    // The first rounds are for the compiler.
    if (round >= 3) times.get(name).push(ms)
  }
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
const plain = median(times.get('plain list'))
for (const [name, all] of times) {
  const ms = median(all)
  const ratio = `${(ms / plain).toFixed(2)} of the plain list`
  console.log(
    `${name.padEnd(30)} ${ms.toFixed(2).padStart(8)} ms ${ratio.padStart(24)} ${(lengths.get(name) / 1024).toFixed(0).padStart(6)} KiB`,
  )
}
server.close()
agent.destroy()
await plane.close()
