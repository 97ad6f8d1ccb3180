import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { nodeHandler } from '../../../src/adapters/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { build } from '../../cli/run-command.js'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../..')

let plane: ControlPlane
let server: Server
let url: string
/** Requests whose connections break. */
let broken = 0

beforeAll(async () => {
  await build()
  plane = await createControlPlane()
  const answer = nodeHandler(plane)
  server = createServer((request, response) => {
    if (broken === 0) return answer(request, response)
    broken -= 1
    request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await plane.close()
})

/** Runs a program that does nothing beside using its client: nothing else keeps its process alive. */
async function outputOf(program: string): Promise<string> {
  const text = `import { connect } from 'binnacle/client/node'
import { lead } from 'binnacle/client'
const client = connect({ server: '${url}' })
const maps = client.resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
${program}
client.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], { cwd: ROOT })
  return stdout
}

test('a process stays alive while a read waits to be repeated', async () => {
  broken = 3
  expect(await outputOf(`console.log(await maps.list().catch((error) => error.name))`)).toBe('ConnectionError\n')
})

test('a process stays alive while a watch waits to reconnect', async () => {
  broken = 4
  expect(await outputOf(`for await (const { type } of maps.watch()) if (console.log(type), type === 'SYNCED') break`)).toBe(
    'RESTARTED\nSYNCED\n',
  )
})

test('a process stays alive while it waits for a Lease', async () => {
  const type = { group: 'coordination.', version: 'v1', kind: 'Lease' }
  const leases = plane.client().resource<{ spec: object }>(type).namespace('default')
  const renewTime = new Date().toISOString().replace('Z', '000Z')
  await leases.create({ metadata: { name: 'held' }, spec: { holderIdentity: 'another', leaseDurationSeconds: 1, renewTime } })
  const program = `const leases = client.resource({ group: 'coordination.', version: 'v1', kind: 'Lease' }).namespace('default')
const over = new AbortController()
const work = async () => (console.log('leads'), over.abort())
await lead({ leases, name: 'held', identity: 'this' }, work, over.signal)`
  expect(await outputOf(program)).toBe('leads\n')
})
