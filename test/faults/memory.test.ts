import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import { type ControlPlane, createControlPlane } from '../../src/server/index.js'
import { check } from './check.js'
import { Workload } from './workload.js'

const WRITES = 500

let plane: ControlPlane
let server: Server
beforeEach(async () => {
  plane = await createControlPlane()
  server = createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterEach(async () => {
  await plane.close()
  server.closeAllConnections()
  server.close()
})

test('a plane in memory keeps the model under concurrent writers, readers and watchers', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sizes = { writers: 8, readers: 4, watchers: 4, keys: 6 }
  const workload = new Workload({ server: () => url, namespace: 'default', seed: 1, ...sizes })
  await workload.start()
  await workload.more(WRITES)
  await workload.finish()
  const verdict = check(workload.records)
  expect(verdict.problems).toEqual([])
  expect(workload.counts).toMatchObject({ failed: 0, expired: 0 })
  expect(verdict.writesAcknowledged).toBeGreaterThanOrEqual(WRITES)
  expect(verdict.watchEvents).toBeGreaterThan(WRITES)
}, 60_000)
