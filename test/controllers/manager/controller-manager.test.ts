import { afterEach, expect, test } from '@jest/globals'
import { fetchHandler } from '../../../src/public/adapters.js'
import { connectWithFetch } from '../../../src/public/client.js'
import { createControllerManager } from '../../../src/public/controllers.js'
import { type ControlPlane, createControlPlane } from '../../../src/public/index.js'
import { testPlane } from '../../../src/public/testing.js'
import { ManualClock } from '../../support/manual-clock.js'
import { ACCOUNTS, NAMESPACES, namesOf } from '../support.js'

let plane: ControlPlane
afterEach(() => plane.close())

test('the controllers of a plane can run in another process, over HTTP', async () => {
  plane = await createControlPlane()
  const handle = fetchHandler(plane)
  const client = connectWithFetch({ server: 'http://plane', fetch: (url, init) => handle(new Request(url, init)) })
  const failures: unknown[] = []
  const manager = createControllerManager(client, { onError: (...failure) => failures.push(failure) })
  await manager.synced
  const namespaces = plane.client().resource(NAMESPACES)
  await namespaces.create({ metadata: { name: 'shop' } })
  const accounts = plane.client().resource(ACCOUNTS).namespace('shop')
  while ((await namesOf(accounts)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await manager.stop()
  await manager.ended
  await accounts.delete('default')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([await namesOf(accounts), failures]).toEqual([[], []])
  client.close()
})

test('a plane that does not answer yet is waited for, and failures are reported with the name of the controller', async () => {
  plane = await createControlPlane()
  const handle = fetchHandler(plane)
  const clock = new ManualClock()
  let isThere = false
  const client = connectWithFetch({
    server: 'http://plane',
    clock,
    fetch: (url, init) => (isThere ? handle(new Request(url, init)) : Promise.reject(new TypeError('refused'))),
  })
  const names: string[] = []
  const manager = createControllerManager(client, { controllers: ['csrcleaner'], onError: (_, name) => names.push(name) })
  await clock.advanceAndSettle(60_000)
  expect(new Set(names)).toEqual(new Set(['csrcleaner']))
  isThere = true
  await clock.advanceAndSettle(60_000)
  await manager.synced
  await manager.stop()
  client.close()
})

test('a manager that is stopped before its start rejects the promises of its callers', async () => {
  const lab = await testPlane()
  plane = lab
  const manager = createControllerManager(lab.client())
  await manager.stop()
  await expect(manager.synced).rejects.toThrow('stopped before they had seen all objects')
})

test('an unknown controller is refused in one line', async () => {
  plane = await createControlPlane()
  expect(() => createControllerManager(plane.client(), { controllers: ['*', 'nobody'] })).toThrow(
    /^controllers "nobody": expected \*, or names[^\n]*$/,
  )
})
