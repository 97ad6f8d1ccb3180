// npm run build && node bench/audit.mjs [--quick]; a part of npm run bench too
//
// Cost of auditing: processor time of a write on a plane that appends an event of level Metadata for each write to a file,
// relative to the same write on a plane without auditing. The two are measured in turn, with the same number of writes each, so
// that other load on the machine affects both equally.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSelfSignedCertificate } from 'binnacle/crypto'
import { cpuOf, createGenerator, message, SERVER_CPU, start } from './child.mjs'
import { configMap } from './objects.mjs'

const TARGET = { atMost: 1.08 }
const CONNECTIONS = 16
const COLLECTION = '/api/v1/namespaces/audited/configmaps'
const OBJECTS = 500

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

function request(method, url, object) {
  const body = JSON.stringify(object)
  const head = `host: 127.0.0.1\r\naccept: application/json\r\ncontent-type: application/json\r\nuser-agent: bench/1.0`
  return `${method} ${url} HTTP/1.1\r\n${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const object = configMap('audited', 'object-########', 'data')
const CREATE = { template: request('POST', COLLECTION, object), status: 201 }
// Updates the objects in turn, with a different string each time.
const changed = { ...object, data: { text: object.data.text.replace('xxxxxxxx', '@@@@@@@@') } }
const UPDATE = { template: request('PUT', `${COLLECTION}/object-########`, changed), status: 200, cycle: OBJECTS }

/**
 * Measures creates and updates.
 *
 * @param figure - Takes a name, a value, its unit, a note and a target.
 */
export async function auditCosts({ rounds, requests }, figure) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-bench-audit-'))
  const generator = createGenerator()
  const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const open = async (auditLog) => {
    const child = start('plane-server.mjs', { cpu: SERVER_CPU })
    child.send({ pair, storage: 'memory', auditLog })
    return { child, ...(await message(child)) }
  }
  const [silent, audited] = [await open(), await open(path.join(folder, 'audit.log'))]
  const usOf = async ({ child, port }, { status, ...load }) => {
    const before = await cpuOf(child)
    const { statuses } = await generator.load({ port, connections: CONNECTIONS, keep: true, requests, ...load })
    if (Object.keys(statuses).join() !== String(status)) throw new Error(`answers with status ${Object.keys(statuses)}`)
    return ((await cpuOf(child)) - before) / requests
  }
  const namespace = {
    template: request('POST', '/api/v1/namespaces', { metadata: { name: 'audited' } }),
    status: 201,
    requests: 1,
  }
  for (const plane of [silent, audited]) await usOf(plane, { ...namespace, connections: 1, keep: false })
  const compare = async (name, load) => {
    const times = []
    for (let round = -1; round < rounds; round += 1) {
      const first = load.cycle ? 0 : (round + 1) * requests
      // Each is measured first equally often.
      const inOrder = round % 2 === 0 ? [silent, audited] : [audited, silent]
      const us = new Map()
      for (const plane of inOrder) us.set(plane, await usOf(plane, { ...load, first }))
      if (round >= 0) times.push([us.get(silent), us.get(audited)])
    }
    const [without, beside] = [median(times.map(([us]) => us)), median(times.map(([, us]) => us))]
    const note = `${beside.toFixed(1)} µs of processor time, ${without.toFixed(1)} without`
    figure(name, median(times.map(([of, us]) => us / of)), 'of none', note, TARGET)
  }
  await compare('create, written down at level Metadata', CREATE)
  await compare('update, written down at level Metadata', UPDATE)
  generator.stop()
  for (const { child } of [silent, audited]) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isQuick = process.argv.includes('--quick')
  await auditCosts({ rounds: isQuick ? 5 : 15, requests: isQuick ? 2000 : 10_000 }, (name, value, unit, note, { atMost }) => {
    console.log(`${name.padEnd(44)} ${value.toFixed(3)} ${unit}  ${value <= atMost ? 'pass' : 'MISS'} ≤ ${atMost}  ${note}`)
  })
  process.exit()
}
