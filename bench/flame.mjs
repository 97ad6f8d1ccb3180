// npm run bench:flame [-- --svg FILE]
//
// Where the processor time of a durable update goes: profiles a plane behind node:https, on LMDB, and draws a flame graph.
import { writeFileSync } from 'node:fs'
import https from 'node:https'
import { Session } from 'node:inspector/promises'
import { parseArgs } from 'node:util'
import { createControlPlane } from 'binnacle'
import { nodeHandler } from 'binnacle/adapters'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { createGenerator } from './child.mjs'
import { callTree, flameGraph } from './flame-graph.mjs'
import { configMap } from './objects.mjs'
import { openStorage, placeFor } from './storage.mjs'

const { values } = parseArgs({ options: { svg: { type: 'string' } } })
const CONNECTIONS = 16
const OBJECTS = 500
const WARM_UP_MS = 4000
const MS = 5000
const SAMPLE_EVERY_US = 200
const SHOWN = 30

const plane = await createControlPlane({ storage: await openStorage(placeFor('lmdb:', 'flame')) })
const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
const server = https.createServer({ cert: pair.certificatePem, key: pair.privateKeyPem }, nodeHandler(plane))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address()
const generator = createGenerator()

const COLLECTION = '/api/v1/namespaces/default/configmaps'
const body = JSON.stringify(configMap('default', 'object-########', 'data'))
const lines = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
const send = (method, path, text, more) =>
  generator.load({ port, connections: CONNECTIONS, template: `${method} ${path} HTTP/1.1\r\n${lines}\r\n\r\n${text}`, ...more })
const update = (ms) =>
  send('PUT', `${COLLECTION}/object-########`, body.replace('"text":"xxxxxxxx', '"text":"@@@@@@@@'), { ms, cycle: OBJECTS })

await send('POST', COLLECTION, body, { requests: OBJECTS })
await update(WARM_UP_MS)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
await session.post('Profiler.start')
const { statuses } = await update(MS)
const { profile } = await session.post('Profiler.stop')
if (Object.keys(statuses).join() !== '200') throw new Error(`answers with status ${Object.keys(statuses)}, expected 200`)

const { root, own } = callTree(profile, statuses[200])
console.log(`${root.us.toFixed(1)} µs of the main thread for an update. By function, without what it calls:`)
for (const [name, us] of [...own].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
  console.log(`${us.toFixed(2).padStart(8)}  ${name}`)
if (values.svg) writeFileSync(values.svg, flameGraph(root, 'Processor time of a durable update'))
process.exit(0)
