import { afterEach, expect, test } from '@jest/globals'
import { NEVER } from 'rxjs'
import { informer } from '../../src/client/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { requestOf, textOf } from '../server/requests.js'

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const LEASES = { group: 'coordination.platform.io', version: 'v1', kind: 'Lease' } as const

let plane: ControlPlane
afterEach(() => plane.close())
const linesAt = async (path: string) => textOf(await plane.handle(requestOf(`${path}?verbose`))).split('\n')

test('each start hook and each controller has a line, and controllers are waited for by /readyz', async () => {
  plane = await createControlPlane({
    controllers: ['namespace', 'garbagecollector', 'cluster-objects'],
    healthChecks: [{ name: 'mine', check: () => true }],
  })
  const hooks = ['time-to-live', 'cluster-objects', 'rbac-defaults'].map((name) => `[+]poststarthook/${name} ok`)
  for (const path of ['/livez', '/healthz'])
    expect(await linesAt(path)).toEqual(['[+]ping ok', '[+]mine ok', ...hooks, 'healthz check passed', ''])
  let lines = await linesAt('/readyz')
  while (!lines.includes('healthz check passed')) lines = await linesAt('/readyz')
  expect(lines).toEqual(
    expect.arrayContaining([
      ...hooks,
      '[+]controller-sync/namespace ok',
      '[+]controller-sync/garbagecollector ok',
      '[+]shutdown ok',
    ]),
  )
})

test('each admission plugin with a health check has one in /readyz', async () => {
  let isReady = false
  const gate = { name: 'gate', readyChecks: [{ name: 'admission/gate', check: () => isReady }] }
  const off = { name: 'off', featureGate: 'Off', readyChecks: [{ name: 'admission/off', check: () => false }] }
  plane = await createControlPlane({
    admission: [gate, off],
    ownFeatureGates: [{ name: 'Off', steps: [{ since: '1.0', stage: 'ALPHA' }] }],
  })
  expect(await linesAt('/readyz')).toContain('[-]admission/gate failed: reason withheld')
  expect((await plane.handle(requestOf('/livez'))).status).toBe(200)
  isReady = true
  expect(await linesAt('/readyz')).toContain('[+]admission/gate ok')
  expect((await linesAt('/readyz')).join()).not.toContain('admission/off')
})

test('informers of clients of the plane have a check for each type, which fails until they have synced', async () => {
  plane = await createControlPlane()
  const silent = plane.client({
    wrapTransport: (inner) => ({
      get closed() {
        return inner.closed
      },
      resolve: (name) => inner.resolve(name),
      types: () => inner.types(),
      send: (request) => inner.send(request),
      connect: (request) => inner.connect(request),
      watch: () => NEVER,
      close: () => inner.close(),
    }),
  })
  const held = [informer(plane.client().resource(CONFIG_MAPS)), informer(plane.client().resource(LEASES))]
  await Promise.all(held.map(({ synced }) => synced))
  const waits = informer(silent.resource(LEASES))
  // Its name is that of its type, which it has to ask for.
  await new Promise((resolve) => setImmediate(resolve))
  expect(await linesAt('/readyz')).toEqual(
    expect.arrayContaining([
      '[+]informer-sync/configmaps ok',
      '[-]informer-sync/leases.coordination.platform.io failed: reason withheld',
      'readyz check failed',
    ]),
  )
  expect((await plane.handle(requestOf('/readyz/informer-sync/configmaps'))).status).toBe(200)
  expect((await plane.handle(requestOf('/livez'))).status).toBe(200)
  waits.stop()
  expect((await plane.handle(requestOf('/readyz'))).status).toBe(200)
  for (const one of held) one.stop()
  expect((await linesAt('/readyz')).filter((line) => line.includes('informer'))).toEqual([])
})

test('the results of the checks are at /metrics/slis', async () => {
  plane = await createControlPlane({ dialect: 'kubernetes', healthChecks: [{ name: 'mine', check: () => false }] })
  await plane.handle(requestOf('/livez'))
  const text = textOf(await plane.handle(requestOf('/metrics/slis')))
  expect(text).toContain('kubernetes_healthcheck{name="mine",type="livez"} 0\n')
  expect(text).toContain('kubernetes_healthchecks_total{name="mine",type="livez",status="error"} 1\n')
  expect(text).toContain('kubernetes_healthcheck{name="ping",type="livez"} 1\n')
})
